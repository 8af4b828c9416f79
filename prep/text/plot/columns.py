"""The x axis: a range with a little room beside the points, and ticks whose labels don't touch."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from prep.text.plot.rows import LADDER, label
from prep.text.plot.scale import AxisScale

FEW = 6
"""At most so many ticks; so few measured places are the ticks themselves."""

Tick = tuple[float, str]
"""Place and label."""


@dataclass(frozen=True, slots=True)
class Columns:
    """How places become columns. A column has two dots, so has 2·width dots in all."""

    low: float
    high: float
    width: int

    def dot(self, place: float) -> float:
        """The dot of a place, not yet rounded: 0 at the left edge, 2·width − 1 at the right."""
        return (place - self.low) / (self.high - self.low) * (2 * self.width - 1)

    def at(self, place: float) -> int:
        """The column of a place."""
        return min(max(round(self.dot(place)) // 2, 0), self.width - 1)

    def label_start(self, column: int, text: str) -> int:
        """The column in which a label starts: centred under its tick, but not beyond the right edge."""
        return min(column - len(text) // 2, self.width - len(text))


def ticks(
    columns: Columns, measured: Sequence[float], scale: AxisScale, *, ascii: bool = False
) -> list[tuple[int, str]]:
    """Columns and labels, from the left: the measured places if they are few, else round values.

    Labels that would touch are thinned out; `measured` are places in ascending order.
    """
    for choice in _choices(columns, measured, scale, ascii):
        placed = [(columns.at(place), text) for place, text in choice]
        if len(placed) <= FEW and not _touch(columns, placed):
            return placed
    return []


def _choices(columns: Columns, measured: Sequence[float], scale: AxisScale, ascii: bool) -> Iterator[list[Tick]]:
    if 0 < len(measured) <= FEW:
        yield [(place, _exact(place, scale, ascii)) for place in measured]
    for step in _steps(columns, measured, scale):
        yield _regular(columns, measured, step, scale, ascii)


def _regular(columns: Columns, measured: Sequence[float], step: float, scale: AxisScale, ascii: bool) -> list[Tick]:
    """Ticks a step apart; powers are counted from the first measured one, so that it has its tick."""
    if step == 0:
        places = [d + m for d in range(math.floor(columns.low), math.ceil(columns.high) + 1) for m in LADDER]
    else:
        start = 0.0 if scale is AxisScale.LINEAR or not measured else math.ceil(measured[0]) % step
        first = math.ceil((columns.low - start) / step)
        last = math.floor((columns.high - start) / step)
        places = [start + n * step for n in range(first, last + 1)]
    seen = [place for place in places if columns.low <= place <= columns.high]
    return [(place, label(place, step, scale, ascii=ascii)) for place in seen]


def _steps(columns: Columns, measured: Sequence[float], scale: AxisScale) -> Iterator[float]:
    """From fine to coarse. A log axis of two decades at most first tries 1, 2, 5."""
    span = columns.high - columns.low
    if scale is AxisScale.LINEAR:
        top = math.ceil(math.log10(span))
        steps = (m * 10.0**exponent for exponent in range(top - 2, top + 1) for m in (1, 2, 5))
        yield from (step for step in steps if step * FEW >= span)
        return
    if scale is AxisScale.LOG and span <= 2:
        yield 0.0
    powers = math.floor(measured[-1] - measured[0] + 1e-9) if measured else math.floor(span)
    # steps by which the last measured power has its tick too, if they make more than two ticks, come first
    yield from sorted(range(1, math.ceil(span) + 1), key=lambda step: powers % step > 0 or powers < 2 * step)


def _exact(place: float, scale: AxisScale, ascii: bool) -> str:
    """The label of a measured place, which need not be round."""
    if scale is AxisScale.LINEAR:
        return label(place, 0.0, scale, ascii=ascii)
    return label(round(place, 9), 0.0, scale, ascii=ascii)


def _touch(columns: Columns, placed: Sequence[tuple[int, str]]) -> bool:
    """Whether two labels have no space between them."""
    starts = [columns.label_start(column, text) for column, text in placed]
    ends = [start + len(text) for start, (_, text) in zip(starts, placed, strict=True)]
    return any(start <= end for start, end in zip(starts[1:], ends, strict=False))
