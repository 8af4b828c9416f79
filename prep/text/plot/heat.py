"""A year of days, a column a week: how much was done on each, by height and by colour."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from prep.text.span import Line, Role, Span

LABEL = 5
"""Columns of the weekdays' names and the blank after them."""
LEVELS = ("·", "▂", "▅", "█")
WORDS = ("none", "little", "usual", "much")
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")

Cell = tuple[date, int] | None
"""A day and its level, 0 to 3; None: outside the time shown."""


def heatmap(weeks: Sequence[Sequence[Cell]], width: int) -> tuple[Line, ...]:
    """Months, then seven rows; as many of the newest weeks as fit, and the legend beside them where there is room."""
    seen = weeks[-max(1, width - LABEL) :]
    legend = width - LABEL - len(seen) >= LABEL + max(map(len, WORDS))
    return (_months(seen), *(_row(seen, weekday, legend) for weekday in range(len(WEEKDAYS))))


def _row(weeks: Sequence[Sequence[Cell]], weekday: int, legend: bool) -> Line:
    spans = [Span(WEEKDAYS[weekday].ljust(LABEL), Role.DIM)]
    for week in weeks:
        cell = week[weekday]
        level = 0 if cell is None else cell[1]
        spans.append(Span(" " if cell is None else LEVELS[level], Role.ACT if level else Role.DIM))
    if legend and weekday < len(LEVELS):
        level = len(LEVELS) - 1 - weekday
        spans += [Span(f"   {LEVELS[level]}", Role.ACT if level else Role.DIM), Span(f" {WORDS[level]}", Role.DIM)]
    return Line(tuple(_joined(spans)))


def _joined(spans: Sequence[Span]) -> list[Span]:
    """Neighbours of one role as one span."""
    found: list[Span] = []
    for span in spans:
        if found and found[-1].role is span.role:
            found[-1] = Span(found[-1].text + span.text, span.role)
        else:
            found.append(span)
    return found


def _months(weeks: Sequence[Sequence[Cell]]) -> Line:
    """A month's name over the week in which it begins; one without room is left out."""
    row = [" "] * (LABEL + len(weeks))
    free = LABEL
    for column, week in enumerate(weeks, LABEL):
        first = next((cell[0] for cell in week if cell and cell[0].day == 1), None)
        if first is not None and column >= free and column + 3 <= len(row):
            row[column : column + 3] = f"{first:%b}"
            free = column + 4
    return Line((Span("".join(row).rstrip(), Role.DIM),))
