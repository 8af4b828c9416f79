"""`prep merge` and `prep log --export`, from one home to another."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Prep


@pytest.fixture
def other(home: Path, prep: Prep, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Another machine's home, where the first card was rated Easy; here it was rated Good."""
    monkeypatch.setenv("PREP_HOME", str(home.parent / "other"))
    prep("review", "--plain", "--limit", "1", stdin="\n\n4\n")
    monkeypatch.setenv("PREP_HOME", str(home))
    prep("review", "--plain", "--limit", "1", stdin="\n\n3\n")
    return home.parent / "other"


def ratings(prep: Prep) -> list[int]:
    """What the log here says."""
    events = [json.loads(line) for line in prep("log", "--json").out.splitlines()]
    return [event["rating"] for event in events if event["kind"] == "rated"]


def test_another_database_comes_in_once(prep: Prep, other: Path) -> None:
    """Its events are counted, and the second time none is new."""
    ran = prep("merge", str(other / "prep.db"))
    assert (ran.code, ran.out.splitlines()[:2]) == (0, [f"{other / 'prep.db'}: 3 events", "3 new"])
    assert ratings(prep) == [4, 3]
    assert prep("merge", str(other / "prep.db")).out == f"{other / 'prep.db'}: 3 events\nnothing new\n"


def test_both_machines_end_equal(prep: Prep, home: Path, other: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By way of a folder into which both export."""
    folder = home.parent / "shared"
    prep("log", "--export", str(folder))
    monkeypatch.setenv("PREP_HOME", str(other))
    prep("merge", str(folder))
    prep("log", "--export", str(folder))
    there = prep("log", "--json").out
    monkeypatch.setenv("PREP_HOME", str(home))
    prep("merge", str(folder))
    assert prep("log", "--json").out == there
    assert prep("doctor", "--json").code == 0


def test_stale_due_dates_is_listed_and_moved_and_moved_back(prep: Prep, other: Path) -> None:
    """The card whose due knew nothing of the other's rating: one reschedule moves it, one undo takes that back."""
    ran = json.loads(prep("merge", "--json", str(other / "prep.db")).out)
    (card,) = ran["older"]
    assert card["id"] == "spread/width" and card["due"] != card["to"]

    def due() -> str:
        return str(json.loads(prep("show", "spread/width", "--json").out)["standing"])

    assert due() == card["due"]
    assert prep("merge", "--reschedule").out == "1 card moved to where the memory has it; prep undo takes it back\n"
    assert due() == card["to"]
    assert prep("merge", "--reschedule").out == "no due date is older than what its card's memory knows\n"
    assert prep("undo").out == "undone: reschedule width\n"
    assert due() == card["due"]


def test_merging_and_rescheduling_are_one_command(prep: Prep, other: Path) -> None:
    """`prep merge PATH --reschedule`."""
    assert json.loads(prep("merge", str(other / "prep.db"), "--reschedule", "--json").out)["rescheduled"] == 1


def test_problems_are_told_with_their_lines(prep: Prep, home: Path, other: Path) -> None:
    """Good lines come in, exit 1, and JSON lists file, line, level, message and hint."""
    folder = home.parent / "shared"
    prep("log", "--export", str(folder))
    (file,) = folder.iterdir()
    good = json.loads(file.read_text("utf-8").splitlines()[0])
    del good["proof"]  # without it a line says what it says; with it, it says what was logged
    lines = [{**good, "id": "x", "at": 1_795_978_800}, {**good, "id": "y", "kind": "dreamt"}, {**good, "id": "z"}]
    file.write_text("<<<<<<< HEAD\n" + "".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    ran = prep("merge", str(folder))
    assert ran.code == 1 and ran.out == f"{file}: 1 event, 1 of unknown kinds\n1 new\n"
    assert f"{file}:1: warning: git left a conflict here" in ran.err
    assert f"{file}:2: error: left out: at is 1795978800, which looks like seconds" in ran.err
    assert f"{file}:3: warning: left out: this prep knows no event of kind" in ran.err
    assert [p["line"] for p in json.loads(prep("merge", str(folder), "--json").out)["problems"]] == [1, 2, 3]


def test_an_answer_from_the_future_is_told_and_taken(prep: Prep, home: Path, other: Path) -> None:
    """The other machine's clock was years ahead: it counts as it stands, and the next answer has its own day."""
    folder = home.parent / "shared"
    prep("log", "--export", str(folder))
    (file,) = folder.iterdir()
    last = json.loads(file.read_text("utf-8").splitlines()[-1])
    del last["proof"]
    ahead = {**last, "id": "late", "action": "late", "at": last["at"] + 4 * 365 * 86_400_000}
    ahead |= {"wall": ahead["at"], "day": last["day"] + 4 * 365}
    file.write_text(json.dumps(ahead) + "\n", encoding="utf-8")
    ran = prep("merge", str(folder))
    assert ran.code == 1 and "1 event from here on is dated after now" in ran.err
    shown = prep("due")
    assert "The clock stands" in shown.err and shown.code == 0
    prep("review", "--plain", "--limit", "1", stdin="\n\n3\n")
    events = [json.loads(line) for line in prep("log", "--json").out.splitlines()]
    assert events[-1]["at"] > ahead["at"] and events[-1]["day"] == last["day"]


def test_a_conflicted_copy_is_told_at_every_start(prep: Prep, home: Path, other: Path) -> None:
    """Its name, what it is, and the command that takes it in, quoted; merged and deleted, it is told no more."""
    copy = home / "prep (Ada's conflicted copy 2026-11-29).db"
    shutil.copy(other / "prep.db", copy)
    for _ in range(2):
        assert f'Run prep merge "{copy}"' in prep("due").err
    assert "\n3 new\n" in prep("merge", str(copy)).out
    copy.unlink()
    assert prep("due").err == ""


@pytest.mark.parametrize("words", [(), ("nowhere.jsonl",), ("prep.db",)])
def test_what_cannot_be_merged_is_wrong_usage(prep: Prep, home: Path, other: Path, words: tuple[str, ...]) -> None:
    """Nothing named, nothing there, the database itself: exit 2 and a sentence."""
    ran = prep("merge", *(str(home / word) for word in words))
    assert ran.code == 2 and ran.err.startswith("prep: ")


def test_a_conflicted_copy_has_stale_due_dates_too(prep: Prep, home: Path) -> None:
    """Both machines wrote into the same file under one device's name: the card that both rated is found all the
    same, at the merge and later."""
    prep("due")
    copy = home / "prep.sync-conflict-20261129-183100-ABCDEFG.db"
    shutil.copy(home / "prep.db", copy)
    prep("review", "--plain", "--limit", "1", stdin="\n\n4\n")
    shutil.move(home / "prep.db", home.parent / "mine.db")
    shutil.move(copy, home / "prep.db")
    prep("review", "--plain", "--limit", "1", stdin="\n\n3\n")
    assert len(json.loads(prep("merge", "--json", str(home.parent / "mine.db")).out)["older"]) == 1
    assert "1 card moved" in prep("merge", "--reschedule").out


def test_a_packed_log_among_others_is_told_and_the_others_come_in(prep: Prep, home: Path, other: Path) -> None:
    """One line for the whole file, exit 1; what can be read is taken."""
    folder = home.parent / "logs"
    prep("log", "--export", str(folder))
    (folder / "2020-01.jsonl").write_bytes(gzip.compress(b"{}\n"))
    ran = prep("merge", str(folder))
    assert ran.code == 1 and ran.err.count("2020-01.jsonl") == 1
    assert "compressed by gzip, unpack it" in ran.err.replace(" (", ", ") and "nothing new" in ran.out
