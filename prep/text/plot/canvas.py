"""A grid of cells: braille dots, half blocks and glyphs, each cell in one role."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from prep.text.span import Role, Span

_DOT = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Bits of the braille pattern U+2800, by row and column of the dot."""
_HALVES = " ▀▄█"

Cell = tuple[int, int]
"""Row and column."""


class Canvas:
    """What was drawn so far. Marks cover dots; what is drawn first keeps its place among marks."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._dots: dict[Cell, tuple[int, Role]] = {}
        self._halves: dict[Cell, tuple[int, Role]] = {}
        self._glyphs: dict[Cell, tuple[str, Role]] = {}

    def dot(self, x: int, y: int, role: Role) -> None:
        """One dot: two to a column, four to a row. The newest role colours the cell; outside, nothing."""
        cell = (y >> 2, x >> 1)
        if self._holds(cell):
            self._dots[cell] = (self._dots.get(cell, (0, role))[0] | _DOT[y & 3][x & 1], role)

    def half(self, column: int, half_row: int, role: Role) -> None:
        """Half a cell, exact to half a row."""
        cell = (half_row >> 1, column)
        if self._holds(cell):
            bits, first = self._halves.get(cell, (0, role))
            self._halves[cell] = (bits | 1 << (half_row & 1), first)

    def glyph(self, column: int, row: int, char: str, role: Role) -> None:
        """A whole cell."""
        if self._holds((row, column)):
            self._glyphs.setdefault((row, column), (char, role))

    def row(self, row: int, *, ascii: bool = False) -> tuple[Span, ...]:
        """A finished row, exactly as wide as the canvas."""
        cells = [self._cell((row, column), ascii) for column in range(self.width)]
        return tuple(Span("".join(char for char, _ in run), role) for role, run in _runs(cells))

    def _holds(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.height and 0 <= cell[1] < self.width

    def _cell(self, cell: Cell, ascii: bool) -> tuple[str, Role]:
        if cell in self._halves:
            bits, role = self._halves[cell]
            return ("#" if ascii else _HALVES[bits]), role
        if cell in self._glyphs:
            return self._glyphs[cell]
        if cell in self._dots:
            bits, role = self._dots[cell]
            return ("*" if ascii else chr(0x2800 + bits)), role
        return " ", Role.INK


def _runs(cells: list[tuple[str, Role]]) -> Iterator[tuple[Role, Iterator[tuple[str, Role]]]]:
    return groupby(cells, key=lambda cell: cell[1])
