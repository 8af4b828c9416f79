"""`deck.toml`: one list of tags for a deck folder, and what its levels mean."""

from __future__ import annotations

from pathlib import Path

import pytest

from prep.decks.grammar.demo_calls import KnownDemos
from prep.decks.reading.deck_toml import DeckToml, read_deck_toml
from prep.decks.reading.read import Folder, read_decks

CARD = '# T\n\n```toml\ntopic = "t"\ntags = ["a", "b"]\n```\n\n## Why? {#why tags=c}\n\nSo.\n'


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    (tmp_path / "field").mkdir()
    (tmp_path / "field" / "t.md").write_text(CARD)
    return tmp_path


def test_tags_are_those_of_the_folder(deck: Path, known: KnownDemos) -> None:
    """Each unknown one is told once, where it stands, with the nearest known one."""
    (deck / "deck.toml").write_text('tags = ["a", "bb"]')
    found = read_decks([Folder(deck)], known).problems
    assert [(p.line, p.message) for p in found] == [(5, "this deck has no tag “b”"), (8, "this deck has no tag “c”")]
    assert {p.rule for p in found} == {"unknown-tag"}
    assert found[0].hint == "did you mean bb?"


def test_without_a_list_all_tags_will_do(deck: Path, known: KnownDemos) -> None:
    """No deck.toml, or one that only describes levels."""
    assert read_decks([Folder(deck)], known).problems == ()
    (deck / "deck.toml").write_text('[levels]\n1 = "screen"')
    assert read_decks([Folder(deck)], known).problems == ()
    assert read_deck_toml(deck)[0] == DeckToml((), (("1", "screen"),))


def test_one_file_of_a_deck_has_its_deck_s_tags(deck: Path, known: KnownDemos) -> None:
    """`prep check FILE` finds the list through the folder in use; a file beside that folder has none."""
    (deck / "deck.toml").write_text('tags = ["a", "b"]')
    file = Folder(deck / "field" / "t.md")
    assert [p.rule for p in read_decks([file], known, beside=[Folder(deck)]).problems] == ["unknown-tag"]
    assert read_decks([file], known, beside=[Folder(deck / "other")]).problems == ()


@pytest.mark.parametrize("text", ["tags = [", "tags = 1", "tags = [1]", "levels = 3", '[levels]\n4 = "x"', b"\xff"])
def test_a_broken_one_is_told_and_hides_nothing(deck: Path, known: KnownDemos, text: str | bytes) -> None:
    """The cards are served, with any tags."""
    (deck / "deck.toml").write_bytes(text.encode() if isinstance(text, str) else text)
    reading = read_decks([Folder(deck)], known)
    assert [(p.rule, p.file) for p in reading.problems] == [("deck-toml", "deck.toml")]
    assert len(reading.deck.cards) == 1


def test_a_readme_is_no_deck_file(deck: Path, known: KnownDemos) -> None:
    """It tells people about the folder; named on purpose it is read."""
    (deck / "README.md").write_text(CARD.replace('"t"', '"u"'))
    (deck / "field" / "readme.md").write_text("nothing")
    assert [topic.id for topic in read_decks([Folder(deck)], known).deck.topics] == ["t"]
    assert [topic.id for topic in read_decks([Folder(deck / "README.md")], known).deck.topics] == ["u"]


def test_a_merges_conflict_is_called_by_its_name(deck: Path) -> None:
    """And nothing in the file is used."""
    (deck / "deck.toml").write_text('<<<<<<< HEAD\ntags = ["a"]\n=======\ntags = ["b"]\n>>>>>>> laptop\n')
    found, (problem,) = read_deck_toml(deck)
    assert found == DeckToml()
    assert (problem.line, problem.message) == (1, "a merge left a conflict on lines 1 to 5")
