"""Instants, and the study day they belong to (DESIGN §3)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Protocol

EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001  naive on purpose: study days are counted on the wall clock
EPOCH_ORDINAL = EPOCH.toordinal()
DAY_MS = 86_400_000
LAST_MS = 100_000 * DAY_MS
"""The last instant that anything in the log may name, in the year 2243."""
CLOCKS = range(LAST_MS - 3_650 * DAY_MS)
"""What a clock may say, in ms UTC, from 1970 to 2233: what is logged then, a merge takes. The last ten years are left,
so that an event after the newest has a place in the order (`at`), whatever a clock has said."""
WENT_BACK_MS = 120_000
"""A clock may be set back by two minutes (network time does that) before anyone is told."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What a clock says: an instant and how far local time is from UTC at it."""

    ms: int
    """Milliseconds since 1970-01-01 UTC."""
    offset_minutes: int = 0
    shown_minutes: int = 0
    """In an hour that a clock change repeats: how many minutes ahead of this one the wall clock has shown already."""

    @property
    def local(self) -> datetime:
        """The wall clock's naive local time; a damaged row's, outside the years 1 to 9999, is the nearest in them."""
        try:
            return EPOCH + timedelta(milliseconds=self.ms, minutes=self.offset_minutes)
        except OverflowError:
            return datetime.max if self.ms > 0 else datetime.min  # noqa: DTZ901 - naive, as all wall clocks here

    def later(self, ms: int) -> Moment:
        """The same wall clock after so many milliseconds."""
        shown = max(0, self.shown_minutes - ms // 60_000) if self.shown_minutes else 0
        return Moment(self.ms + ms, self.offset_minutes, shown)


class Clock(Protocol):
    """Whatever tells the time; tests pass their own."""

    def now(self) -> Moment:
        """The present moment."""
        ...

    def awake(self) -> int:
        """ms since any beginning that don't count while the machine sleeps, nor jump when its time is set."""
        ...


def study_day(moment: Moment, rollover_minutes: int = 240) -> int:
    """The study day of a moment, in days since 1970-01-01.

    It is the date of the local wall clock minus the rollover (minutes after midnight), never seconds divided by
    86,400: a day with a clock change has 23 or 25 hours. Where the change repeats the hour in which a
    day begins, the first time counts: a day that has begun isn't taken back.
    """
    minutes = moment.shown_minutes - rollover_minutes
    return (moment.local + timedelta(minutes=minutes)).toordinal() - EPOCH_ORDINAL


def day_date(day: int) -> date:
    """The calendar date of a study day; a damaged row's, outside the years 1 to 9999, is the nearest in them."""
    return date.fromordinal(min(max(day + EPOCH_ORDINAL, 1), date.max.toordinal()))


def day_number(on: date) -> int:
    """The study day of a calendar date."""
    return on.toordinal() - EPOCH_ORDINAL


def month(day: int) -> str:
    """The month of a study day as "YYYY-MM", as `expires` writes it."""
    return day_date(day).isoformat()[:7]


def went_back(now: Moment, newest_wall: int | None) -> int:
    """By how many milliseconds the clock stands before the newest answer; 0 while that is below two minutes."""
    behind = 0 if newest_wall is None else newest_wall - now.ms
    return behind if behind > WENT_BACK_MS else 0
