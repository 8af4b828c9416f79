"""Reading the decks from one start to the next."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest

from prep.config import Config
from prep.decks.parse import parse
from prep.decks.reading import read as read_module
from prep.errors import StoreError
from prep.paths import Paths
from prep.session.library.library import Library
from prep.session.library.reader import DeckReader
from tests.clock import HandClock

HEAD = '# Own\n\n```toml\ntopic = "own"\n```\n\n'


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Mock]:
    """Counts what is parsed."""
    counting = Mock(wraps=parse)
    monkeypatch.setattr(read_module, "parsed_text", counting)
    yield counting


def test_a_second_start_parses_nothing(places: Paths, config: Config, clock: HandClock, parsed: Mock) -> None:
    """It has the same cards, with the same texts."""
    with Library.open(places, config, clock) as first:
        cards = first.deck.cards
    assert parsed.call_count == 1
    with Library.open(places, config, clock) as second:
        assert second.deck.cards == cards
    assert parsed.call_count == 1


def test_an_edit_is_seen_at_once(library: Library, places: Paths) -> None:
    """The app stays open; a file of the person's own is changed twice within a moment."""
    places.decks.mkdir()
    for word in ("one", "two"):
        (places.decks / "own.md").write_text(f"{HEAD}## Which? {{#which}}\n\nThis is {word}.\n")
        library.reload()
        card = library.card("own/which")
        assert card is not None
        assert card.answer == f"This is {word}."


def test_a_cache_that_was_deleted_is_made_again(places: Paths, config: Config, clock: HandClock, parsed: Mock) -> None:
    """Nothing but time is lost."""
    with Library.open(places, config, clock) as library:
        cards = library.deck.cards
    for entry in (places.cache / "decks").iterdir():
        entry.unlink()
    with Library.open(places, config, clock) as library:
        assert library.deck.cards == cards
    assert parsed.call_count == 2


def test_ids_are_given_without_reading_other_files(library: Library, places: Paths, parsed: Mock) -> None:
    """Two files gain a card that asks the same: each gets an id of its own, and the third file stays closed."""
    places.decks.mkdir()
    for name in "ab":
        (places.decks / f"{name}.md").write_text(f"{HEAD}## Which width?\n\nThis one, says {name}.\n")
    (places.decks / "c.md").write_text(f"{HEAD}## Whose? {{#whose}}\n\nMine.\n")
    library.reload()
    assert [card.id for card in library.deck.cards if card.topic == "own"] == ["width", "width-2", "whose"]
    opened = [Path(call.args[1]).name for call in parsed.call_args_list]
    assert sorted(opened) == ["a.md", "a.md", "b.md", "b.md", "c.md"]


def test_no_id_is_written_while_another_program_has_the_database(
    places: Paths, config: Config, clock: HandClock
) -> None:
    """The sentence says that nothing was changed; the next start gives the id."""
    Library.open(places, config, clock).close()
    places.decks.mkdir()
    file = places.decks / "own.md"
    file.write_text(f"{HEAD}## Which width?\n\nThis one.\n")
    before = file.read_bytes()
    with closing(sqlite3.connect(places.database, isolation_level=None)) as other:
        other.execute("begin immediate")
        with pytest.raises(StoreError, match="in use by another program"):
            Library.open(places, config, clock, busy_ms=0)
        assert file.read_bytes() == before
    Library.open(places, config, clock).close()
    assert b"## Which width? {#width}" in file.read_bytes()


def test_a_reader_hands_on_what_it_read(places: Paths, config: Config, clock: HandClock, parsed: Mock) -> None:
    """The app reads in a thread and opens the library in its own."""
    reader = DeckReader(places, config)
    reader.read()
    (places.cache / "decks").rename(places.cache / "elsewhere")
    with Library.open(places, config, clock, reader) as library:
        assert library.deck.cards
    assert parsed.call_count == 1


def test_decks_that_have_not_changed_are_not_put_together_again(places: Paths, config: Config) -> None:
    """A hundred thousand cards take a second; an editor that was left without a change takes none."""
    places.decks.mkdir(parents=True)
    own = places.decks / "own.md"
    own.write_text(f"{HEAD}## Which? {{#which}}\n\nThis.\n")
    reader = DeckReader(places, config)
    first = reader.read()
    own.touch()
    assert reader.read() is first
    (places.decks / "deck.toml").write_text('tags = ["one"]\n')
    second = reader.read()
    assert second is not first
    own.write_text(f"{HEAD}## Which? {{#which tags=other}}\n\nThis.\n")
    assert [problem.rule for problem in reader.read().pressing] == ["unknown-tag"]
    own.unlink()
    assert [topic.id for topic in reader.read().deck.topics] == ["spread"]
