"""Home's numbers, from the glance that the first frame shows or from the open library: the same either way."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from prep.core.clock import day_date
from prep.core.kind import Kind
from prep.core.plan import Plan, running
from prep.session.library.focus import EVERYTHING, Focus
from prep.session.review.tomorrow import NOTHING_COMES, Tomorrow, tomorrow, within_limit
from prep.store.today.glance import Glance, glance

if TYPE_CHECKING:  # the first frame needs `first_home` before SQLAlchemy is loaded
    from prep.config import Config
    from prep.session.library.library import Library
    from prep.session.plan.standing import PlanStanding

AHEAD_DAYS = 6


class Further(StrEnum):
    """How to go on when nothing is due."""

    NEW = "more new cards"
    """Beyond today's limit."""
    AHEAD = "study ahead"
    """Cards before their day, the least remembered first."""


@dataclass(frozen=True, slots=True)
class Home:
    """Today in numbers."""

    today: date
    due: dict[Kind, int]
    """Due and learning cards by kind, new ones of the day included."""
    new: int
    minutes: int
    streak: int
    days: tuple[int, ...]
    """Cards a day, the newest last; eighteen days."""
    ahead: tuple[tuple[date, int], ...] = ()
    """What comes due on the next six days."""
    problems: int = 0
    """Deck problems that are errors or warnings."""
    facts: int = 0
    """Expired facts to check."""
    answered: int = 0
    """Answers given today."""
    tomorrow: Tomorrow = NOTHING_COMES
    """With nothing due today."""
    further: Further | None = Further.NEW
    """With nothing due: how to go on; None when there is nothing."""
    notices: tuple[str, ...] = ()
    """Things to tell at once: a clock that went back, a folder that is gone."""
    plan: PlanStanding | None = None
    """The nearest plan that runs."""
    waiting: int = 0
    """Due cards outside every plan, for which no minutes are left today."""
    whole: int = 0
    """With a focus, which narrows `due`, `new` and `minutes`: cards that wait today in all; else 0."""

    @property
    def total(self) -> int:
        """Cards that wait today."""
        return sum(self.due.values())


def first_home(database: Path, day: int, config: Config) -> Home | None:
    """Today in numbers before the library is open; None where the store must see to the database first."""
    if (taken := glance(database, day, config.new_per_day)) is None:
        return None
    seen = picture(taken)
    morning = None if seen.total else glance(database, day + 1, config.new_per_day)
    return replace(seen, tomorrow=within_limit(morning, config)) if morning else seen


def home(library: Library, focus: Focus = EVERYTHING) -> Home:
    """Today in numbers; what waits, as the review within this focus will ask it."""
    day, store = library.day(), library.store
    ahead = tuple((day_date(day + n), store.due_on(day + n)) for n in range(1, AHEAD_DAYS + 1))
    plans = running(store.plans(), day)
    seen = picture(store.glance(day, library.config.new_per_day), () if plans else ahead, library.notices)
    seen = _as_asked(seen, library, EVERYTHING) if plans or library.config.reviews_per_day else seen
    seen = replace(_as_asked(seen, library, focus), whole=seen.total) if focus else seen
    seen = _with_plan(seen, library, plans[0]) if plans else seen
    return seen if seen.total else replace(seen, further=_further(library, focus), tomorrow=tomorrow(library))


def picture(seen: Glance, ahead: tuple[tuple[date, int], ...] = (), notices: tuple[str, ...] = ()) -> Home:
    """What Home draws from a glance."""
    return Home(
        today=day_date(seen.day),
        due={kind: seen.due.get(kind, 0) + seen.fresh.get(kind, 0) for kind in Kind},
        new=seen.new,
        minutes=seen.minutes,
        streak=seen.streak,
        days=seen.recent,
        ahead=ahead,
        problems=seen.problems,
        facts=seen.facts,
        answered=seen.answered,
        notices=notices,
    )


def _as_asked(seen: Home, library: Library, focus: Focus) -> Home:
    """What a review would still ask, where a limit or a focus narrows it; the glance counts all that is due."""
    from prep.session.home.due import today

    due = today(library, focus)
    waiting = Counter(card.kind for card in due.cards)
    return replace(
        seen, due={kind: waiting[kind] for kind in Kind}, new=due.new, minutes=due.minutes, waiting=due.waiting
    )


def _with_plan(seen: Home, library: Library, plan: Plan) -> Home:
    from prep.session.plan.standing import standing

    return replace(seen, plan=standing(library, plan))


def _further(library: Library, focus: Focus) -> Further | None:
    from prep.session.review.today import Today  # what the scheduler needs comes after the first frame

    day = Today(library, focus)
    if day.can_bring_new():
        return Further.NEW
    return Further.AHEAD if day.can_look_ahead() else None
