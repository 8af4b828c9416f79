"""Home's numbers, from the glance that the first frame shows or from the open library: the same either way."""

from __future__ import annotations

from datetime import timedelta

from prep.core.clock import day_date, went_back
from prep.session.library import Library
from prep.session.view import Home
from prep.store.glance import Glance

AHEAD_DAYS = 6


def home(library: Library) -> Home:
    """Today in numbers."""
    day, store = library.day(), library.store
    ahead = tuple((day_date(day + n), store.due_on(day + n)) for n in range(1, AHEAD_DAYS + 1))
    return picture(store.glance(day, library.config.new_per_day), ahead, _notices(library))


def picture(seen: Glance, ahead: tuple[tuple[object, int], ...] = (), notices: tuple[str, ...] = ()) -> Home:
    """What Home draws from a glance."""
    raise NotImplementedError


def _notices(library: Library) -> tuple[str, ...]:
    behind = went_back(library.now(), library.store.newest_wall())
    told = [f"The clock stands {timedelta(milliseconds=behind)} before your newest answer."] if behind else []
    return (*library.store.notices, *told)
