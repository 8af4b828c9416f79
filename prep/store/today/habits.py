"""How a person rates and how long their cards take, read from their newest answers (DESIGN §8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from prep.core.prospect import RatingHabits
from prep.store.caches.tally import CAP, COUNTS

NEWEST = 2_000
"""Answers looked at: a few months of them, found from the end of the log in 5 ms."""
DOUBT = 30
"""So many answers of the defaults are mixed in, so that a few first answers turn nothing over."""

RECENT_ANSWERS = f"""select rating, min(at), sum(min(coalesce(ms, 0), ({CAP}))) / 1000.0,
    max(case when json_valid(body) then json_extract(body, '$.reps') = 0 end), min(ms is not null)
    from (select * from event where kind = 'rated' and {COUNTS} order by at desc limit {NEWEST})
    group by card, day"""
"""A card's day: its first rating (SQLite takes it from the row of the least `at`), its time, and whether it was met."""


def habits_of(rows: Iterable[Sequence[Any]]) -> RatingHabits:
    """The person's habits, smoothed towards the defaults."""
    usual, first, later = RatingHabits(), [0.0] * 4, [0.0] * 3
    times: dict[str, list[float]] = {"met": [], "known": [], "forgotten": []}
    for rating, _, seconds, met, timed in rows:
        if met:
            first[rating - 1] += 1
        elif rating > 1:
            later[rating - 2] += 1
        if timed:
            times["met" if met else "known" if rating > 1 else "forgotten"].append(seconds)
    means = {name: (sum(found) + DOUBT * getattr(usual, name)) / (len(found) + DOUBT) for name, found in times.items()}
    again, hard, good, easy = _shares(first, usual.first)
    return RatingHabits((again, hard, good, easy), _three(_shares(later, usual.recalled)), **means)


def _shares(found: Sequence[float], usual: Sequence[float]) -> list[float]:
    whole = sum(found) + DOUBT
    return [(n + DOUBT * share) / whole for n, share in zip(found, usual, strict=True)]


def _three(shares: Sequence[float]) -> tuple[float, float, float]:
    hard, good, easy = shares
    return hard, good, easy
