"""Tables that always fit: columns by content, then wrapped cells, then one record a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from rich.cells import cell_len

from prep.text.span import BLANK, Line, Role, Span
from prep.text.wrap import widest, wrap

GAP = 2
"""Cells between two columns."""
NARROWEST = 16
"""Below this width columns make no sense."""

Cell = tuple[Span, ...]


class Align(Enum):
    """Where a column's text stands in its width."""

    LEFT = "left"
    CENTRE = "center"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Table:
    """Cells by row; every row has as many as there are alignments."""

    header: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    aligns: tuple[Align, ...]


def table_lines(table: Table, width: int) -> tuple[Line, ...]:
    """Header, hairline, rows. Where the longest words don't fit side by side, each row becomes a record.

    A header or a row without any text takes no place.
    """
    table = replace(table, rows=tuple(row for row in table.rows if any(row)))
    columns = list(zip(table.header, *table.rows, strict=True))
    room = width - GAP * (len(columns) - 1)
    widths = fitted([max(map(_width, c)) for c in columns], [max(map(_word, c)) for c in columns], room)
    if widths is None:
        return _records(table, width)
    head = _head(table, widths) if any(table.header) else []
    return (*head, *(line for row in table.rows for line in _row(row, widths, table.aligns)))


def _head(table: Table, widths: Sequence[int]) -> list[Line]:
    rule = Line((Span("─" * (sum(widths) + GAP * (len(widths) - 1)), Role.FAINT),))
    return [*_row([_dim(cell) for cell in table.header], widths, table.aligns), rule]


def fitted(natural: Sequence[int], least: Sequence[int], room: int) -> list[int] | None:
    """Column widths that fill at most `room`: the widest columns give way first, none below its `least`."""
    if sum(natural) <= room:
        return list(natural)
    if sum(least) > room:
        return None
    cap = next(c for c in range(room, -1, -1) if sum(_capped(natural, least, c)) <= room)
    widths = _capped(natural, least, cap)
    for column, wish in enumerate(natural):
        widths[column] += min(wish - widths[column], room - sum(widths))
    return widths


def _capped(natural: Sequence[int], least: Sequence[int], cap: int) -> list[int]:
    return [max(low, min(wish, cap)) for wish, low in zip(natural, least, strict=True)]


def _row(cells: Sequence[Cell], widths: Sequence[int], aligns: Sequence[Align]) -> list[Line]:
    """One row of the table: as many rows of the page as its tallest cell has."""
    columns = [wrap(cell, width) for cell, width in zip(cells, widths, strict=True)]
    height = max(map(len, columns))
    padded = [[*column, *[BLANK] * (height - len(column))] for column in columns]
    return [_joined(parts, widths, aligns) for parts in zip(*padded, strict=True)]


def _joined(parts: Sequence[Line], widths: Sequence[int], aligns: Sequence[Align]) -> Line:
    spans: list[Span] = []
    pending = 0
    for part, width, align in zip(parts, widths, aligns, strict=True):
        free = width - part.width
        before = {Align.LEFT: 0, Align.CENTRE: free // 2, Align.RIGHT: free}[align]
        if part.spans and pending + before:
            spans.append(Span(" " * (pending + before)))
        spans += part.spans
        pending = GAP + (free - before if part.spans else pending + width)
    return Line(tuple(spans))


def _records(table: Table, width: int) -> tuple[Line, ...]:
    """Each row as a list of its columns' names and values, the first value in bold."""
    lines: list[Line] = []
    for row in table.rows:
        named = [*zip(table.header, (_strong(row[0]), *row[1:]), strict=True)]
        lines += [BLANK] if lines else []
        lines += [line for name, value in named for line in _field(_dim(name), value, width)]
    return tuple(lines)


def _field(name: Cell, value: Cell, width: int) -> list[Line]:
    if width < NARROWEST:
        return [line for part in (name, value) if part for line in wrap(part, width)]
    label = width // 3
    return _row((name, value), (label, width - label - GAP), (Align.LEFT, Align.LEFT))


def _width(cell: Cell) -> int:
    return max(cell_len(_text(cell)), 1)


def _word(cell: Cell) -> int:
    """The widest word; two cells at least, the room that any character needs."""
    return max(2, widest(_text(cell)))


def _text(cell: Cell) -> str:
    return "".join(span.text for span in cell)


def _dim(cell: Cell) -> Cell:
    return tuple(replace(span, role=Role.DIM) if span.role is Role.INK else span for span in cell)


def _strong(cell: Cell) -> Cell:
    return tuple(replace(span, role=Role.STRONG) if span.role is Role.INK else span for span in cell)


def figures(head: Sequence[str], rows: Sequence[Sequence[Span]], width: int) -> tuple[Line, ...]:
    """A table of numbers: all columns but the first at the right; a last one without a head holds words."""
    aligns = (Align.LEFT, *[Align.RIGHT] * (len(head) - 2), Align.RIGHT if head[-1] else Align.LEFT)
    header = tuple((Span(text),) if text else () for text in head)
    return table_lines(Table(header, tuple(tuple((cell,) for cell in row) for row in rows), aligns), width)
