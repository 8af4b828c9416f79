"""Streak and minutes."""

from __future__ import annotations

import pytest

from prep.core.stats import DayTally, minutes, seconds_a_card, streak


@pytest.mark.parametrize(
    ("days", "length"),
    [
        ([], 0),
        ([100], 1),
        ([99], 1),
        ([98], 0),
        ([100, 99, 98, 96], 3),
        ([99, 98], 2),
        ([100, 98], 1),
        ([1_500, 100, 99], 2),
    ],
)
def test_a_streak_ends_today_or_yesterday(days: list[int], length: int) -> None:
    """Consecutive study days up to today, or to yesterday while today has none; a day in 2030 is passed over."""
    assert streak(days, 100) == length


def test_a_card_takes_its_mean_time() -> None:
    """With twenty timed answers the mean counts, with fewer a minute."""
    assert seconds_a_card(20, 600_000) == 30
    assert seconds_a_card(19, 600_000) == 60


def test_minutes_round_up() -> None:
    """Twelve cards of 31 seconds are seven minutes; no cards are none."""
    assert minutes(12, 31) == 7
    assert minutes(0, 60) == 0


def test_a_day_counts_all_its_ratings() -> None:
    """The four buttons add up."""
    assert DayTally(1, again=1, hard=2, good=3, easy=4).ratings == 10
