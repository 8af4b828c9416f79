"""Moving due dates to where the memories of today put them: many cards, one action, one undo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from prep.core.card import Card
from prep.core.event import Draft, Event, EventKind
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


def moves(library: Library, cards: Iterable[str]) -> tuple[Move, ...]:
    """What a reschedule of these cards (full ids) would change; cards outside review, or already there, are left."""
    found = []
    for card in filter(None, map(library.card, cards)):
        state = library.store.state(card.full_id)
        to = due_by_memory(state, library.rules, library.store.model)
        if to is not None and state.due_day is not None and to != state.due_day:
            found.append(Move(card, state.due_day, to))
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
    day, model = library.day(), library.store.model
    drafts = [
        Draft(
            EventKind.PLACED,
            move.card.full_id,
            due_day=move.to,
            body=knowing(library.store.state(move.card.full_id), day, model),
        )
        for move in wanted
    ]
    if drafts:
        append(library, drafts)
