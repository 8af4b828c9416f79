"""Series on a canvas: curves, error bars, points, in this order from back to front."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from prep.text.plot.canvas import Canvas
from prep.text.plot.columns import Columns
from prep.text.plot.ranges import bars, pairs
from prep.text.plot.rows import Interval, PlotRows
from prep.text.plot.scale import AxisScale
from prep.text.plot.series import Plot, PlotMark, PlotSeries
from prep.text.span import Role

_ORDER = (PlotMark.POINT, PlotMark.GUESS, PlotMark.SECOND, PlotMark.THIRD, PlotMark.BEFORE)
"""Where marks share a cell the first one shows: what was measured is never hidden."""

Dot = tuple[float, float]
"""x and y in dots, not yet rounded: two to a column, four to a row."""


@dataclass(frozen=True, slots=True)
class Pen:
    """A canvas with the scales that lead to it."""

    canvas: Canvas
    columns: Columns
    rows: PlotRows
    x: AxisScale
    y: AxisScale


def paint(pen: Pen, plot: Plot, *, ascii: bool = False) -> None:
    """Draw all series."""
    for series in plot.series:
        if series.mark is PlotMark.CURVE:
            _curve(pen, series)
    for mark in _ORDER:
        for series in plot.series:
            if series.mark is mark:
                _points(pen, series, ascii)


def _points(pen: Pen, series: PlotSeries, ascii: bool) -> None:
    for (x, y), error in bars(series):
        at, place = pen.x.place(x), pen.y.place(y)
        if at is not None and place is not None:
            _bar(pen, at, (y - error, y + error), series.ink)
            _mark(pen, pen.columns.at(at), pen.rows.at(place), series, ascii)


def _mark(pen: Pen, column: int, row: float, series: PlotSeries, ascii: bool) -> None:
    if series.mark is PlotMark.POINT:
        pen.canvas.half(column, _part(row, 2, pen.canvas.height), series.ink)
    else:
        glyph = series.mark.ascii_glyph if ascii else series.mark.glyph
        pen.canvas.glyph(column, _part(row, 1, pen.canvas.height), glyph, series.ink)


def _bar(pen: Pen, at: float, ends: Interval, role: Role) -> None:
    """A column of dots, if it is taller than a row; one that reaches below a log axis ends at the edge."""
    low, high = (pen.y.place(end) for end in ends)
    if high is None:
        return
    top, bottom = pen.rows.at(high), pen.canvas.height if low is None else pen.rows.at(low)
    if bottom - top > 1:
        x = round(pen.columns.dot(at))
        for y in range(_part(top, 4, pen.canvas.height), _part(bottom, 4, pen.canvas.height) + 1):
            pen.canvas.dot(x, y, role)


def _part(row: float, parts: int, height: int) -> int:
    """Which part of a row a row coordinate falls into; the edges belong to the page."""
    return min(max(math.floor(row * parts), 0), height * parts - 1)


def _curve(pen: Pen, series: PlotSeries) -> None:
    """One dot for each column of dots, and what a steep curve needs to hang together."""
    places = [_dot(pen, x, y) for x, y in pairs(series)]
    for known, run in groupby(places, key=lambda dot: dot is not None):
        if known:
            dots = [dot for dot in run if dot]
            line = [(x, round(y)) for x, y in _sampled(dots)] or [(round(dots[0][0]), round(dots[0][1]))]
            for start, end in pairwise([line[0], *line]):
                _join(pen.canvas, start, end, series.ink)


def _dot(pen: Pen, x: float, y: float) -> Dot | None:
    at, place = pen.x.place(x), pen.y.place(y)
    if at is None or place is None:
        return None
    return pen.columns.dot(at), pen.rows.at(place) * 4 - 0.5


def _sampled(dots: Sequence[Dot]) -> Iterator[tuple[int, float]]:
    """The polyline's height at each column of dots that it passes."""
    for (x0, y0), (x1, y1) in pairwise(dots):
        for x in _between(x0, x1):
            share = (x - x0) / (x1 - x0) if x1 != x0 else 1.0
            yield x, y0 + (y1 - y0) * min(max(share, 0.0), 1.0)


def _between(x0: float, x1: float) -> range:
    """Whole numbers from x0 to x1, either way; a millionth of a dot is rounding."""
    first, last = math.ceil(min(x0, x1) - 1e-6), math.floor(max(x0, x1) + 1e-6)
    return range(first, last + 1) if x0 <= x1 else range(last, first - 1, -1)


def _join(canvas: Canvas, start: tuple[int, int], end: tuple[int, int], role: Role) -> None:
    """The end, and the dots of a steep step: half of them in the column of its start, half in that of its end."""
    (x0, y0), (x1, y1) = start, end
    down = 1 if y1 > y0 else -1
    middle = (y0 + y1) / 2
    for y in range(y0 + down, y1, down):
        canvas.dot(x0 if (middle - y) * down > 0 else x1, y, role)
    canvas.dot(x1, y1, role)
