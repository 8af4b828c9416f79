"""From a plot to rows of a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from prep.text.plot.canvas import Canvas
from prep.text.plot.columns import Columns, ticks
from prep.text.plot.paint import Pen, paint
from prep.text.plot.ranges import measured, opened, x_interval, y_interval, y_scale
from prep.text.plot.rows import Rows, fit
from prep.text.plot.scale import Scale
from prep.text.plot.series import Plot
from prep.text.span import Line, Role, Span

LEAST_WIDTH, LEAST_HEIGHT = 10, 5
"""A smaller room has no place for axes."""


def draw(plot: Plot, width: int, height: int, *, ascii: bool = False) -> tuple[Line, ...]:
    """The plot in `height` rows of exactly `width` cells; the last two are the x axis and its labels.

    Any data will do: values that are no number, single points, no points at all. In a room of fewer than ten
    columns or five rows the axes go and the series stay. `ascii` draws without a character beyond ASCII.
    """
    width, height = max(width, 0), max(height, 0)
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        return _bare(plot, width, height, ascii)
    y = y_scale(plot)
    rows = _rows(plot, y, height - 2, ascii)
    gutter = max((len(text) for _, text in rows.ticks), default=0)
    if gutter > width // 3:
        rows, gutter = replace(rows, ticks=()), 0
    pen = _pen(plot, width - gutter - 2, height - 2, rows, y)
    paint(pen, plot, ascii=ascii)
    return (*_plot_rows(pen, gutter, ascii), *_x_rows(pen, plot, gutter, ascii))


def legend(plot: Plot, *, ascii: bool = False) -> Line:
    """One row that says what is what: `■ measured ± 2 s.e.   ─ theory √dₖ`."""
    spans: list[Span] = []
    for series in plot.series:
        if series.name:
            spans += [Span("   ")] if spans else []
            spans += [Span(series.mark.ascii_glyph if ascii else series.mark.glyph, series.ink)]
            spans += [Span(f" {series.name}", Role.DIM)]
    return Line(tuple(spans))


def _rows(plot: Plot, scale: Scale, height: int, ascii: bool) -> Rows:
    """The y axis; nothing to draw has no ticks."""
    interval = y_interval(plot, scale)
    rows = fit(opened(interval, scale), height, scale, ascii=ascii)
    return rows if interval else replace(rows, ticks=())


def _pen(plot: Plot, width: int, height: int, rows: Rows, y: Scale) -> Pen:
    x = plot.x_axis.scale
    return Pen(Canvas(width, height), Columns(*opened(x_interval(plot, y), x), width), rows, x, y)


def _bare(plot: Plot, width: int, height: int, ascii: bool) -> tuple[Line, ...]:
    """Only the series, for a room too small for axes."""
    if not width or not height:
        return (Line(),) * height
    y = y_scale(plot)
    pen = _pen(plot, width, height, _rows(plot, y, height, ascii), y)
    paint(pen, plot, ascii=ascii)
    return tuple(Line(pen.canvas.row(row, ascii=ascii)) for row in range(height))


def _plot_rows(pen: Pen, gutter: int, ascii: bool) -> Iterator[Line]:
    labels = dict(pen.rows.ticks)
    tick, line = ("+", "|") if ascii else ("┤", "│")
    for row in range(pen.canvas.height):
        lead = Span(labels.get(row, "").rjust(gutter) + " ", Role.DIM)
        axis = Span(tick if row in labels else line, Role.FAINT)
        yield Line((lead, axis, *pen.canvas.row(row, ascii=ascii)))


def _x_rows(pen: Pen, plot: Plot, gutter: int, ascii: bool) -> tuple[Line, Line]:
    """The x axis and, under each of its ticks, a label."""
    marks = ticks(pen.columns, measured(plot, pen.y), pen.x, ascii=ascii) if x_interval(plot, pen.y) else []
    columns = {column for column, _ in marks}
    corner, rule, tick = ("+", "-", "+") if ascii else ("└", "─", "┬")
    axis = "".join(tick if column in columns else rule for column in range(pen.canvas.width))
    lead = Span(" " * (gutter + 1))
    return Line((lead, Span(corner + axis, Role.FAINT))), _labels(pen.columns, marks, gutter + 2)


def _labels(columns: Columns, marks: list[tuple[int, str]], margin: int) -> Line:
    row = [" "] * (margin + columns.width)
    for column, text in marks:
        start = max(margin + columns.label_start(column, text), 0)
        row[start : start + len(text)] = text
    return Line((Span("".join(row[: margin + columns.width]), Role.DIM),))
