"""What a day under a plan asks (DESIGN §8): so many new cards, then whatever gains most for its time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from prep.core.plan import Plan
from prep.core.prospect import Prospect, RatingHabits

INTRODUCING = 0.88
"""Share of a plan's days in which new cards come: what comes later isn't kept."""
EACH = 1.1
"""Of the time that a card takes when it is met, how much a plan must have for each card: with less, more cards would be
met than can be kept."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A card that was met, in the scope of a plan that runs."""

    card: str
    """Full id."""
    stability: float
    difficulty: float
    last_day: int
    aims: tuple[tuple[int, float], ...]
    """(study day, worth) of each plan that holds it."""


@dataclass(frozen=True, slots=True)
class Picked:
    """A card to ask, and the seconds that it is expected to take."""

    card: str
    seconds: float


def picked(candidates: Iterable[Candidate], prospect: Prospect, day: int, seconds: float) -> list[Picked]:
    """What to ask again today within so many seconds, the best gain first; the last may go beyond them.

    A card that was asked today isn't asked again, and none that gains nothing.
    """
    gains = [(_gain(each, prospect, day), each) for each in candidates if each.last_day < day]
    found: list[Picked] = []
    for gain, each in sorted(gains, key=lambda pair: (-pair[0], pair[1].card)):
        if seconds <= 0 or gain <= 0:
            break
        now, habits = prospect.recall(each.stability, day - each.last_day), prospect.habits
        found.append(Picked(each.card, now * habits.known + (1 - now) * habits.forgotten))
        seconds -= found[-1].seconds
    return found


def new_today(plan: Plan, habits: RatingHabits, day: int, seen: int, unseen: int) -> int:
    """How many new cards the plan brings on that study day.

    seen, unseen: cards of its scope that were met before that day, and all others.
    """
    last = plan.begun + int(INTRODUCING * (plan.day - plan.begun))
    days = sum(plan.studies(on) for on in range(day, last))
    if not days or not plan.studies(day):
        return 0
    whole = sum(plan.studies(on) for on in range(plan.begun, plan.day)) * plan.minutes * 60
    return ceil(min(unseen, max(0, int(whole / (EACH * habits.met)) - seen)) / days)


def _gain(each: Candidate, prospect: Prospect, day: int) -> float:
    elapsed = day - each.last_day
    return sum(
        worth * prospect.gain(each.stability, each.difficulty, elapsed, aim - day)
        for aim, worth in each.aims
        if aim >= day
    )


def seconds_of(plans: Iterable[Plan], day: int) -> int:
    """Seconds of study that the plans give a day: those of the one that asks most, for a person has one day."""
    return max((plan.minutes * 60 for plan in plans if plan.runs(day) and plan.studies(day)), default=0)
