"""Home's numbers, from the glance that the first frame shows or from the open library: the same either way."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING

from prep.core.clock import day_date
from prep.core.kind import Kind
from prep.session.focus import EVERYTHING
from prep.store.glance import Glance

if TYPE_CHECKING:  # the first frame needs `picture` before SQLAlchemy is loaded
    from prep.session.library import Library

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
    """Cards answered today."""
    tomorrow: int = 0
    further: Further | None = Further.NEW
    """With nothing due: how to go on; None when there is nothing."""
    notices: tuple[str, ...] = ()
    """Things to tell at once: a clock that went back, a folder that is gone."""

    @property
    def total(self) -> int:
        """Cards that wait today."""
        return sum(self.due.values())


def home(library: Library) -> Home:
    """Today in numbers."""
    day, store = library.day(), library.store
    ahead = tuple((day_date(day + n), store.due_on(day + n)) for n in range(1, AHEAD_DAYS + 1))
    seen = picture(store.glance(day, library.config.new_per_day), ahead, library.notices)
    seen = _within_limit(seen, library) if library.config.reviews_per_day else seen
    return seen if seen.total else replace(seen, further=_further(library))


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
        tomorrow=seen.tomorrow,
        notices=notices,
    )


def _within_limit(seen: Home, library: Library) -> Home:
    """Where reviews a day are limited, what a review would still ask; the glance counts all that is due."""
    from prep.session.due import today

    due = today(library)
    waiting = Counter(card.kind for card in due.cards)
    return replace(seen, due={kind: waiting[kind] for kind in Kind}, new=due.new, minutes=due.minutes)


def _further(library: Library) -> Further | None:
    from prep.session.desk import Desk  # what the scheduler needs comes after the first frame

    if Desk(library, EVERYTHING).can_bring_new():
        return Further.NEW
    return Further.AHEAD if library.store.any_ahead(library.day()) else None
