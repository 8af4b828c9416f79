"""What a person does to cards outside rating them, and taking it back: one action, one transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from prep.core.card import Card
from prep.core.event import HELD_FOR_EVER, Draft, EventKind
from prep.session.library import Library
from prep.session.view import Undone
from prep.store import records
from prep.store.records import Action


class CardAction(StrEnum):
    """The card actions behind `x`; each is undone by `u`."""

    BURY = "bury"
    """Not today."""
    SUSPEND = "suspend"
    """Not until released."""
    RELEASE = "release"
    RESET = "reset"
    """A new card again; its history stays in the log."""


def append(library: Library, drafts: Sequence[Draft]) -> Action:
    """Log one action now. It is on disk when this returns. Raises StoreError."""
    return library.store.append(drafts, library.now(), library.day())


def act(library: Library, card: Card, action: CardAction) -> Action:
    """Bury, suspend, release or reset a card."""
    return append(library, [_draft(card.full_id, action, library.day())])


def _draft(card: str, action: CardAction, day: int) -> Draft:
    match action:
        case CardAction.BURY:
            return Draft(EventKind.HELD, card=card, due_day=day + 1)
        case CardAction.SUSPEND:
            return Draft(EventKind.HELD, card=card, due_day=HELD_FOR_EVER)
        case CardAction.RELEASE:
            return Draft(EventKind.HELD, card=card)
        case CardAction.RESET:
            return Draft(EventKind.RESET, card=card)


def undo(library: Library) -> Undone | None:
    """Take back this device's newest action; None when there is none left."""
    return _turn(library, library.store.undo, "undone")


def redo(library: Library) -> Undone | None:
    """Give back what was undone last; None when there is nothing to give back."""
    return _turn(library, library.store.redo, "redone")


def _turn(library: Library, turn: Callable[..., records.Undone | None], word: str) -> Undone | None:
    done = turn(library.now(), library.day())
    return None if done is None else Undone(f"{word}: {_what(done)}", done.card if done.cards == 1 else None)


VERBS = {
    EventKind.RATED: "rating",
    EventKind.HELD: "hold",
    EventKind.RESET: "reset",
    EventKind.PLACED: "reschedule",
    EventKind.FITTED: "new parameters",
    EventKind.RENAMED: "new id",
}


def _what(done: records.Undone) -> str:
    verb = done.rating.word if done.rating else VERBS.get(done.kind, done.kind)
    if done.card and done.cards == 1:
        return f"{verb} on {done.card.rpartition('/')[2]}"
    return f"{verb} on {done.cards} cards" if done.cards else verb
