"""Card actions, each taken back whole by one undo, the renewal of a fact in a deck file too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from prep.config import Config
from prep.core.event import Rating
from prep.errors import DeckError
from prep.paths import Paths
from prep.session.changes import actions
from prep.session.changes.actions import CardAction
from prep.session.library.library import Library
from prep.session.review.review import Review
from tests.clock import HandClock

FACTS = """\
# Facts

```toml
topic = "facts"
```

## Who serves the longest context? {#longest level=3 as_of=2025-10 expires=2026-10}

Somebody [a].

## What else? {#else}

Nothing.

[a]: <https://example.org> "A 2025, Facts"
"""


@pytest.fixture
def shipped(places: Paths, config: Config, clock: HandClock, tmp_path: Path) -> Iterator[Library]:
    """An expired fact in the starter deck."""
    (tmp_path / "starter" / "facts.md").write_text(FACTS, encoding="utf-8")
    with Library.open(places, config, clock) as opened:
        yield opened


@pytest.fixture
def own(places: Paths, config: Config, clock: HandClock) -> Iterator[Library]:
    """An expired fact in the person's own file."""
    places.decks.mkdir(parents=True)
    (places.decks / "mine.md").write_bytes(FACTS.replace("\n", "\r\n").encode())
    with Library.open(places, config, clock) as opened:
        yield opened


def files(library: Library) -> dict[str, bytes]:
    """The person's decks, byte for byte."""
    folder = library.paths.decks
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*.md")} if folder.exists() else {}


def months(library: Library) -> tuple[str, str]:
    """Of the fact."""
    card = library.find("facts/longest")
    return card.as_of, card.expires


@pytest.mark.parametrize("which", ["own", "shipped"])
def test_a_renewal_is_taken_back_and_given_back(which: str, request: pytest.FixtureRequest) -> None:
    """The fact holds for a year; undo makes every file what it was, byte for byte; redo renews again; undo again."""
    library: Library = request.getfixturevalue(which)
    before = files(library)
    actions.renew(library, library.find("facts/longest"))
    renewed = files(library)
    assert months(library) == ("2026-11", "2027-11")
    assert library.facts == ()
    for _ in range(2):
        undone = actions.undo(library)
        assert undone is not None
        assert (undone.sentence, undone.card) == ("undone: renew longest", "facts/longest")
        assert (files(library), months(library)) == (before, ("2025-10", "2026-10"))
        assert actions.redo(library) is not None
        assert (files(library), months(library)) == (renewed, ("2026-11", "2027-11"))


def test_what_was_undone_is_called_as_the_menu_calls_it(own: Library) -> None:
    """Bury, suspend, reset and release; of several cards, their number."""
    longest, other = own.find("facts/longest"), own.find("facts/else")
    for action in (CardAction.BURY, CardAction.SUSPEND, CardAction.RESET, CardAction.RELEASE):
        actions.act(own, longest, action)
        undone, redone = actions.undo(own), actions.redo(own)
        assert undone is not None and redone is not None
        assert (undone.sentence, redone.sentence) == (f"undone: {action} longest", f"redone: {action} longest")
    for card in (longest, other):
        actions.act(own, card, CardAction.SUSPEND)
    assert actions.release(own, [longest, other]) == 2
    undone = actions.undo(own)
    assert undone is not None and undone.sentence == "undone: release 2 cards"


def test_a_renewal_leaves_hold_and_schedule(own: Library) -> None:
    """A suspended fact stays suspended."""
    card = own.find("facts/longest")
    actions.act(own, card, CardAction.SUSPEND)
    before = own.store.state(card.full_id)
    actions.renew(own, card)
    assert own.store.state(card.full_id) == before
    actions.undo(own)
    assert own.store.state(card.full_id) == before


def test_a_renewal_is_undone_in_its_turn(own: Library, clock: HandClock) -> None:
    """After it came a rating, which goes first; then the renewal, after a restart as well."""
    before = files(own)
    actions.renew(own, own.find("facts/longest"))
    review = Review(own)
    review.reveal()
    assert review.rate(Rating.GOOD) is not None
    own.reload()
    assert actions.undo(own) is not None
    assert months(own) == ("2026-11", "2027-11")
    own.close()
    with Library.open(own.paths, own.config, clock) as again:
        assert actions.undo(again) is not None
        assert files(again) == before


def test_a_file_that_was_edited_since_keeps_the_edit(own: Library) -> None:
    """Only the months go back."""
    actions.renew(own, own.find("facts/longest"))
    file = own.paths.decks / "mine.md"
    file.write_bytes(file.read_bytes().replace(b"Somebody", b"Nobody"))
    own.reload()
    assert actions.undo(own) is not None
    assert months(own) == ("2025-10", "2026-10")
    assert b"Nobody" in file.read_bytes()


def test_months_that_were_changed_since_stay(own: Library) -> None:
    """Undo says so rather than overwrite what a person wrote."""
    actions.renew(own, own.find("facts/longest"))
    file = own.paths.decks / "mine.md"
    file.write_bytes(file.read_bytes().replace(b"2027-11", b"2030-01"))
    own.reload()
    undone = actions.undo(own)
    assert undone is not None
    assert undone.sentence == "undone: renew longest, but its months were changed since and stay"
    assert months(own) == ("2026-11", "2030-01")


def test_an_undo_that_cannot_write_the_deck_undoes_nothing(own: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error is told, and the same undo works once the file can be written."""
    actions.renew(own, own.find("facts/longest"))

    def refuse(*_: object) -> None:
        raise DeckError("mine.md can't be written", "")

    with monkeypatch.context() as patched:
        patched.setattr("prep.decks.writing.renewal.write_file", refuse)
        with pytest.raises(DeckError):
            actions.undo(own)
    assert months(own) == ("2026-11", "2027-11")
    assert actions.undo(own) is not None
    assert months(own) == ("2025-10", "2026-10")


@pytest.mark.parametrize("action", CardAction)
def test_every_card_action_is_undone_by_one_undo(library: Library, action: CardAction) -> None:
    """Bury, suspend, release and reset change the state, and one undo brings the one before."""
    review = Review(library)
    card = review.asked.card if review.asked else None
    assert card is not None
    review.reveal()
    review.rate(Rating.GOOD)
    if action is CardAction.RELEASE:
        actions.act(library, card, CardAction.SUSPEND)
    before = library.store.state(card.full_id)
    actions.act(library, card, action)
    assert library.store.state(card.full_id) != before
    assert actions.undo(library) is not None
    assert library.store.state(card.full_id) == before
