"""What the log says of one card: a cache of the fold, never a truth of its own."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from prep.core.event import HELD_FOR_EVER, Rating


@dataclass(frozen=True, slots=True)
class Memory:
    """FSRS-6's two numbers (Ye 2024, The Algorithm): both as float32 values, as the model gives them."""

    stability: float
    """Days after which recall has fallen to 90 %."""
    difficulty: float
    """1 to 10."""


class Phase(StrEnum):
    """Where a card stands."""

    NEW = "new"
    """Never rated, or reset since."""
    LEARNING = "learning"
    """In its first steps."""
    REVIEW = "review"
    RELEARNING = "relearning"
    """Back in steps after a lapse."""


@dataclass(frozen=True, slots=True)
class State:
    """One card's schedule and memory after the events that count."""

    card: str
    phase: Phase = Phase.NEW
    reps: int = 0
    lapses: int = 0
    """Times a card in review was rated Again; steps don't count, or a card would be a leech too soon."""
    memory: Memory | None = None
    added_day: int | None = None
    """Study day on which the card was first met."""
    first_day: int | None = None
    """Study day of the first rating since the last reset: the day it was introduced."""
    last_day: int | None = None
    """Study day of the newest rating."""
    last_rating: Rating | None = None
    step: int = 0
    """Index of the step it stands at while in learning or relearning; 0 outside."""
    due_day: int | None = None
    due_at: int | None = None
    """ms UTC at which the present learning step is over; None outside steps."""
    held_until: int | None = None
    """First study day on which the card is free again; HELD_FOR_EVER when suspended."""

    @property
    def suspended(self) -> bool:
        """Held until the person releases it."""
        return self.held_until is not None and self.held_until >= HELD_FOR_EVER

    def held(self, day: int) -> bool:
        """Whether the card stays out of the queue on that study day."""
        return self.held_until is not None and day < self.held_until

    @property
    def opens_gate(self) -> bool:
        """Whether follow-ups and red flags of this question may come (DESIGN §1)."""
        return self.phase is Phase.REVIEW and self.last_rating in (Rating.GOOD, Rating.EASY)
