"""One card with everything the log says of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from prep.core.card import Card
from prep.core.clock import day_date
from prep.core.event import HELD_FOR_EVER, Event, EventKind
from prep.core.state import State
from prep.session.library.library import Library
from prep.session.library.listing import standing
from prep.text.words import count


@dataclass(frozen=True, slots=True)
class CardHistory:
    """A card, its state, and its events that count."""

    card: Card
    state: State
    recall: float | None
    day: int
    events: tuple[Event, ...]

    @property
    def rows(self) -> tuple[str, ...]:
        """One event a row: date, what happened, what followed."""
        return tuple(_row(event) for event in self.events) or ("never asked",)

    @property
    def standing(self) -> str:
        """Where it stands now."""
        words = [standing(self.state, self.day), count(self.state.reps, "answer"), count(self.state.lapses, "lapse")]
        if self.state.memory:
            words.append(f"stability {self.state.memory.stability:.1f} days")
            words.append(f"difficulty {self.state.memory.difficulty:.1f}")
        if self.recall is not None:
            words.append(f"recall {100 * self.recall:.0f} %")
        return " · ".join(words)

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


def _row(event: Event) -> str:
    words = [day_date(event.day).isoformat(), event.rating.word if event.rating else event.kind.value]
    if event.ms is not None:
        words.append(f"{event.ms / 1000:.0f} s")
    if event.kind is EventKind.RATED and event.due_at is not None:
        words.append("again in some minutes")
    elif event.kind is EventKind.HELD:
        words.append(_hold(event.due_day))
    elif event.due_day is not None:
        words.append(f"due {day_date(event.due_day).isoformat()}")
    if event.missed:
        words.append("missed " + ", ".join(event.missed))
    return "  ".join(words)


def _hold(until: int | None) -> str:
    if until is None:
        return "no longer"
    return "until released" if until >= HELD_FOR_EVER else f"until {day_date(until).isoformat()}"
