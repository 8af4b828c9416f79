"""`prep import`: notes of other programs as cards in the person's folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Prep


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """Two good rows and one without an answer."""
    file = tmp_path / "my notes.csv"
    file.write_text(
        "question,answer,deck\nWhat is bias?,### too simple,ML::Basics\nWhy?,so,\nNo?,,\n", encoding="utf-8"
    )
    return file


def test_cards_are_made_and_the_rest_is_told(prep: Prep, home: Path, notes: Path) -> None:
    """Decks become topics; a heading of an answer is none of the card's; what isn't taken has its line and reason."""
    ran = prep("import", str(notes))
    assert ran.code == 0
    assert [line.rpartition("-")[0] for line in ran.out.splitlines()] == ["ml/basics/bias", "my-notes/why"]
    assert "line 4: not taken: it has no answer" in ran.err and "3 records: 2 cards made, 1 not taken" in ran.err
    assert "#### too simple" in (home / "decks" / "ml" / "basics.md").read_text(encoding="utf-8")
    assert prep("check").code == 0


def test_what_was_taken_comes_as_new_cards_do(prep: Prep, tmp_path: Path) -> None:
    """Ten a day, not a thousand at once."""
    rows = "".join(f"What is number {number}?,it is {number}\n" for number in range(30))
    (tmp_path / "many.csv").write_text(f"question,answer\n{rows}", encoding="utf-8")
    assert len(prep("import", str(tmp_path / "many.csv")).out.splitlines()) == 30
    assert json.loads(prep("due", "--json").out)["new"] == 10


def test_twice_is_once(prep: Prep, home: Path, notes: Path) -> None:
    """A card that was made stays as its owner has it now."""
    prep("import", str(notes))
    file = home / "decks" / "ml" / "basics.md"
    file.write_text(file.read_text(encoding="utf-8").replace("too simple", "mine"), encoding="utf-8")
    ran = prep("import", str(notes))
    assert (ran.code, ran.out) == (0, "")
    assert "0 cards made, 2 there already" in ran.err
    assert "mine" in file.read_text(encoding="utf-8")


def test_a_dry_run_writes_nothing(prep: Prep, home: Path, notes: Path) -> None:
    """It says what each record would become, and where."""
    ran = prep("import", "--dry-run", "--topic", "mixed", str(notes))
    assert ran.out.startswith("mixed/bias-") and "line 2: What is bias?" in ran.out
    assert not (home / "decks").exists()


def test_what_is_no_note_is_told(prep: Prep, tmp_path: Path) -> None:
    """Nothing taken is exit 1; a file that can't be read is exit 2; `add` says who takes such a file."""
    empty = tmp_path / "a.csv"
    empty.write_text("question,answer\nWhat?,\n", encoding="utf-8")
    assert prep("import", str(empty)).code == 1
    assert prep("import", str(tmp_path / "none.csv")).code == 2
    assert f"prep import {empty}" in prep("add", str(empty)).err
