"""Numbers in columns: a label, a value, and beside them a detail or a bar."""

from __future__ import annotations

from collections.abc import Sequence

from prep.text.row import Piece, label, row
from prep.text.span import Line, Role, Span
from prep.view.grid import Grid

NARROW = 68
"""Columns of a page below which the columns stand closer and details shorten."""


def value_at(width: int) -> int:
    """The column of values."""
    return 14 if width < NARROW else 16


def detail_at(width: int) -> int:
    """The column of details."""
    return 24 if width < NARROW else 28


def fact(name: str, value: Piece, detail: Piece, width: int) -> Line:
    """`streak          17 days     …`; a long value has its detail two columns further."""
    left = row(label(name.ljust(value_at(width))), value)
    return row(left, " " * (max(detail_at(width), left.width + 2) - left.width), detail) if row(detail).spans else left


def counted(name: Piece, number: int, detail: Piece, width: int, *, digits: int = 2, at: int = 0) -> Line:
    """`points said     61      of 71`. at: the detail's column."""
    name = row(name)
    left = row(name, " " * (value_at(width) - name.width), f"{number:>{digits}}")
    return row(left, " " * max(1, at - left.width), detail)


def bars(rows: Sequence[tuple[Piece, int, Role]], width: int, *, digits: int = 2, at: int = 0) -> list[Line]:
    """(name, number, role of its bar), a row each; the longest bar leaves four columns free. at: the bars' column."""
    most, room = max((number for _, number, _ in rows), default=0), max(1, width - detail_at(width) - 4)
    return [
        counted(name, number, _bar(number, most, room, role), width, digits=digits, at=at)
        for name, number, role in rows
    ]


def _bar(number: int, most: int, room: int, role: Role) -> Span:
    """A heavy line; anything above nothing is at least one column long."""
    length = round(room * number / most) if most else 0
    return Span("━" * (max(1, length) if number else 0), role)


def placed(rows: Sequence[Line], grid: Grid) -> list[Line]:
    """Home and summary: a third down on a tall screen, else under one blank row."""
    above = max(grid.gap, round((grid.rows - 4 - len(rows)) / 3)) if grid.tall else 0 if grid.short else 1
    return [*[row()] * above, *rows]
