"""A year in numbers."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from prep.core import year
from prep.core.clock import day_date
from prep.core.stats import DayTally
from prep.core.year import FORECAST_DAYS, Retention, TopicOutlook
from prep.session.statistics.statistics import MONTH, Statistics, WeakPoint
from prep.text import words
from prep.text.markdown import inline, wrap
from prep.text.plot.heat import heatmap
from prep.text.row import grouped, label, row, spread
from prep.text.span import Line, Role, Span
from prep.text.spark import spark
from prep.view.columns import detail_at, fact, value_at


class Measure(StrEnum):
    """What a heatmap shows."""

    ANSWERS = "answers"
    MINUTES = "minutes"

    def of(self, day: DayTally) -> float:
        """How much of it there was on a day."""
        return day.ratings if self is Measure.ANSWERS else day.ms


def statistics_rows(
    seen: Statistics, width: int, gap: int = 1, measures: Sequence[Measure] = tuple(Measure)
) -> list[Line]:
    """Groups with `gap` blank rows between them, at most `width` cells wide; a heatmap for each measure."""
    if not seen.answers:
        return [label("No answer in the last year yet: a review makes the first.")]
    heatmaps = [_year(seen, measure, width) for measure in measures]
    return grouped([*heatmaps, _facts(seen, width), _topics(seen, width), _points(seen.points, width)], gap)


def _year(seen: Statistics, measure: Measure, width: int) -> list[Line]:
    total = words.count(seen.answers, "answer") if measure is Measure.ANSWERS else words.duration(seen.ms / 1000)
    heats = year.heats({day.day: measure.of(day) for day in seen.days})
    cells = [
        [None if day is None else (day_date(day.day), int(heats[day.day])) for day in week]
        for week in year.weeks(seen.days)
    ]
    head = spread(label(f"{measure.upper()} A DAY"), label(f"{total} on {words.count(seen.active, 'day')}"), width)
    return [head, *heatmap(cells, width)]


def _facts(seen: Statistics, width: int) -> list[Line]:
    desired = f" · {words.percent(seen.desired)} desired"
    rows = [_retention("retention", seen.retention, desired, width)] if seen.retention.tested else []
    if seen.recent.tested and seen.recent != seen.retention:
        rows.append(_retention(f"last {MONTH} days", seen.recent, "", width))
    if seen.seconds_a_card is not None:
        minutes = words.count(round(seen.ms / 60_000 / max(1, seen.active)), "minute")
        rows.append(_fact("time", words.duration(seen.seconds_a_card), f"a card · {minutes} a day", width))
    if seen.streak:
        rows.append(_fact("streak", words.count(seen.streak, "day"), "", width))
    if seen.drills.tried:
        detail = f"{seen.drills.tried} tried of {seen.drills.known}"
        rows.append(_fact("drills", f"{seen.drills.passed} passed", detail, width))
    if any(seen.forecast):
        rows.append(_coming(seen, width))
    return rows


def _retention(name: str, found: Retention, further: str, width: int) -> Line:
    low, high = (round(100 * end) for end in found.interval)
    detail = f"{low} to {high} %{further} · {words.count(found.tested, 'answer')}"
    return _fact(name, words.percent(found.share or 0.0), detail, width)


def _coming(seen: Statistics, width: int) -> Line:
    most = max(range(FORECAST_DAYS), key=lambda n: seen.forecast[n])
    busiest = day_date(seen.today + 1 + most)
    detail = f"{spark(seen.forecast)} · {seen.forecast[most]} on {busiest.day} {busiest:%b}"
    return _fact(f"next {FORECAST_DAYS} days", words.count(sum(seen.forecast), "card"), detail, width)


def _fact(name: str, value: str, detail: str, width: int) -> Line:
    """As many of the facts between the dots as there is room for."""
    room = width - max(detail_at(width), value_at(width) + len(value) + 2)
    while len(detail) > room and " · " in detail:
        detail = detail.rpartition(" · ")[0]
    return fact(name, value, label(detail[: max(0, room)]), width)


def _topics(seen: Statistics, width: int) -> list[Line]:
    """Weakest topics; each leads to its page."""
    head = spread(label("WEAKEST TOPICS"), label("recall today"), width)
    return [head, *(_topic(each, width) for each in seen.topics)] if seen.topics else []


def _topic(topic: TopicOutlook, width: int) -> Line:
    right = row(words.percent(topic.recall), label(f"   {words.count(topic.cards, 'card'):>9}"))
    return spread(Span(topic.topic, target=f"topic:{topic.topic}"), right, width)


def _points(points: Sequence[WeakPoint], width: int) -> list[Line]:
    head = spread(label("WEAKEST POINTS"), label("missed"), width)
    return [head, *(_point(point, width) for point in points)] if points else []


def _point(point: WeakPoint, width: int) -> Line:
    """`✗  what had to be said      4 of 6`, in one row."""
    tally = point.tally
    times = f"{tally.missed} of {tally.said + tally.missed}"
    first, *more = wrap(inline(point.text), max(8, width - 3 - len(times) - 2) - 1)
    return spread(row(Span("✗", Role.WRONG), "  ", first, "…" if more else ""), label(times), width)
