"""A year in numbers: its days, how much was remembered, and what is weakest."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from heapq import nsmallest

from prep.core.clock import day_date
from prep.core.evaluation import wilson
from prep.core.memory import Model
from prep.core.stats import DayTally

Standing = tuple[float, int | None]
"""A card with a memory, as statistics need it, a plain tuple because there may be 100,000: days since the newest answer
over stability, and in how many days it comes due (None: on no day that is known)."""

DAYS = 365
WEEK = 7
FORECAST_DAYS = 30


class Heat(IntEnum):
    """How much was done on a day, against the mean of the days on which anything was."""

    NONE = 0
    LITTLE = 1
    """Under half the mean."""
    USUAL = 2
    MUCH = 3
    """More than half above it."""


@dataclass(frozen=True, slots=True)
class Retention:
    """True retention: of the answers that tested a memory, the share that wasn't Again."""

    tested: int
    recalled: int

    @property
    def share(self) -> float | None:
        """None of none."""
        return self.recalled / self.tested if self.tested else None

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the share."""
        return wilson(self.recalled, self.tested)


@dataclass(frozen=True, slots=True)
class TopicOutlook:
    """How much of a topic would be recalled today, and when it comes back."""

    topic: str
    recall: float
    """Mean over its cards that have a memory."""
    cards: int
    """Those cards."""
    coming: tuple[int, ...]
    """How many of them come due on each of the next thirty days, tomorrow first."""


@dataclass(frozen=True, slots=True)
class PointTally:
    """How a must-say point was judged."""

    card: str
    """Full id."""
    key: str
    said: int = 0
    missed: int = 0

    @property
    def weakness(self) -> float:
        """The share missed that is certain: the lower end of its interval, so that one miss of one isn't the worst."""
        return wilson(self.missed, self.said + self.missed)[0]


def calendar(tallies: Iterable[DayTally], today: int, days: int = DAYS) -> tuple[DayTally, ...]:
    """Every one of the last `days` study days exactly once, today last."""
    known = {tally.day: tally for tally in tallies}
    return tuple(known.get(day) or DayTally(day) for day in range(today - days + 1, today + 1))


def weeks(days: Sequence[DayTally]) -> tuple[tuple[DayTally | None, ...], ...]:
    """Columns of a heatmap: Monday first, None before the first and after the last of these days, which follow each
    other."""
    if not days:
        return ()
    lead = day_date(days[0].day).weekday()
    cells = [*[None] * lead, *days, *[None] * (-(lead + len(days)) % WEEK)]
    return tuple(tuple(cells[at : at + WEEK]) for at in range(0, len(cells), WEEK))


def heats(amounts: Mapping[int, float]) -> dict[int, Heat]:
    """Study day → how much was done, from study day → its answers, or its time."""
    active = [amount for amount in amounts.values() if amount > 0]
    mean = sum(active) / len(active) if active else 0.0
    return {day: _heat(amount, mean) for day, amount in amounts.items()}


def _heat(amount: float, mean: float) -> Heat:
    if amount <= 0:
        return Heat.NONE
    if amount < 0.5 * mean:
        return Heat.LITTLE
    return Heat.MUCH if amount > 1.5 * mean else Heat.USUAL


def retention(days: Iterable[DayTally]) -> Retention:
    """Of these days together."""
    tallies = list(days)
    return Retention(sum(tally.tested for tally in tallies), sum(tally.recalled for tally in tallies))


def outlook(topic: str, standings: Sequence[Standing], model: Model) -> TopicOutlook:
    """A topic's, from its cards that have a memory, at least one."""
    pressures, days = zip(*standings, strict=True)
    recalls, due = model.recalls(pressures), Counter(days)
    coming = tuple(due.get(day, 0) for day in range(1, FORECAST_DAYS + 1))
    return TopicOutlook(topic, math.fsum(recalls) / len(recalls), len(recalls), coming)


def forecast(topics: Iterable[TopicOutlook]) -> tuple[int, ...]:
    """How many cards come due on each of the next thirty days, tomorrow first."""
    return tuple(map(sum, zip([0] * FORECAST_DAYS, *(topic.coming for topic in topics), strict=True)))


def weakest_topics(topics: Iterable[TopicOutlook], most: int) -> tuple[TopicOutlook, ...]:
    """So many topics by rising recall."""
    return tuple(nsmallest(most, topics, key=lambda row: (row.recall, row.topic)))


def weakest_points(points: Iterable[PointTally], most: int) -> tuple[PointTally, ...]:
    """So many points by falling weakness."""
    return tuple(nsmallest(most, points, key=lambda point: (-point.weakness, point.card, point.key)))
