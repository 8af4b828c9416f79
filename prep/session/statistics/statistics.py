"""A year in numbers, for `prep stats` and its screen: read from roll-ups, never from the log."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from itertools import takewhile

from prep.core import year
from prep.core.calibration import Calibration, calibrate
from prep.core.clock import day_date
from prep.core.stats import DayTally, streak
from prep.core.year import PointTally, Retention, TopicOutlook
from prep.drills.catalog import names
from prep.session.library.library import Library
from prep.session.writing.record import records
from prep.store.database.connection import Database
from prep.store.statistics import statistics as read

WEAKEST = 8
"""Topics and points that are named."""
MONTH = 30
BUSY_MS = 5_000


@dataclass(frozen=True, slots=True)
class WeakPoint:
    """A must-say point with its text."""

    tally: PointTally
    text: str
    """Inline Markdown."""


@dataclass(frozen=True, slots=True)
class DrillTally:
    """How many drills were ever passed, and tried, of those there are."""

    passed: int
    tried: int
    known: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """The year up to today."""

    today: int
    """Study day."""
    days: tuple[DayTally, ...]
    """Every study day of the year once, today last."""
    streak: int
    desired: float
    """Retention that the settings ask for."""
    forecast: tuple[int, ...]
    """Cards that come due on each of the next thirty days, tomorrow first."""
    topics: tuple[TopicOutlook, ...]
    """The weakest, by recall today."""
    points: tuple[WeakPoint, ...]
    """The weakest must-say points."""
    drills: DrillTally

    @property
    def answers(self) -> int:
        """Ratings of the year."""
        return sum(day.ratings for day in self.days)

    @property
    def active(self) -> int:
        """Days with a rating."""
        return sum(day.ratings > 0 for day in self.days)

    @property
    def ms(self) -> int:
        """Time of the year, each answer capped as the settings say."""
        return sum(day.ms for day in self.days)

    @property
    def seconds_a_card(self) -> float | None:
        """Mean time of the answers that were timed; None without any."""
        timed = sum(day.timed for day in self.days)
        return self.ms / timed / 1000 if timed else None

    @property
    def retention(self) -> Retention:
        """True retention of the year."""
        return year.retention(self.days)

    @property
    def recent(self) -> Retention:
        """True retention of the last thirty days."""
        return year.retention(self.days[-MONTH:])


def statistics(library: Library) -> Statistics:
    """The numbers as they are now. Raises StoreError."""
    store, today = library.store, library.day()
    tallies = store.days(today - year.DAYS + 1)
    outlooks = library.outlooks.on(today, (topic.id for topic in library.deck.topics))
    return Statistics(
        today=today,
        days=year.calendar(tallies, today),
        streak=streak(read.studied(store), today),
        desired=library.config.retention,
        forecast=year.forecast(outlooks),
        topics=year.weakest_topics(outlooks, WEAKEST),
        points=_points(library),
        drills=_drills(library),
    )


def _drills(library: Library) -> DrillTally:
    tried = records(library).values()
    return DrillTally(sum(record.passes > 0 for record in tried), len(tried), len(names()))


def _points(library: Library) -> tuple[WeakPoint, ...]:
    """The weakest of those that the decks still have."""
    found = read.weakest(library.store, WEAKEST, lambda tally: bool(_text(library, tally)))
    return tuple(WeakPoint(tally, _text(library, tally)) for tally in found)


def _text(library: Library, tally: PointTally) -> str:
    """What had to be said; empty where the decks don't have the point any more."""
    card = library.card(tally.card)
    return next((point.text for point in card.must_say if point.key == tally.key), "") if card else ""


def calibration(library: Library, wanted: Callable[[], bool] = lambda: True) -> Calibration:
    """Predicted against true recall, over the whole log: 3 s for a million answers, so a screen asks in a thread.

    Reads by a connection of its own, which keeps nobody waiting. wanted: asked before each answer; once it isn't, the
    rest is left, for a busy thread would hold the app open at its end. Raises StoreError.
    """
    with closing(Database(library.paths.database, BUSY_MS)) as database, closing(read.answers(database)) as answers:
        return calibrate(takewhile(lambda _: wanted(), answers))


def json(seen: Statistics) -> dict[str, object]:
    """The same numbers as plain data."""
    retention, low_high = seen.retention, seen.retention.interval
    return {
        "day": day_date(seen.today).isoformat(),
        "answers": seen.answers,
        "minutes": round(seen.ms / 60_000, 1),
        "active_days": seen.active,
        "streak": seen.streak,
        "seconds_a_card": None if seen.seconds_a_card is None else round(seen.seconds_a_card, 1),
        "retention": {
            "desired": seen.desired,
            "true": retention.share,
            "low": low_high[0],
            "high": low_high[1],
            "tested": retention.tested,
            "recalled": retention.recalled,
        },
        "days": [
            {"day": day_date(day.day).isoformat(), "answers": day.ratings, "minutes": round(day.ms / 60_000, 1)}
            for day in seen.days
        ],
        "forecast": [
            {"day": day_date(seen.today + n).isoformat(), "cards": cards} for n, cards in enumerate(seen.forecast, 1)
        ],
        "topics": [{"topic": row.topic, "recall": row.recall, "cards": row.cards} for row in seen.topics],
        "drills": {"passed": seen.drills.passed, "tried": seen.drills.tried, "known": seen.drills.known},
        "points": [
            {"card": p.tally.card, "point": p.tally.key, "text": p.text, "missed": p.tally.missed, "said": p.tally.said}
            for p in seen.points
        ],
    }
