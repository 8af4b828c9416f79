"""Daily copies grow sparse as they grow old."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from prep.core.thinning import kept

TODAY = date(2026, 11, 30)
"""A Monday."""


def test_a_year_of_copies() -> None:
    """Seven days; the last day of each week that touches the last 35 days; the last copy of each month."""
    every = [TODAY - timedelta(days=back) for back in range(400)]
    days = kept(every, TODAY)
    assert [(TODAY - day).days for day in sorted(days, reverse=True)][:7] == list(range(7))
    sundays = [date(2026, 11, 22), date(2026, 11, 15), date(2026, 11, 8), date(2026, 11, 1)]
    assert sorted(day for day in days if date(2026, 10, 31) < day < date(2026, 11, 24)) == sundays[::-1]
    assert [day for day in sorted(days) if day < date(2026, 3, 1)] == [
        date(2025, 11, 30), date(2025, 12, 31), date(2026, 1, 31), date(2026, 2, 28),
    ]  # fmt: skip


@given(st.sets(st.integers(1, 200)), st.integers(1, 60))
def test_thinning_each_day_loses_no_month(days: set[int], more: int) -> None:
    """Whoever thins every day keeps a copy of each month of the last year that had one, and of each week of the last
    five."""
    there: set[date] = set()
    for number in range(200 + more):
        today = TODAY + timedelta(days=number)
        there |= {today} if number in days else set()
        there = kept(there, today)
    made = {TODAY + timedelta(days=number) for number in days if number < 200 + more}
    assert {(day.year, day.month) for day in there} == {(day.year, day.month) for day in made}
    week = {day.isocalendar()[:2] for day in made if (today - day).days < 28}
    assert week <= {day.isocalendar()[:2] for day in there}
