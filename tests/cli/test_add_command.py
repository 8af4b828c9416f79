"""`prep add`: from a file, from a pipe, from a person's fingers."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from prep.cli.main import main
from prep.plain_file import MOST
from tests.cli.conftest import Prep

NEW = '# Mine\n\n```toml\ntopic = "mine"\n```\n\n## What is mine? {ID}\n\nThis.\n'


def test_add_takes_markdown_from_stdin(prep: Prep) -> None:
    """The card is in the user's folder, has an id, and is asked today."""
    ran = prep("add", "-", stdin=NEW.replace(" {ID}", ""))
    assert (ran.code, ran.out, ran.err) == (0, "mine/mine\n", "")
    assert "mine/mine" in [card["id"] for card in json.loads(prep("due", "--json").out)["cards"]]


class Terminal(io.BytesIO):
    """Standard input with a person before it."""

    def isatty(self) -> bool:
        return True


def test_add_tells_a_person_that_it_waits(
    prep: Prep, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a terminal it says what to type and how to end it; on stdout nothing but ids."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Terminal(NEW.replace("{ID}", "{#own}").encode()), "utf-8"))
    assert main(["add"]) == 0
    out, err = capsys.readouterr()
    assert out == "mine/own\n" and err.startswith("type or paste Markdown; ctrl-")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="Windows has no such file")
def test_add_refuses_what_never_ends(prep: Prep) -> None:
    """A device or a pipe by name; standard input stays the way for those."""
    ran = prep("add", "/dev/zero")
    assert ran.code == 2 and ran.err.startswith("prep: /dev/zero can't be read: it is no file\n")
    assert "| prep add -" in ran.err


def test_add_refuses_what_is_too_large_for_a_deck(prep: Prep, tmp_path: Path) -> None:
    """Through a pipe as from a file: 5 MB are seven times the starter deck."""
    (tmp_path / "huge.md").write_bytes(b"a" * (MOST + 1))
    for ran in (prep("add", str(tmp_path / "huge.md")), prep("add", "-", stdin="a" * (MOST + 1))):
        assert ran.code == 2 and "5 MB" in ran.err and "add it in several parts" in ran.err


def test_add_puts_cards_without_a_preamble_into_a_topic(prep: Prep) -> None:
    """One that is there, behind its cards, or a new one; a problem's line is counted in what was given."""
    assert prep("add", "-", "--topic", "spread", stdin="## Which norm?\n\nThe second.\n").out == "spread/norm\n"
    assert prep("add", "-", "--topic", "fresh-one", stdin="## Which norm?\n\nThe first.\n").out == "fresh-one/norm\n"
    assert "Fresh one" in prep("read", "fresh-one").out
    ran = prep("add", "-", "--topic", "spread", stdin="## Which?\n\n$\\foo$\n")
    assert ran.code == 1 and ran.err.startswith("stdin:3:")


def test_add_without_a_topic_says_how_to_name_one(prep: Prep) -> None:
    """Cards that stand alone need no title: --topic is the shorter way."""
    ran = prep("add", "-", stdin="## What is a prior?\n\nBelief before data.\n")
    assert ran.code != 0
    assert "prep add --topic T -" in ran.err


def test_add_refuses_two_topics_and_a_word_that_is_none(prep: Prep) -> None:
    """A text that names a topic isn't put into another one."""
    assert "names its topic itself" in prep("add", "-", "--topic", "spread", stdin=NEW).err
    ran = prep("add", "-", "--topic", "My Topic", stdin="## Which?\n\nThis.\n")
    assert ran.code == 1 and "“My Topic” is no topic" in ran.err


def test_add_takes_a_file(prep: Prep, tmp_path: Path) -> None:
    """With the id that its author chose."""
    file = tmp_path / "it's 100%#.md"
    file.write_text(NEW.replace("{ID}", "{#own}"), encoding="utf-8")
    assert prep("add", str(file)).out == "mine/own\n"


def test_adding_text_with_an_error_changes_nothing(prep: Prep, home: Path) -> None:
    """The problems are told, exit 1."""
    ran = prep("add", "-", stdin=NEW.replace("This.", "$\\foo$").replace(" {ID}", ""))
    assert ran.code == 1 and "foo" in ran.err
    assert not (home / "decks").exists() or not list((home / "decks").iterdir())
