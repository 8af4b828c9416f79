"""From a plot to rows of a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isfinite

from rich.cells import cell_len, set_cell_size

from prep.text.plot.canvas import Canvas
from prep.text.plot.columns import Columns, ticks
from prep.text.plot.paint import Pen, paint
from prep.text.plot.ranges import measured, opened, pairs, x_interval, y_interval, y_scale
from prep.text.plot.rows import PlotRows, fit
from prep.text.plot.scale import AxisScale
from prep.text.plot.series import Plot, PlotMark, PlotSeries
from prep.text.span import Line, Role, Span
from prep.text.words import count

LEAST_WIDTH, LEAST_HEIGHT = 10, 5
"""A smaller room has no place for axes."""
LABELLED_HEIGHT = 9
"""From here on a row may go to the label of an axis."""


def draw(plot: Plot, width: int, height: int, *, ascii: bool = False) -> tuple[Line, ...]:
    """The plot in `height` rows of exactly `width` cells: label of y, plot, x axis, its ticks with the label of x.

    Any data will do: values that are no number, single points, no points at all. In a room of fewer than ten
    columns or five rows the axes go and the series stay; of fewer than nine rows, what has no room beside something
    else. `ascii` draws without a character beyond ASCII, but labels keep their signs.
    """
    width, height = max(width, 0), max(height, 0)
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        return _bare(plot, width, height, ascii)
    y, spare = y_scale(plot), height >= LABELLED_HEIGHT
    head = _head(plot, width) if spare else ()
    pen, gutter = _framed(plot, width, height - len(head) - 2, y, ascii)
    axis, ticks, foot = _x_rows(pen, plot, gutter, ascii)
    if foot and spare:
        pen, gutter = _framed(plot, width, height - len(head) - 3, y, ascii)
        axis, ticks, foot = _x_rows(pen, plot, gutter, ascii)
    paint(pen, plot, ascii=ascii)
    return (*head, *_plot_rows(pen, gutter, ascii), axis, ticks, *(foot if spare else ()))


def legend(plot: Plot, *, ascii: bool = False) -> Line:
    """One row that says what is what: `■ measured ± 2 s.e.   ─ theory √dₖ`."""
    return _packed([_entry(series, ascii) for series in plot.series if series.name])


def legend_rows(plot: Plot, width: int, *, ascii: bool = False) -> tuple[Line, ...]:
    """The same in as many rows as it takes, and how many points a log axis has no place for."""
    rows: list[list[Line]] = [[]]
    for entry in (*_absent(plot), *(_entry(series, ascii) for series in plot.series if series.name)):
        if rows[-1] and _packed([*rows[-1], entry]).width > width:
            rows.append([])
        rows[-1].append(entry)
    return tuple(map(_packed, rows))


def _entry(series: PlotSeries, ascii: bool) -> Line:
    glyph = series.mark.ascii_glyph if ascii else series.mark.glyph
    return Line((Span(glyph, series.ink), Span(f" {series.name}", Role.DIM)))


def _absent(plot: Plot) -> Iterator[Line]:
    """`2 points at 0 or below: none on a log axis`; a curve goes on without them, and a point would be missed."""
    y = y_scale(plot)
    points = [pair for series in plot.series if series.mark is not PlotMark.CURVE for pair in pairs(series)]
    if gone := sum(_below(at, plot.x_axis.scale) or _below(value, y) for at, value in points):
        yield Line((Span(f"{count(gone, 'point')} at 0 or below: none on a log axis", Role.DIM),))


def _below(value: float, scale: AxisScale) -> bool:
    return scale is not AxisScale.LINEAR and value <= 0 and isfinite(value)


def _packed(entries: Sequence[Line]) -> Line:
    spans: list[Span] = []
    for entry in entries:
        spans += [Span("   "), *entry.spans] if spans else entry.spans
    return Line(tuple(spans))


def _head(plot: Plot, width: int) -> tuple[Line, ...]:
    """The label of y."""
    return (_row(f" {plot.y_axis.label}", width),) if plot.y_axis.label else ()


def _framed(plot: Plot, width: int, height: int, y: AxisScale, ascii: bool) -> tuple[Pen, int]:
    """An empty page of `height` rows, and the columns that the labels of its ticks take."""
    rows = _rows(plot, y, height, ascii)
    gutter = max((len(text) for _, text in rows.ticks), default=0)
    if gutter > width // 3:
        rows, gutter = replace(rows, ticks=()), 0
    return _pen(plot, width - gutter - 2, height, rows, y), gutter


def _rows(plot: Plot, scale: AxisScale, height: int, ascii: bool) -> PlotRows:
    """The y axis; nothing to draw has no ticks."""
    interval = y_interval(plot, scale)
    rows = fit(opened(interval, scale), height, scale, ascii=ascii)
    return rows if interval else replace(rows, ticks=())


def _pen(plot: Plot, width: int, height: int, rows: PlotRows, y: AxisScale) -> Pen:
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


def _x_rows(pen: Pen, plot: Plot, gutter: int, ascii: bool) -> tuple[Line, Line, tuple[Line, ...]]:
    """The x axis; under each of its ticks a label; what the axis counts, where it has no room beside those."""
    marks = ticks(pen.columns, measured(plot, pen.y), pen.x, ascii=ascii) if x_interval(plot, pen.y) else []
    columns = {column for column, _ in marks}
    corner, rule, tick = ("+", "-", "+") if ascii else ("└", "─", "┬")
    axis = "".join(tick if column in columns else rule for column in range(pen.canvas.width))
    lead = Span(" " * (gutter + 1))
    return Line((lead, Span(corner + axis, Role.FAINT))), *_x_labels(pen, marks, plot.x_axis.label, gutter)


def _x_labels(pen: Pen, marks: list[tuple[int, str]], label: str, gutter: int) -> tuple[Line, tuple[Line, ...]]:
    """The label stands before the ticks, else behind them, else in a row of its own, at the right."""
    row = _tick_labels(pen.columns, marks, gutter + 2)
    width, size = len(row), cell_len(label)
    if not label:
        return _row(row, width), ()
    if width - len(row.lstrip()) > size or not row.strip():
        lead = label.rjust(max(gutter, size))
        return _row(lead + row[len(lead) :], width), ()
    if width - len(row.rstrip()) > size + 1:
        return _row(row[: width - size] + label, width), ()
    return _row(row, width), (_row(" " * (width - size) + label, width),)


def _tick_labels(columns: Columns, marks: list[tuple[int, str]], margin: int) -> str:
    row = [" "] * (margin + columns.width)
    for column, text in marks:
        start = max(margin + columns.label_start(column, text), 0)
        row[start : start + len(text)] = text
    return "".join(row[: margin + columns.width])


def _row(text: str, width: int) -> Line:
    """Dim, and exactly as wide as asked."""
    return Line((Span(set_cell_size(text, width), Role.DIM),))
