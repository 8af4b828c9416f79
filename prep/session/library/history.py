"""One card with everything the log says of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from prep.core.card import Card
from prep.core.event import Event
from prep.core.state import State
from prep.session.library.library import Library
from prep.session.library.listing import standing


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
            "state": asdict(self.state),
            "standing": standing(self.state, self.day),
            "recall": self.recall,
            "history": [asdict(event) for event in self.events],
        }


def _plain(card: Card) -> dict[str, Any]:
    """The card's facts and its text side by side."""
    facts = asdict(replace(card, words=card.text))
    del facts["full_id"]
    words: dict[str, Any] = facts.pop("words")
    return facts | words


def history(library: Library, card: Card) -> CardHistory:
    """Everything the log says of this card."""
    state, day = library.store.state(card.full_id), library.day()
    recall = None
    if state.memory is not None and state.last_day is not None:
        recall = library.store.model.recall(state.memory, max(0, day - state.last_day))
    return CardHistory(card, state, recall, day, tuple(library.store.history(card.full_id)))
