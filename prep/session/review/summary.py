"""The end of a session: what was done, what was missed, what comes tomorrow."""

from __future__ import annotations

from prep.core import stats
from prep.session.library.library import Library
from prep.session.review.snapshot import Summary
from prep.session.review.tally import Tally
from prep.session.review.tomorrow import tomorrow


def summary(library: Library, tally: Tally) -> Summary:
    """This session in numbers."""
    morning, missed = tomorrow(library), tally.missed
    seconds = tally.seconds / len(tally.cards) if tally.cards else stats.DEFAULT_SECONDS
    return Summary(
        cards=len(tally.cards),
        answers=tally.answers,
        seconds=tally.seconds,
        streak=library.store.glance(library.day(), library.config.new_per_day).streak,
        ratings=tally.ratings,
        said=tally.said,
        judged=tally.said + sum(point.times for point in missed),
        missed=(*missed, *tally.failed),
        tomorrow=morning,
        tomorrow_minutes=stats.minutes(morning.cards, seconds),
    )
