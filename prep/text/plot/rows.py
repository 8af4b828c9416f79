"""The y axis: a range so wide that its ticks lie a whole and equal number of rows apart."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from prep.text.plot.scale import AxisScale, power_of_two, text

Interval = tuple[float, float]
"""Lowest and highest place of what is drawn."""

SLACK = 1e-9
"""Rounding of floats, in rows."""
WISH = 3
"""Rows from tick to tick that read best."""
LADDER = tuple(math.log10(m) for m in (1, 2, 5))
"""1, 2, 5 in a decade. With 3k rows a decade and 1 in the middle of its row, all lie k rows apart (k ≤ 5)."""
OCTAVE = math.log10(2)
"""2, 4, 8 on a decimal log axis: where a tall plot would stay half empty with 1, 2, 5."""


@dataclass(frozen=True, slots=True)
class PlotRows:
    """How places become rows. Row coordinates run down from 0, the top edge, in units of one row."""

    origin: float
    """Row coordinate of place 0."""
    per_unit: float
    """Rows per unit of place."""
    ticks: tuple[tuple[int, str], ...] = ()
    """Row and label, from the top."""

    def at(self, place: float) -> float:
        """The row coordinate of a place: 2.5 is the middle of the third row."""
        return self.origin - self.per_unit * place


@dataclass(frozen=True, slots=True)
class _Grid:
    """One way to place ticks: `apart` rows between two of them."""

    apart: int
    step: float
    """Distance of two ticks as places; 0 for the ladder 1, 2, 5."""

    @property
    def per_unit(self) -> float:
        return self.apart / self.step if self.step else 3.0 * self.apart

    def ticks(self, low: float, high: float) -> list[float]:
        """Ascending; at least one lies below the interval, or on its edge."""
        if not self.step:
            return list(_ladder(low, high))
        return [n * self.step for n in range(math.floor(low / self.step), math.ceil(high / self.step) + 1)]


def fit(interval: Interval, height: int, scale: AxisScale, *, ascii: bool = False) -> PlotRows:
    """The rows for an interval: filled as well as round ticks allow, a tick in the bottom row."""
    low, high = interval
    best = max(_fits(interval, height, scale), key=lambda fit: fit[0], default=None)
    if best is None:
        return PlotRows(height - 0.5 + low * (height - 1) / (high - low), (height - 1) / (high - low))
    _, rows, grid = best
    return replace(rows, ticks=_labelled(rows, grid, interval, height, scale, ascii))


def _fits(interval: Interval, height: int, scale: AxisScale) -> Iterator[tuple[float, PlotRows, _Grid]]:
    """Every grid on which the interval fits, with how well it reads."""
    low, high = interval
    for grid in _grids(interval, height, scale):
        filled = (high - low) * grid.per_unit / height
        if not 0.2 < filled <= 1:
            continue
        ticks = grid.ticks(low, high)
        rows = _seated(grid, ticks, low, height)
        seen = [math.floor(rows.at(tick) + SLACK) for tick in ticks if 0 <= rows.at(tick) < height]
        if rows.at(high) >= 0 and all(above - below == -grid.apart for below, above in pairwise(seen)):
            odd = 0.15 * abs(math.log2(grid.apart / WISH)) + 0.1 * (grid.step == OCTAVE)
            yield filled - odd - (len(seen) < 2), rows, grid


def _grids(interval: Interval, height: int, scale: AxisScale) -> Iterator[_Grid]:
    steps = [*_steps(interval[1] - interval[0], scale)]
    if scale is AxisScale.LOG:
        steps += [0.0, OCTAVE] if interval[0] >= 0 and interval[1] < 4 else [0.0]
    return (_Grid(apart, step) for step in steps for apart in range(1, height))


def _steps(span: float, scale: AxisScale) -> Iterator[float]:
    """Round steps from a fortieth of the span to twice the span; whole powers on a log axis."""
    top = math.ceil(math.log10(span))
    for exponent in range(top - 3, top + 1):
        for mantissa in (1, 2, 5):
            step = mantissa * 10.0**exponent
            if span / 40 <= step <= 2 * span and (scale is AxisScale.LINEAR or step >= 1):
                yield step


def _ladder(low: float, high: float) -> Iterator[float]:
    for decade in range(math.floor(low) - 1, math.ceil(high) + 1):
        yield from (decade + place for place in LADDER)


def _seated(grid: _Grid, ticks: Sequence[float], low: float, height: int) -> PlotRows:
    """The highest tick that leaves `low` on the page goes to the bottom row; the ladder's decades to mid-row."""
    bottom = max(tick for tick in ticks if tick <= low + 0.5 / grid.per_unit)
    anchor = bottom if grid.step else math.floor(bottom)
    rise = math.floor(0.5 + (bottom - anchor) * grid.per_unit)
    return PlotRows(height - 0.5 + rise + anchor * grid.per_unit, grid.per_unit)


def _labelled(
    rows: PlotRows, grid: _Grid, interval: Interval, height: int, scale: AxisScale, ascii: bool
) -> tuple[tuple[int, str], ...]:
    seen = [tick for tick in reversed(grid.ticks(*interval)) if 0 <= rows.at(tick) < height]
    return tuple((math.floor(rows.at(tick) + SLACK), label(tick, grid.step, scale, ascii=ascii)) for tick in seen)


def label(place: float, step: float, scale: AxisScale, *, ascii: bool = False) -> str:
    """The text of a tick."""
    if scale is AxisScale.LOG2 and float(place).is_integer():
        return power_of_two(round(place), ascii=ascii)
    if scale is AxisScale.LINEAR:
        return text(0.0 if abs(place) < step / 2 else place, step, ascii=ascii)
    return text(scale.number(place), ascii=ascii)
