"""Streak and minutes: one definition each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

CAP_MS = 300_000
"""What one answer's time counts at the most, unless the settings say otherwise: someone left the desk."""
DEFAULT_SECONDS = 60.0
"""A card's time while fewer than `ENOUGH` answers were timed."""
ENOUGH = 20
RECENT_DAYS = 30


@dataclass(frozen=True, slots=True)
class DayTally:
    """One study day's ratings that count."""

    day: int
    again: int = 0
    hard: int = 0
    good: int = 0
    easy: int = 0
    timed: int = 0
    """Ratings whose time was measured."""
    ms: int = 0
    """Their time, each capped as the settings say."""
    tested: int = 0
    """Ratings that tested a memory: recall was predicted, from an earlier day."""
    recalled: int = 0
    """Those of them that were not Again."""

    @property
    def ratings(self) -> int:
        """All ratings of the day."""
        return self.again + self.hard + self.good + self.easy


def streak(days: Iterable[int], today: int) -> int:
    """How many study days in a row, ending today or yesterday, have a rating that counts.

    days: study days with such a rating, each once, the newest first; days after today (a wrong clock) are passed over.
    """
    expected, length = today, 0
    for day in days:
        if day > today:
            continue
        if length == 0 and day == today - 1:
            expected = day
        if day != expected:
            break
        length, expected = length + 1, expected - 1
    return length


def seconds_a_card(timed: int, ms: int) -> float:
    """Mean capped answer time in seconds; 60 while fewer than twenty were timed."""
    return ms / timed / 1000 if timed >= ENOUGH else DEFAULT_SECONDS


def minutes(cards: int, seconds: float) -> int:
    """Whole minutes that so many cards take, rounded up."""
    return -(-round(cards * seconds) // 60)
