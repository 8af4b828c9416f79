"""Numbers as a person reads them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prep.text import words

MINUTE = 1 / 1440


@pytest.mark.parametrize(
    ("days", "text", "narrow"),
    [
        (0, "now", "now"),
        (0.5 * MINUTE, "30 s", "30s"),
        (10 * MINUTE, "10 min", "10m"),
        (15 * MINUTE, "15 min", "15m"),
        (59.7 * MINUTE, "1 h", "1h"),
        (5 / 24, "5 h", "5h"),
        (23.8 / 24, "1 day", "1d"),
        (1, "1 day", "1d"),
        (2, "2 days", "2d"),
        (11, "11 days", "11d"),
        (60, "60 days", "60d"),
        (61, "2 months", "2mo"),
        (76, "2.5 months", "2.5mo"),
        (364, "1 year", "1y"),
        (475, "1.3 years", "1.3y"),
        (36_500, "100 years", "100y"),
    ],
)
def test_intervals(days: float, text: str, narrow: str) -> None:
    """An interval is told in the unit a person would count it in."""
    assert words.interval(days) == text
    assert words.interval(days, narrow=True) == narrow


@pytest.mark.parametrize("days", [-723, -0.5, math.nan, -math.inf])
def test_an_interval_is_never_negative(days: float) -> None:
    """Fault 49: what lies in the past is now."""
    assert words.interval(days) == "now"


def test_an_endless_interval_has_words() -> None:
    """Fault 49: no interval is too long for its button."""
    assert words.interval(math.inf) == "2,738 years"


@given(st.floats(0, 40_000), st.floats(0, 40_000))
def test_longer_never_reads_shorter(one: float, other: float) -> None:
    """Fault 56: a longer interval never shows a smaller number in the same unit."""
    less, more = (words.interval(days).split() for days in sorted((one, other)))
    if len(less) == len(more) == 2 and less[1].rstrip("s") == more[1].rstrip("s"):
        assert float(less[0].replace(",", "")) <= float(more[0].replace(",", ""))


def test_durations() -> None:
    """Times are told roughly for a plan, exactly for a record."""
    assert [words.minutes(s) for s in (0, 12, 95, 1860)] == ["0 min", "1 min", "2 min", "31 min"]
    assert [words.duration(s) for s in (48, 72, 120, 3900)] == ["48 s", "1 min 12 s", "2 min", "1 h 5 min"]


def test_counts_and_shares() -> None:
    """One has its own form, a percent sign stands apart, a minus is a minus."""
    assert [words.count(n, "card") for n in (0, 1, 3, 1200)] == ["0 cards", "1 card", "3 cards", "1,200 cards"]
    assert words.count(2, "reply", "replies") == "2 replies"
    assert [words.percent(x) for x in (0.714, 1, -0.02)] == ["71 %", "100 %", "−2 %"]
