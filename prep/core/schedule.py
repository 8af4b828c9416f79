"""What each rating would do, computed when a card is shown and applied as shown (DESIGN §1, §4)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import blake2b

from prep.core.clock import Moment
from prep.core.event import EventDraft, EventKind, Rating
from prep.core.memory import RETENTION, Model
from prep.core.state import Memory, Phase, State

MINUTE_MS = 60_000
LONGEST_INTERVAL = 36_500
DAY_MINUTES = 1_440
"""A step ends on the day it began: one of a day or more is an interval, which is FSRS's to give."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The settings that scheduling knows; one out of range is a ValueError: FSRS would give infinite intervals."""

    retention: float = 0.90
    """Desired recall when a card comes due, 0.70 to 0.97."""
    maximum_interval: int = LONGEST_INTERVAL
    """Days, 1 to 36,500."""
    learning_steps: tuple[float, ...] = (10,)
    """Minutes; empty: a new card goes straight into review."""
    relearning_steps: tuple[float, ...] = (10,)
    """Minutes after a lapse; empty: it stays in review."""
    fuzz: bool = True
    """Whether intervals are spread by a seeded few percent."""

    def __post_init__(self) -> None:
        if not RETENTION[0] <= self.retention <= RETENTION[1]:
            raise ValueError(f"desired retention must be 0.70 to 0.97, not {self.retention!r}")
        if not 1 <= self.maximum_interval <= LONGEST_INTERVAL:
            raise ValueError(f"maximum interval must be 1 to 36500 days, not {self.maximum_interval!r}")
        for step in (*self.learning_steps, *self.relearning_steps):
            if not 0 < step < DAY_MINUTES:
                raise ValueError(f"a learning step must be more than 0 and less than 1440 minutes, not {step!r}")


@dataclass(frozen=True, slots=True)
class RatingChoice:
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
    step: int
    """The step's length in ms; 0 outside steps."""

    def made(self, now: Moment) -> RatingChoice:
        """The same, chosen at this moment: a step begins with the answer, however long its card has been looked at."""
        return self if self.due_at is None else replace(self, due_at=now.ms + self.step)

    def draft(self, card: str, ms: int | None, body: dict[str, object] | None = None) -> EventDraft:
        """The event that applies this choice. ms: how long the answer took."""
        return EventDraft(
            EventKind.RATED,
            card,
            None,
            self.rating,
            ms,
            self.due_day,
            self.due_at,
            dict(body) if body else {},
        )


Choices = tuple[RatingChoice, RatingChoice, RatingChoice, RatingChoice]


def choices(state: State, now: Moment, day: int, rules: Rules, model: Model) -> Choices:
    """What Again, Hard, Good and Easy would do to a card at this moment of this study day."""
    past = state.reviewed
    memories = model.after(None, 0) if past is None else model.after(past.memory, max(0, day - past.last_day))
    spread = _seed(state.card, state.reps) if rules.fuzz else None
    made: list[RatingChoice] = []
    least = _floor(state, rules, model)
    for rating, memory in zip(Rating, memories, strict=True):
        step = _step(state, rating, rules)
        if step is not None:
            phase = Phase.LEARNING if state.phase in (Phase.NEW, Phase.LEARNING) else Phase.RELEARNING
            made.append(RatingChoice(rating, phase, memory, day, now.ms + step, 0, step))
            continue
        floor = 1 if rating is Rating.AGAIN else least
        days = _spread(model.interval(memory, rules.retention), floor, rules.maximum_interval, spread)
        made.append(RatingChoice(rating, Phase.REVIEW, memory, day + days, None, days, 0))
        least = max(least, days)
    again, hard, good, easy = made
    return again, hard, good, easy


def due_by_memory(state: State, rules: Rules, model: Model) -> int | None:
    """The study day on which a card in review would be due if its memory alone decided; None outside review.

    Its fuzz is that of the repetition which decided last: while the memory is the same, the day is, too.
    """
    if (past := state.in_review) is None:
        return None
    spread = _seed(state.card, max(0, past.reps - 1)) if rules.fuzz else None
    return past.last_day + _spread(model.interval(past.memory, rules.retention), 1, rules.maximum_interval, spread)


def _step(state: State, rating: Rating, rules: Rules) -> int | None:
    """Length in ms of the step that a rating leads to, with Anki's meaning of steps; None when the card leaves them."""
    if state.phase is Phase.REVIEW:
        steps = rules.relearning_steps
        return int(steps[0] * MINUTE_MS) if steps and rating is Rating.AGAIN else None
    steps = rules.relearning_steps if state.phase is Phase.RELEARNING else rules.learning_steps
    if not steps or rating is Rating.EASY:
        return None
    here = min(state.reviewed.step if state.reviewed else 0, len(steps) - 1)
    if rating is Rating.AGAIN:
        return int(steps[0] * MINUTE_MS)
    if rating is Rating.HARD:
        return _hard_step(steps, here)
    return int(steps[here + 1] * MINUTE_MS) if here + 1 < len(steps) else None


def _hard_step(steps: tuple[float, ...], here: int) -> int:
    """Hard repeats its step; at the first it takes half as long again, or midway to the second."""
    if here > 0:
        return int(steps[here] * MINUTE_MS)
    return int((steps[0] * 1.5 if len(steps) == 1 else (steps[0] + steps[1]) / 2) * MINUTE_MS)


def _floor(state: State, rules: Rules, model: Model) -> int:
    """The fewest days a success may bring: the previous interval, as far as today's settings would still give it.

    Without that bound nothing but a lapse would shorten an interval after retention was raised or a date moved by hand.
    """
    if (past := state.in_review) is None:
        return 1
    _, longest = _range(min(model.interval(past.memory, rules.retention), rules.maximum_interval))
    return max(1, min(past.due_day - past.last_day, longest, rules.maximum_interval))


FUZZ_BANDS = ((2.5, 7.0, 0.15), (7.0, 20.0, 0.10), (20.0, float("inf"), 0.05))
"""(from day, to day, share): Anki's widths. Days inside a band widen the range by that share of themselves."""


def _range(days: float) -> tuple[int, int]:
    """First and last day that fuzz may choose around an interval."""
    if days < FUZZ_BANDS[0][0]:
        return round(days), round(days)
    delta = 1.0
    for start, end, share in FUZZ_BANDS:
        if days > start:
            delta += share * (min(days, end) - start)
    return round(days - delta), round(days + delta)


def _spread(ideal: float, floor: int, maximum: int, spread: float | None) -> int:
    """Whole days around an ideal interval, between floor and maximum. spread: 0 ≤ s < 1, or None."""
    inside = min(max(ideal, floor), maximum)
    if spread is None:
        return round(inside)
    first, last = _range(inside)
    first, last = min(max(first, floor), maximum), min(max(last, floor), maximum)
    return first + int(spread * (1 + last - first))


def _seed(card: str, reps: int) -> float:
    """A number in [0, 1) that belongs to this repetition of this card, so that what is shown is what happens."""
    digest = blake2b(f"{card}\n{reps}".encode(), digest_size=7).digest()
    return int.from_bytes(digest, "big") / 2**56
