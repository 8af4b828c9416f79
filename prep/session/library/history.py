"""One card with everything the log says of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from prep.core.card import Card
from prep.core.event import Event
from prep.core.state import Phase, Reviewed, State
from prep.session.library.library import Library
from prep.session.library.listing import standing

NEW = {"phase": Phase.NEW, "reps": 0, "lapses": 0, "step": 0}


@dataclass(frozen=True, slots=True)
class CardHistory:
    """A card, its state, and its events that count."""

    card: Card
    state: State
    recall: float | None
    day: int
    events: tuple[Event, ...]

    def json(self) -> dict[str, Any]:
        """The card, its state and its history as plain data."""
        return {
            "id": self.card.full_id,
            "card": _plain(self.card),
            "state": _flat(self.state),
            "standing": standing(self.state, self.day),
            "recall": self.recall,
            "history": [asdict(event) for event in self.events],
        }


def _flat(state: State) -> dict[str, Any]:
    """The schedule and memory as one record; a new card has the same fields."""
    past = asdict(state.reviewed) if state.reviewed else {field.name: None for field in fields(Reviewed)} | NEW
    return {"card": state.card, "added_day": state.added_day, "held_until": state.held_until} | past


def _plain(card: Card) -> dict[str, Any]:
    """The card's facts and its text side by side."""
    facts = asdict(replace(card, words=card.text))
    del facts["full_id"]
    words: dict[str, Any] = facts.pop("words")
    return facts | words


def history(library: Library, card: Card) -> CardHistory:
    """Everything the log says of this card."""
    state, day = library.store.state(card.full_id), library.day()
    recall = library.store.model.recalled(state, day)
    return CardHistory(card, state, recall, day, tuple(library.store.history(card.full_id)))
