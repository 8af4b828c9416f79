"""What a plot covers: the interval of places on each axis."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from prep.text.plot.rows import Interval
from prep.text.plot.scale import AxisScale
from prep.text.plot.series import Plot, PlotAxis, PlotMark, PlotSeries

ROOM = 1 / 30
"""Of the span of x, beside the outermost points. A curve may reach the edge, half a point is cut off there."""
EQUAL = 1e-9
"""Values that differ by less, relative to their size, are one value."""


def x_interval(plot: Plot, y: AxisScale) -> Interval | None:
    """From the first to the last place that is drawn; None if nothing is."""
    points = spread(at for s in plot.series if s.mark is not PlotMark.CURVE for at in _drawn(s, plot, y))
    curves = spread(at for s in plot.series if s.mark is PlotMark.CURVE for at in _drawn(s, plot, y))
    if points:
        room = (points[1] - points[0]) * ROOM
        points = (points[0] - room, points[1] + room)
    return _with_limits(spread([*(points or ()), *(curves or ())]), plot.x_axis, plot.x_axis.scale)


def measured(plot: Plot, y: AxisScale) -> list[float]:
    """The different places on the x axis at which a measured point is drawn, ascending."""
    series = [s for s in plot.series if s.mark in (PlotMark.POINT, PlotMark.SECOND, PlotMark.THIRD)]
    return sorted({at for s in series for at in _drawn(s, plot, y)})


def y_interval(plot: Plot, scale: AxisScale) -> Interval | None:
    """All that has a place on both axes, error bars included; None if nothing has."""
    x = plot.x_axis.scale.place
    values = (v for s in plot.series for (at, y), e in bars(s) if x(at) is not None for v in (y, y - e, y + e))
    return _with_limits(spread(scale.place(value) for value in values), plot.y_axis, scale)


def y_scale(plot: Plot) -> AxisScale:
    """The axis' own, but a log axis over less than a factor of two, without round ticks, is drawn straight."""
    scale = plot.y_axis.scale
    found = y_interval(plot, scale)
    if scale is AxisScale.LINEAR or found is None:
        return scale
    return scale if scale.number(min(found[1] - found[0], 1)) >= 2 else AxisScale.LINEAR


def opened(interval: Interval | None, scale: AxisScale) -> Interval:
    """An interval of some length: around one value; from 0 to 1, or 1 to 10, around nothing."""
    low, high = interval or (0.0, 1.0)
    if high - low > max(EQUAL * max(abs(low), abs(high)), 1e-140):
        return low, high
    room = 0.5 if scale is not AxisScale.LINEAR or abs(low) < 1e-140 else abs(low) / 2
    return low - room, high + room


def spread(places: Iterable[float | None]) -> Interval | None:
    """The least and the greatest."""
    known = [place for place in places if place is not None]
    return (min(known), max(known)) if known else None


def pairs(series: PlotSeries) -> Iterator[tuple[float, float]]:
    """The points of a series; what has no partner is left out."""
    return zip(series.xs, series.ys, strict=False)


def bars(series: PlotSeries) -> Iterator[tuple[tuple[float, float], float]]:
    """Each point with half the length of its error bar."""
    errors = series.errors or ()
    for at, pair in enumerate(pairs(series)):
        error = errors[at] if at < len(errors) else 0.0
        yield pair, abs(error) if math.isfinite(error) else 0.0


def _drawn(series: PlotSeries, plot: Plot, y: AxisScale) -> Iterator[float]:
    """Where on the x axis the series has points that have a place on both axes."""
    for x, value in pairs(series):
        at = plot.x_axis.scale.place(x)
        if at is not None and y.place(value) is not None:
            yield at


def _with_limits(interval: Interval | None, axis: PlotAxis, scale: AxisScale) -> Interval | None:
    limits = (scale.place(limit) for limit in (axis.low, axis.high) if limit is not None)
    return spread([*(interval or ()), *limits])
