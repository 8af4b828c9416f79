"""A year of days, what is remembered, what is weakest."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prep.core.clock import day_date, day_number
from prep.core.memory import Model
from prep.core.state import Memory
from prep.core.stats import DayTally
from prep.core.year import (
    DAYS,
    Heat,
    PointTally,
    TopicOutlook,
    calendar,
    forecast,
    heats,
    outlook,
    retention,
    weakest_points,
    weakest_topics,
    weeks,
)

TODAY = day_number(date(2026, 11, 29))


@given(st.integers(0, 40_000), st.integers(1, 800))
def test_every_local_date_stands_in_the_heatmap_exactly_once(today: int, length: int) -> None:
    """Whatever the year and its changes of clock: dates are counted, never hours."""
    shown = [day for week in weeks(calendar([], today, length)) for day in week if day is not None]
    first = day_date(today) - timedelta(days=length - 1)
    assert [day_date(day.day) for day in shown] == [first + timedelta(days=n) for n in range(length)]


def test_the_night_of_a_clock_change_shifts_no_week() -> None:
    """3 September 2023, when clocks went forward in Chile, and its week stand where they belong."""
    grid = weeks(calendar([], day_number(date(2023, 12, 31))))
    columns = [week for week in grid if any(day and day_date(day.day) == date(2023, 9, 3) for day in week)]
    assert len(columns) == 1
    assert [day_date(day.day) for day in columns[0] if day] == [date(2023, 8, 28) + timedelta(days=n) for n in range(7)]


@given(st.integers(0, 40_000))
def test_a_row_of_the_heatmap_is_one_weekday(today: int) -> None:
    """Monday first; at most 53 columns."""
    grid = weeks(calendar([], today))
    assert len(grid) <= 54
    for week in grid:
        assert len(week) == 7
        assert all(day is None or day_date(day.day).weekday() == row for row, day in enumerate(week))


def test_days_keep_their_tallies_and_gaps_are_empty() -> None:
    """What is older than a year, or after today, stays out."""
    tallies = [
        DayTally(TODAY - DAYS, good=9),
        DayTally(TODAY - 3, good=2),
        DayTally(TODAY),
        DayTally(TODAY + 1, good=1),
    ]
    days = calendar(tallies, TODAY)
    assert len(days) == DAYS and days[-1].day == TODAY
    assert [(day.day - TODAY, day.ratings) for day in days if day.ratings] == [(-3, 2)]


def test_heat_is_told_against_the_usual_day() -> None:
    """Days without anything don't make the others look hot."""
    found = heats({1: 0, 2: 10, 3: 10, 4: 1, 5: 30, 6: 0})
    assert found == {1: Heat.NONE, 2: Heat.USUAL, 3: Heat.USUAL, 4: Heat.LITTLE, 5: Heat.MUCH, 6: Heat.NONE}


def test_true_retention_counts_tests_of_memory_only() -> None:
    """Recalled of tested over all days, none of none."""
    found = retention([DayTally(1, again=5, good=5, tested=4, recalled=3), DayTally(2, tested=6, recalled=6)])
    assert (found.tested, found.recalled, found.share) == (10, 9, 0.9)
    assert found.interval[0] < 0.9 < found.interval[1]
    assert retention([]).share is None


def test_a_topics_recall_is_the_mean_over_its_cards() -> None:
    """By the model's own curve: 40 days at a stability of 10, and answered today."""
    model = Model()
    found = outlook("a/b", [(4.0, None), (0.0, 3)], model)
    assert (found.topic, found.cards) == ("a/b", 2)
    assert found.recall == pytest.approx((model.recall(Memory(10.0, 5.0), 40) + 1) / 2, abs=1e-12)


def test_the_weakest_topic_is_the_least_recalled_today() -> None:
    """Of many, a few; the name decides between equals."""
    topics = [TopicOutlook(name, recall, 1, ()) for name, recall in (("c", 0.9), ("b", 0.5), ("d", 0.7), ("a", 0.7))]
    assert [row.topic for row in weakest_topics(topics, 3)] == ["b", "a", "d"]


def test_the_forecast_is_of_the_next_thirty_days() -> None:
    """Overdue cards, cards due today, on no day, and on the thirty-first are in none of its days."""
    model = Model()
    topics = [outlook("a", [(0.0, days)], model) for days in (-1, 0, 1, 1, 3, 30, 31, None)]
    assert forecast(topics) == (2, 0, 1, *[0] * 26, 1)
    assert forecast([outlook("a", [(0.0, 1), (0.0, 1), (0.0, 9)], model)])[:9] == (2, 0, 0, 0, 0, 0, 0, 0, 1)


def test_there_is_a_forecast_of_nothing() -> None:
    """Thirty days without a card."""
    assert forecast([]) == (0,) * 30


def test_one_miss_of_one_is_not_the_weakest_point() -> None:
    """What was missed eight times of ten is surer to be weak."""
    once, often, seldom = PointTally("t/a", "x", 0, 1), PointTally("t/b", "y", 2, 8), PointTally("t/c", "z", 20, 2)
    assert weakest_points([once, seldom, often], 2) == (often, once)
