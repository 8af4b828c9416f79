"""What the log says of one card: a cache of the fold, never a truth of its own."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from prep.core.event import HELD_FOR_EVER, Rating
from prep.core.gate import SETTLED


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
class Reviewed:
    """What its ratings since the last reset made of a card."""

    phase: Phase
    """Never NEW."""
    reps: int
    lapses: int
    """Times a card in review was rated Again; steps don't count, or a card would be a leech too soon."""
    memory: Memory
    first_day: int
    """Study day of the first rating: the day it was introduced."""
    last_day: int
    """Study day of the newest rating."""
    last_rating: Rating | None
    """None for a card that another program has rated."""
    step: int
    """Index of the step it stands at while in learning or relearning; 0 outside."""
    due_day: int
    due_at: int | None = None
    """ms UTC at which the present learning step is over; None outside steps."""


@dataclass(frozen=True, slots=True)
class State:
    """One card's schedule and memory after the events that count."""

    card: str
    reviewed: Reviewed | None = None
    """None for a new card: never rated, or reset since."""
    added_day: int | None = None
    """Study day on which the card was first met."""
    held_until: int | None = None
    """First study day on which the card is free again; HELD_FOR_EVER when suspended."""

    @property
    def phase(self) -> Phase:
        """Where it stands."""
        return Phase.NEW if self.reviewed is None else self.reviewed.phase

    @property
    def in_review(self) -> Reviewed | None:
        """What is known of a card that is outside its steps; None for any other."""
        return self.reviewed if self.phase is Phase.REVIEW else None

    @property
    def reps(self) -> int:
        """How often it was rated."""
        return 0 if self.reviewed is None else self.reviewed.reps

    @property
    def lapses(self) -> int:
        """How often it was forgotten."""
        return 0 if self.reviewed is None else self.reviewed.lapses

    @property
    def due_at(self) -> int | None:
        """ms UTC at which its learning step is over; None outside steps."""
        return None if self.reviewed is None else self.reviewed.due_at

    @property
    def suspended(self) -> bool:
        """Held until the person releases it."""
        return self.held_until is not None and self.held_until >= HELD_FOR_EVER

    def held(self, day: int) -> bool:
        """Whether the card stays out of the queue on that study day."""
        return self.held_until is not None and day < self.held_until

    @property
    def opens_gate(self) -> bool:
        """Whether follow-ups and red flags of this question may come, from its second day on (DESIGN §1)."""
        past = self.in_review
        return past is not None and past.last_rating in (Rating.GOOD, Rating.EASY)

    @property
    def gates(self) -> tuple[bool, bool]:
        """All that gates ask of a question beside the day: whether it opens them, and those of deeper follow-ups."""
        past = self.in_review
        return self.opens_gate, past is not None and past.memory.stability >= SETTLED
