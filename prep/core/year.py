"""A year in numbers: its days, how much was remembered, and what is weakest."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from prep.core.clock import day_date
from prep.core.evaluation import wilson
from prep.core.memory import Model
from prep.core.stats import DayTally

Standing = tuple[str, int, float, int | None, int | None]
"""A card with a memory, as statistics need it, a plain tuple because there may be 100,000: full id, study day of the
newest answer, stability, the study day on which it is due (None in learning steps), first day on which it is free
again (None: it is)."""

DAYS = 365
WEEK = 7


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
class TopicRecall:
    """How much of a topic would be recalled today."""

    topic: str
    recall: float
    """Mean over its cards that were ever answered."""
    cards: int


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
    """Every one of the last `days` study days exactly once, today last (FAULTS 5)."""
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


def forecast(standings: Iterable[Standing], today: int, days: int) -> tuple[int, ...]:
    """How many cards come due on each of so many study days, tomorrow first."""
    coming = [0] * days
    for _, _, _, due, held in standings:
        if due is not None and 0 < due - today <= days and (held is None or held <= due):
            coming[due - today - 1] += 1
    return tuple(coming)


def weakest_topics(standings: Iterable[Standing], model: Model, today: int) -> tuple[TopicRecall, ...]:
    """Every topic by rising mean recall today; the topic is what stands before a full id's last slash."""
    pressures: dict[str, list[float]] = defaultdict(list)
    for card, last_day, stability, _, _ in standings:
        pressures[card.rpartition("/")[0]].append(max(0, today - last_day) / stability)
    rows = (
        TopicRecall(topic, math.fsum(model.recalls(found)) / len(found), len(found))
        for topic, found in pressures.items()
    )
    return tuple(sorted(rows, key=lambda row: (row.recall, row.topic)))


def weakest_points(points: Iterable[PointTally]) -> tuple[PointTally, ...]:
    """The points by falling weakness."""
    return tuple(sorted(points, key=lambda point: (-point.weakness, point.card, point.key)))
