"""What each rating would do, computed when a card is shown; that very object is applied (DESIGN §1, §4)."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

from prep.core.clock import Moment
from prep.core.event import Draft, EventKind, Rating
from prep.core.memory import RETENTION, Model
from prep.core.state import Memory, Phase, State

MINUTE_MS = 60_000
LONGEST_INTERVAL = 36_500
STEP_MINUTES = (1, 1_439)
"""A step ends on the day it began: one of a day or more is an interval, which is FSRS's to give (FAULTS 62)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The settings that scheduling knows; a value outside its range is a ValueError (FAULTS 71)."""

    retention: float = 0.90
    """Desired recall when a card comes due, 0.70 to 0.97."""
    maximum_interval: int = LONGEST_INTERVAL
    """Days, 1 to 36,500."""
    learning_steps: tuple[int, ...] = (10,)
    """Minutes; empty: a new card goes straight into review."""
    relearning_steps: tuple[int, ...] = (10,)
    """Minutes after a lapse; empty: it stays in review."""
    fuzz: bool = True
    """Whether intervals are spread by a seeded few percent."""

    def __post_init__(self) -> None:
        if not RETENTION[0] <= self.retention <= RETENTION[1]:
            raise ValueError(f"desired retention must be 0.70 to 0.97, not {self.retention!r}")
        if not 1 <= self.maximum_interval <= LONGEST_INTERVAL:
            raise ValueError(f"maximum interval must be 1 to 36500 days, not {self.maximum_interval!r}")
        for step in (*self.learning_steps, *self.relearning_steps):
            if not STEP_MINUTES[0] <= step <= STEP_MINUTES[1]:
                raise ValueError(f"a learning step must be 1 to 1439 minutes, not {step!r}")


@dataclass(frozen=True, slots=True)
class Choice:
    """One rating and what it does: the button shows it, the log keeps it."""

    rating: Rating
    phase: Phase
    memory: Memory
    due_day: int
    """Study day; a learning step's is the day on which it began."""
    due_at: int | None
    """ms UTC at which the learning step is over; None when the card leaves or is outside its steps."""
    days: int
    """The interval in study days; 0 in a step."""
    minutes: int
    """The step's length, rounded down; 0 outside steps."""

    def draft(self, card: str, ms: int | None, body: dict[str, object] | None = None) -> Draft:
        """The event that applies this choice. ms: how long the answer took."""
        return Draft(
            EventKind.RATED, card, None, self.rating, ms, self.due_day, self.due_at, dict(body) if body else {}
        )


Choices = tuple[Choice, Choice, Choice, Choice]


def choices(state: State, now: Moment, day: int, rules: Rules, model: Model) -> Choices:
    """What Again, Hard, Good and Easy would do to a card at this moment of this study day."""
    raise NotImplementedError
