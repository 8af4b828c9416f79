"""Moving due dates to where the memories of today put them: many cards, one action, one undo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from prep.core.card import Card
from prep.core.event import Event, EventDraft, EventKind
from prep.core.fold import fitted, order
from prep.core.memory import DEFAULT, Model, model_for
from prep.core.schedule import due_by_memory
from prep.core.stale_due import decided_on_less, knowing
from prep.session.changes.actions import append
from prep.session.library.library import Library


@dataclass(frozen=True, slots=True)
class Move:
    """One card's due, as it is and as its memory has it."""

    card: Card
    due: int
    """Study day."""
    to: int
    """Study day; a past one says that the card has been due for a while."""
    known: Mapping[str, Any]
    """What was known of the card: the body of the event that moves it."""

    @property
    def draft(self) -> EventDraft:
        """The event that moves it."""
        return EventDraft(EventKind.PLACED, self.card.full_id, due_day=self.to, body=dict(self.known))


def moves(library: Library, cards: Iterable[str]) -> tuple[Move, ...]:
    """What a reschedule of these cards (full ids) would change; cards outside review, or already there, are left."""
    found = []
    day, model = library.day(), library.store.model
    for card in filter(None, map(library.card, cards)):
        state = library.store.state(card.full_id)
        to = due_by_memory(state, library.rules, model)
        if (past := state.in_review) and to is not None and to != past.due_day:
            found.append(Move(card, past.due_day, to, knowing(state, day, model)))
    return tuple(found)


def older(library: Library, cards: Sequence[str] | None = None) -> tuple[Move, ...]:
    """Cards whose due was decided without what another machine had rated. cards: only among these."""
    fits = library.store.fits()

    def model_at(event: Event) -> Model:
        before = (fit for fit in reversed(fits) if order(fit) < order(event))
        return model_for(next((fitted(fit.body) for fit in before), DEFAULT))

    among = library.store.suspects() if cards is None else cards
    return moves(library, (c for c in among if decided_on_less(library.store.history(c), model_at)))


def reschedule(library: Library, wanted: Sequence[Move]) -> None:
    """Move them, in one action that one undo takes back. Raises StoreError."""
    if wanted:
        append(library, [move.draft for move in wanted])
