"""The year's statistics as rows of a page, for `prep stats` and its screen alike."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rich.cells import cell_len

from prep.core import year
from prep.core.clock import day_date
from prep.core.stats import DayTally
from prep.core.year import FORECAST_DAYS, Retention, TopicOutlook
from prep.session.statistics.statistics import MONTH, Statistics, WeakPoint
from prep.text import words
from prep.text.markdown import inline, wrap
from prep.text.plot import heatmap, spark
from prep.text.span import BLANK, Line, Role, Span

VALUE, DETAIL = 16, 28
"""Columns of values and of details (LOOK §2: Grid)."""
NARROW_VALUE, NARROW_DETAIL = 14, 24
NARROW = 68
"""Below this width the narrow columns are used, and details shorten."""


class Measure(StrEnum):
    """What a heatmap shows."""

    ANSWERS = "answers"
    MINUTES = "minutes"

    def of(self, day: DayTally) -> float:
        """How much of it there was on a day."""
        return day.ratings if self is Measure.ANSWERS else day.ms


def report(
    seen: Statistics, width: int, gap: int = 1, measures: Sequence[Measure] = tuple(Measure)
) -> tuple[Line, ...]:
    """Groups with `gap` blank rows between them, at most `width` cells wide; a heatmap for each measure."""
    if not any(day.ratings for day in seen.days):
        return (Line((Span("No answer in the last year yet: a review makes the first.", Role.DIM),)),)
    heatmaps = [_year(seen, measure, width) for measure in measures]
    groups = (*heatmaps, _facts(seen, width), _topics(seen, width), _points(seen.points, width))
    rows = [row for group in groups if group for row in (*[BLANK] * gap, *group)]
    return tuple(rows[gap:])


def _year(seen: Statistics, measure: Measure, width: int) -> list[Line]:
    total = words.count(seen.answers, "answer") if measure is Measure.ANSWERS else words.duration(seen.ms / 1000)
    head = f"{total} on {words.count(seen.active, 'day')}"
    heats = year.heats({day.day: measure.of(day) for day in seen.days})
    cells = [
        [None if day is None else (day_date(day.day), int(heats[day.day])) for day in week]
        for week in year.weeks(seen.days)
    ]
    return [_spread(f"{measure.upper()} A DAY", (Span(head, Role.DIM),), width), *heatmap(cells, width)]


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
    if any(seen.forecast):
        rows.append(_coming(seen, width))
    return rows


def _retention(label: str, found: Retention, further: str, width: int) -> Line:
    low, high = (round(100 * end) for end in found.interval)
    detail = f"{low} to {high} %{further} · {words.count(found.tested, 'answer')}"
    return _fact(label, words.percent(found.share or 0.0), detail, width)


def _coming(seen: Statistics, width: int) -> Line:
    most = max(range(FORECAST_DAYS), key=lambda n: seen.forecast[n])
    busiest = day_date(seen.today + 1 + most)
    strip = spark(seen.forecast)
    detail = f"{strip} · {seen.forecast[most]} on {busiest.day} {busiest:%b}"
    return _fact(f"next {FORECAST_DAYS} days", words.count(sum(seen.forecast), "card"), detail, width)


def _fact(label: str, value: str, detail: str, width: int) -> Line:
    """A label, a value and a detail in their columns."""
    value_at, detail_at = (NARROW_VALUE, NARROW_DETAIL) if width < NARROW else (VALUE, DETAIL)
    room = max(detail_at, value_at + len(value) + 2) - value_at
    left = (Span(label.ljust(value_at), Role.DIM), Span(value.ljust(room) if detail else value))
    free = width - value_at - room
    return Line((*left, Span(_fitting(detail, free), Role.DIM)) if detail else left)


def _fitting(detail: str, room: int) -> str:
    """As many of the facts between the dots as there is room for."""
    while len(detail) > room and " · " in detail:
        detail = detail.rpartition(" · ")[0]
    return detail[:room]


def _topics(seen: Statistics, width: int) -> list[Line]:
    """Weakest topics; each leads to its page."""
    if not seen.topics:
        return []
    return [
        _spread("WEAKEST TOPICS", (Span("recall today", Role.DIM),), width),
        *(_topic(row, width) for row in seen.topics),
    ]


def _topic(row: TopicOutlook, width: int) -> Line:
    cards = Span(f"   {words.count(row.cards, 'card'):>9}", Role.DIM)
    return _spread(row.topic, (Span(words.percent(row.recall)), cards), width, target=f"topic:{row.topic}")


def _points(points: Sequence[WeakPoint], width: int) -> list[Line]:
    if not points:
        return []
    return [_spread("WEAKEST POINTS", (Span("missed", Role.DIM),), width), *(_point(point, width) for point in points)]


def _point(point: WeakPoint, width: int) -> Line:
    """`✗  what had to be said      4 of 6`, in one row."""
    tally = point.tally
    times = f"{tally.missed} of {tally.said + tally.missed}"
    room = max(8, width - 3 - len(times) - 2)
    first, *more = wrap(inline(point.text), room - 1)
    spans = (*first.spans, Span("…")) if more else first.spans
    used = 3 + sum(cell_len(span.text) for span in spans)
    pad = " " * max(1, width - used - len(times))
    return Line((Span("✗", Role.WRONG), Span("  "), *spans, Span(f"{pad}{times}", Role.DIM)))


def _spread(left: str, right: tuple[Span, ...], width: int, target: str = "") -> Line:
    """Two facts at the two edges of a row; the left one gives way. Capitals are a label, so dim."""
    room = width - sum(cell_len(span.text) for span in right) - 1
    shown = left if cell_len(left) <= room else left[: max(0, room - 1)] + "…"
    role = Role.DIM if left.isupper() else Role.INK
    return Line((Span(shown, role, target), Span(" " * (room + 1 - cell_len(shown))), *right))
