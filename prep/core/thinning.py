"""Which of many daily copies are worth their room: the closer, the denser."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from datetime import date

DAILY, WEEKLY, MONTHLY = 7, 35, 366
"""For so many days back the newest of each day, of each week, of each month is kept."""


def kept(days: Iterable[date], today: date) -> set[date]:
    """Those to keep: all of the last week, then one a week for five weeks, one a month for a year. What is dated after
    today stays: a clock was wrong, and nobody knows which."""
    old = [day for day in days if day <= today]
    spans: tuple[tuple[int, Callable[[date], Hashable]], ...] = (
        (DAILY, lambda day: day),
        (WEEKLY, lambda day: day.isocalendar()[:2]),
        (MONTHLY, lambda day: (day.year, day.month)),
    )
    newest = {(span, of(day)): day for span, of in spans for day in sorted(old) if (today - day).days < span}
    return {day for day in days if day > today} | set(newest.values())
