"""`prep stats`, `prep calibration` and `prep optimize` from the outside."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from prep.cli.commands import optimize
from prep.core.clock import study_day
from prep.system_clock import SystemClock
from tests.cli.conftest import Prep

DAYS = 400


@pytest.fixture
def log(tmp_path: Path, prep: Prep) -> Path:
    """A log of a year, merged: 120 cards of someone who forgets much sooner than most."""
    rng, lines = random.Random(3), []
    today = study_day(SystemClock().now())
    for card in range(120):
        day = today - DAYS + rng.randrange(200)
        for number in range(8):
            rating = 3 if number == 0 or rng.random() < 0.55 else 1
            place = day * 86_400_000 + 43_200_000 + 1_000 * card + number
            lines.append(
                {
                    "id": f"{card}-{number}",
                    "action": f"{card}-{number}",
                    "device": "other",
                    "at": place,
                    "wall": place,
                    "offset": 0,
                    "day": day,
                    "kind": "rated",
                    "card": f"spread/c{card}",
                    "rating": rating,
                    "ms": 20_000,
                    "due_day": day + 5,
                    "reps": number,
                    **({"recall": 0.9, "retention": 0.9} if number else {}),
                }
            )
            day = min(today, day + rng.randrange(3, 12))
    file = tmp_path / "log.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in lines) + "\n", "utf-8")
    merged = prep("merge", str(file), "--json")
    assert sum('"rated"' in line for line in prep("log", "--json").out.splitlines()) == len(lines), merged.err
    return file


def parameters(prep: Prep) -> list[object]:
    """The fits in the log."""
    return [json.loads(line) for line in prep("log", "--json").out.splitlines() if '"fitted"' in line]


def test_stats_as_json(log: Path, prep: Prep) -> None:
    """Every date once, retention with its interval, a forecast for thirty days."""
    said = json.loads(prep("stats", "--json").out)
    assert len({day["day"] for day in said["days"]}) == len(said["days"]) == 365
    assert len(said["forecast"]) == 30
    assert sum(day["answers"] for day in said["days"]) == said["answers"] > 500
    assert said["retention"]["low"] < said["retention"]["true"] < said["retention"]["high"]


def test_stats_and_calibration_without_a_log(prep: Prep) -> None:
    """One sentence each, exit 0."""
    assert prep("stats").out.startswith("No answer in the last year")
    assert prep("calibration").out.startswith("No answer had a prediction yet")
    assert json.loads(prep("calibration", "--json").out)["log_loss"] is None


def test_calibration_tells_and_advises(log: Path, prep: Prep) -> None:
    """0.9 was predicted, 0.55 recalled: the row is off, and the sentence says what may help."""
    said = prep("calibration").out
    assert said.startswith("You recall less than predicted") and "too high" in said
    table = json.loads(prep("calibration", "--json").out)
    (row,) = table["table"]
    assert (row["from"], row["to"]) == (0.9, 0.95) and row["answers"] == 120 * 7


def test_a_pipe_changes_nothing_unasked(log: Path, prep: Prep) -> None:
    """The preview is printed, and stderr says how to store it."""
    ran = prep("optimize", stdin="y\n")
    assert ran.code == 0 and "in force" in ran.out and "--yes" in ran.err
    assert json.loads(prep("optimize", "--json").out)["stored"] is False
    assert parameters(prep) == []


def test_yes_stores_what_was_shown(log: Path, prep: Prep) -> None:
    """The same numbers as the preview; `prep undo` takes them back; a second time there is nothing to gain."""
    shown = json.loads(prep("optimize", "--json").out)
    said = json.loads(prep("optimize", "--json", "--yes").out)
    assert said == {**shown, "stored": True}
    assert said["after"]["log_loss"] < said["before"]["log_loss"]
    (event,) = parameters(prep)
    assert event["parameters"] == said["parameters"]  # type: ignore[index]
    again = json.loads(prep("optimize", "--json", "--yes").out)
    assert again["stored"] is False and "no better" in again["reason"]
    assert "undone: new parameters" in prep("undo").out
    assert json.loads(prep("optimize", "--json").out)["current"] == shown["current"]


@pytest.mark.parametrize(("word", "stored"), [("y", 1), ("yes", 1), ("", 0), ("n", 0)])
def test_a_terminal_is_asked(log: Path, prep: Prep, monkeypatch: pytest.MonkeyPatch, word: str, stored: int) -> None:
    """Only yes is yes."""
    monkeypatch.setattr(optimize, "_at_terminal", lambda: True)
    ran = prep("optimize", stdin=f"{word}\n")
    assert "Store the fitted parameters? [y/N]" in ran.err
    assert len(parameters(prep)) == stored


def test_why_not_is_said_plainly(prep: Prep) -> None:
    """Without answers there is nothing to learn from; that is no error."""
    ran = prep("optimize", "--yes")
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "No card was rated on two different days yet: there is nothing to learn from.",
        "Your parameters stay as they are.",
    ]
    assert parameters(prep) == []
