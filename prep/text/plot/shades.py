"""Numbers as shades over one scale: readable without colour, and in ASCII.

What is below 0 is drawn by strokes instead, the more the further it is from 0: `≡ ═ ─ ╌   ░ ▒ ▓ █`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from prep.text.plot.scale import text
from prep.text.span import Line, Role, Span

ABOVE, ASCII_ABOVE = " ░▒▓█", " .+*#"
"""From nothing to the largest number."""
BELOW, ASCII_BELOW = " ╌─═≡", " -~=%"
"""From nothing to minus that number."""
STEPS = 4


@dataclass(frozen=True, slots=True)
class Shades:
    """One scale for all that is seen."""

    top: float
    """The largest distance from 0."""
    signed: bool
    """Whether something is below 0."""
    ascii: bool = False

    @staticmethod
    def of(numbers: Sequence[float], ascii: bool) -> Shades:
        """The scale that these numbers need."""
        return Shades(max(map(abs, numbers), default=0.0), min(numbers, default=0.0) < 0, ascii)

    def spans(self, numbers: Sequence[float], columns: int) -> Iterator[Span]:
        """Each number in so many columns; neighbours of one sign in one span."""
        for below, run in groupby(numbers, key=lambda number: number < 0):
            drawn = "".join(self.glyph(self._level(number)) * columns for number in run)
            yield Span(drawn, Role.CARE if below else Role.INK)

    def glyph(self, level: int) -> str:
        """−4 … 4."""
        above, below = (ASCII_ABOVE, ASCII_BELOW) if self.ascii else (ABOVE, BELOW)
        return above[level] if level >= 0 else below[-level]

    def meaning(self, unit: str, width: int) -> Line:
        """`weight   ░ .07   ▒ .14   ▓ .2   █ .27`; both ends where not all has room."""
        levels = [*range(-STEPS if self.signed else 1, 0), *range(1, STEPS + 1)]
        name = f"{unit}   " if unit else ""
        told = name + "   ".join(map(self._told, levels))
        if len(told) > width:
            between = "".join(map(self.glyph, levels[1:-1]))
            told = f"{name}{self._told(levels[0])}   {between}   {self._told(levels[-1])}"
        return Line((Span(told[:width], Role.DIM),))

    def _level(self, number: float) -> int:
        """Less than half a step is nothing."""
        return min(max(round(number / self.top * STEPS), -STEPS), STEPS) if self.top > 0 else 0

    def _told(self, level: int) -> str:
        return f"{self.glyph(level)} {text(float(f'{self.top * level / STEPS:.2g}'), ascii=self.ascii)}"
