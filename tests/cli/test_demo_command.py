"""`prep demo`: what is echoed, listed and refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from prep.demos.running import sync
from prep.demos.running.described import Own
from tests.cli.conftest import Prep
from tests.tui.demo_page import OWN


def test_a_number_is_echoed_as_it_was_written(prep: Prep) -> None:
    """And the nearest value can be typed: 10000000, not 1e+07."""
    ran = prep("demo", "attention.score-std", "n=10000000")
    assert ran.code == 2
    assert "n=10000000 is outside 100 to 4000; the nearest is 4000" in ran.err


def test_a_parameter_that_is_given_twice_is_told(prep: Prep) -> None:
    """Neither value may win unseen."""
    ran = prep("demo", "attention.score-std", "seed=1", "seed=2")
    assert ran.code == 2 and "seed is given twice" in ran.err


def test_what_a_demo_of_one_s_own_says_drives_no_terminal(prep: Prep, home: Path) -> None:
    """Titles and whatever else comes from its file are rows of text (DESIGN §2)."""
    (home / "demos").mkdir(parents=True)
    told = OWN.replace("Which is larger?", r"T\x1b[2J\nnew").replace("We count.", r"I\x1b]0;x\x07")
    (home / "demos" / "mine.py").write_text(told, encoding="utf-8")
    for words in (("--list",), ("--list", "mine.sizes"), ("mine.sizes",)):
        ran = prep("demo", *words)
        assert "T␛[2J" in ran.out and "\x1b" not in ran.out + ran.err
    assert "mine.sizes                         T␛[2J new\n" in prep("demo", "--list").out


def test_shipped_demos_are_listed_before_a_person_s_own_are_read(
    prep: Prep, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of theirs may hang; what is wrong with one is told on stderr, with and without --json."""
    (home / "demos").mkdir(parents=True)
    (home / "demos" / "mine.py").write_text("x = (", encoding="utf-8")
    before, describe = list[str](), sync.describe

    def slow(folder: Path) -> Own:
        before.append(capsys.readouterr().out)
        return describe(folder)

    monkeypatch.setattr(sync, "describe", slow)
    for words in ((), ("--json",)):
        ran = prep("demo", "--list", *words)
        assert ("attention.score-std " in before.pop()) is (not words)
        assert "mine.py:1: error: SyntaxError" in ran.err


def test_json_has_the_fields_of_the_contract(prep: Prep, home: Path) -> None:
    """{demo, parameters, seed, measured, theory, tolerance, verdict, seconds, versions}, and the images (DESIGN §6)."""
    ran = prep("demo", "attention.score-std", "d_k=8", "n=100", "--json")
    found = json.loads(ran.out)
    fields = "demo parameters seed measured theory tolerance verdict seconds versions"
    assert set(fields.split()) <= set(found)
    assert found["environment"] == {"device": "cpu", "threads": 1}
    assert {"series", "x", "y", "se"} == set(found["measured"][0])
    assert {"series", "x", "y"} == set(found["theory"][0])
    assert not home.exists()  # nothing is created


def test_what_computed_is_told(prep: Prep) -> None:
    """Versions, device, threads and seconds in the last row: the thread count leaves the interface a core."""
    last = prep("demo", "attention.score-std", "d_k=8", "n=100").out.splitlines()[-1]
    assert last.startswith("torch ") and " · cpu, 1 thread · " in last and last.endswith(" s")


def test_the_same_seed_gives_the_same_numbers(prep: Prep) -> None:
    """Twice in two processes, digit for digit; another seed gives others."""
    ran = [
        json.loads(prep("demo", "attention.score-std", "d_k=8", "n=100", f"seed={seed}", "--json").out)["measured"]
        for seed in (3, 3, 4)
    ]
    assert ran[0] == ran[1] != ran[2]
