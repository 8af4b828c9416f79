"""The end of a session: what was done, what was missed, what comes tomorrow."""

from __future__ import annotations

from prep.core import stats
from prep.session.home import tomorrow
from prep.session.library import Library
from prep.session.tally import Tally
from prep.session.view import Summary


def summary(library: Library, tally: Tally) -> Summary:
    """This session in numbers."""
    store, day, limit = library.store, library.day(), library.config.new_per_day
    morning = tomorrow(store.glance(day + 1, limit), library.config)
    missed = tally.missed
    seconds = tally.seconds / tally.done if tally.done else stats.DEFAULT_SECONDS
    return Summary(
        done=tally.done,
        seconds=tally.seconds,
        streak=store.glance(day, limit).streak,
        ratings=tally.ratings,
        said=tally.said,
        judged=tally.said + sum(point.times for point in missed),
        missed=missed,
        tomorrow=morning,
        tomorrow_minutes=stats.minutes(morning.cards, seconds),
    )
