"""What a plot shows, before anything is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from prep.text.plot.scale import AxisScale
from prep.text.span import Role

__all__ = ["PlotAxis", "PlotMark", "Plot", "AxisScale", "PlotSeries"]


class PlotMark(Enum):
    """How a series is drawn: unicode glyph in the legend, ASCII glyph, role."""

    POINT = ("■", "#", Role.INK)
    """Measured: a half block, exact to half a row."""
    SECOND = ("○", "o", Role.INK)
    """A second measured series."""
    THIRD = ("△", "^", Role.INK)
    """A third one."""
    BEFORE = ("□", ".", Role.DIM)
    """What was measured before something was changed."""
    CURVE = ("─", "*", Role.THEORY)
    """Theory: a line of braille dots through the points in their order; a value that is no number breaks it."""
    GUESS = ("×", "x", Role.ACT)
    """Your prediction."""

    def __init__(self, glyph: str, ascii_glyph: str, role: Role) -> None:
        self.glyph = glyph
        self.ascii_glyph = ascii_glyph
        self.role = role


@dataclass(frozen=True, slots=True)
class PlotSeries:
    """Points that belong together. One that is no finite number (or not positive, on a log axis) is not drawn."""

    name: str
    """For the legend; empty: not in it."""
    xs: Sequence[float]
    ys: Sequence[float]
    errors: Sequence[float] | None = None
    """Half the length of each error bar, in the unit of y; drawn where the bar is taller than a row."""
    mark: PlotMark = PlotMark.POINT
    role: Role | None = None
    """None: the mark's own."""

    @property
    def ink(self) -> Role:
        """The role it is drawn in."""
        return self.role or self.mark.role


@dataclass(frozen=True, slots=True)
class PlotAxis:
    """One axis. Its range holds all that is drawn, and `low` and `high` where they are given."""

    label: str = ""
    """What it counts, with its unit: that of y is drawn over its axis, that of x before or behind its ticks."""
    scale: AxisScale = AxisScale.LINEAR
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Plot:
    """Series in the order of the legend, over two axes."""

    series: tuple[PlotSeries, ...] = ()
    x_axis: PlotAxis = field(default_factory=PlotAxis)
    y_axis: PlotAxis = field(default_factory=PlotAxis)
