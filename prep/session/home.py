"""Home's numbers, from the glance that the first frame shows or from the open library: the same either way."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from prep.core.card import Kind
from prep.core.clock import day_date
from prep.session.focus import EVERYTHING
from prep.session.home import Further, Home
from prep.store.glance import Glance

if TYPE_CHECKING:  # the first frame needs `picture` before SQLAlchemy is loaded
    from prep.session.library import Library

AHEAD_DAYS = 6


def home(library: Library) -> Home:
    """Today in numbers."""
    day, store = library.day(), library.store
    ahead = tuple((day_date(day + n), store.due_on(day + n)) for n in range(1, AHEAD_DAYS + 1))
    seen = picture(store.glance(day, library.config.new_per_day), ahead, library.notices)
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


def _further(library: Library) -> Further | None:
    from prep.session.desk import Desk  # what the scheduler needs comes after the first frame

    if Desk(library, EVERYTHING).can_bring_new():
        return Further.NEW
    return Further.AHEAD if next(library.store.ahead(library.day()), None) else None
