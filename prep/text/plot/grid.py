"""Matrices of numbers as shades, side by side over one scale, their rows and columns numbered from 1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from prep.text.plot.shades import Shades
from prep.text.span import Line, Role, Span

GAP = 3
"""Columns between two matrices."""
LABELLED = (24, 7)
"""Columns and rows from which on there is room for titles and for numbers at the edges."""
FEW = 6
"""At most so many numbers at an edge."""

Rows = Sequence[Sequence[float]]


@dataclass(frozen=True, slots=True)
class Matrix:
    """One of them."""

    title: str
    """Over it: "dₖ 8"."""
    rows: Rows


@dataclass(frozen=True, slots=True)
class Edges:
    """What is counted, from 1, and what is shown."""

    down: str = ""
    across: str = ""
    unit: str = ""
    """Of the numbers: "weight", "nats"."""

    def gutter(self, rows: int) -> int:
        """Columns at the left of the matrices."""
        return max(len(self.down), len(self.across), len(str(rows))) + 2


@dataclass(frozen=True, slots=True)
class _Page:
    """How much of a page each matrix takes."""

    down: int
    """Numbers of the largest matrix,"""
    across: int
    gutter: int
    tall: int
    """rows that they are shown in,"""
    cells: int
    """cells in each of these,"""
    columns: int
    """and columns of a cell."""
    width: int
    """Columns of a matrix or of its title."""


def shown(matrices: Sequence[Matrix], edges: Edges, width: int) -> list[Matrix]:
    """As many as have room side by side, two columns a number: the last one, the first, others evenly between."""
    matrices = [matrix for matrix in matrices if matrix.rows and matrix.rows[0]]
    if not matrices:
        return []
    down, across = _size(matrices)
    wide = max(2 * across, _title(matrices))
    count = min(max((width - edges.gutter(down) + GAP) // (wide + GAP), 1), len(matrices))
    if count == 1:
        return [matrices[-1]]
    return [matrices[round(at * (len(matrices) - 1) / (count - 1))] for at in range(count)]


def matrix_rows(
    matrices: Sequence[Matrix],
    width: int,
    height: int,
    edges: Edges = Edges(),
    *,
    ascii: bool = False,
) -> tuple[Line, ...]:
    """Those that fit, and what the shades mean in the last row.

    A matrix that is larger than the room is shown by the means of equal blocks. Where the room is small, numbers and
    titles go.
    """
    seen = shown(matrices, edges, width)
    if not seen or width < 1 or height < 2:
        return ()
    labelled = width >= LABELLED[0] and height >= LABELLED[1]
    page = _page(seen, width, height, edges if labelled else None)
    blocks = [pooled(matrix.rows, min(page.tall, len(matrix.rows)), page.cells) for matrix in seen]
    shades = Shades.of([number for block in blocks for row in block for number in row], ascii)
    rows = [_row(blocks, at, page, shades) for at in range(page.tall)]
    meaning = shades.meaning(edges.unit, width)
    return (*_framed(rows, seen, page, edges, width), meaning) if labelled else (*map(Line, rows), meaning)


def pooled(rows: Rows, height: int, width: int) -> list[list[float]]:
    """The means of blocks, height by width of them; a short row counts as long as it is."""
    return [
        [_mean([number for row in band for number in row[left:right]]) for left, right in _cut(len(rows[0]), width)]
        for band in (rows[top:bottom] for top, bottom in _cut(len(rows), height))
    ]


def _size(matrices: Sequence[Matrix]) -> tuple[int, int]:
    """Most numbers down and across."""
    return (max(len(matrix.rows) for matrix in matrices), max(len(row) for matrix in matrices for row in matrix.rows))


def _page(seen: Sequence[Matrix], width: int, height: int, edges: Edges | None) -> _Page:
    """Without edges nothing but the matrices."""
    down, across = _size(seen)
    gutter = edges.gutter(down) if edges else 0
    room = max((width - gutter - GAP * (len(seen) - 1)) // len(seen), 1)
    cells = min(across, room)
    columns = 2 if 2 * cells <= room else 1
    wide = max(cells * columns, min(_title(seen), room) if edges else 0)
    return _Page(down, across, gutter, min(down, height - (3 if edges else 1)), cells, columns, wide)


def _title(matrices: Sequence[Matrix]) -> int:
    """Columns of the longest one."""
    return max(len(matrix.title) for matrix in matrices)


def _cut(length: int, parts: int) -> list[tuple[int, int]]:
    return [(length * part // parts, length * (part + 1) // parts) for part in range(parts)]


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _row(blocks: Sequence[Rows], at: int, page: _Page, shades: Shades) -> tuple[Span, ...]:
    """One row of every matrix."""
    spans: list[Span] = []
    for block in blocks:
        spans += [Span(" " * GAP)] if spans else []
        row = block[at] if at < len(block) else ()
        spans += [*shades.spans(row, page.columns), Span(" " * (page.width - page.columns * len(row)))]
    return tuple(spans)


def _framed(
    rows: Sequence[tuple[Span, ...]],
    seen: Sequence[Matrix],
    page: _Page,
    edges: Edges,
    width: int,
) -> Iterator[Line]:
    """Titles above, numbers at the left and below."""
    down = dict(_numbers(page.down, page.tall, 0, max(FEW, page.tall // 2)))
    yield _edge(edges.down, [matrix.title for matrix in seen], page, width)
    for at, spans in enumerate(rows):
        yield Line((Span(down.get(at, "").rjust(page.gutter - 2) + "  ", Role.DIM), *spans))
    yield _edge(edges.across, [_ticks(page)] * len(seen), page, width)


def _edge(name: str, told: Sequence[str], page: _Page, width: int) -> Line:
    """The name of an edge in the gutter, then a text for each matrix."""
    row = name.rjust(page.gutter - 2) + "  " + (" " * GAP).join(text[: page.width].ljust(page.width) for text in told)
    return Line((Span(row[:width].rstrip(), Role.DIM),))


def _ticks(page: _Page) -> str:
    row = [" "] * page.width
    for place, told in _numbers(page.across, page.cells, page.columns, FEW):
        at = max(min(place, page.width - len(told)), 0)
        row[at : at + len(told)] = told
    return "".join(row[: page.width])


def _numbers(count: int, cells: int, columns: int, most: int) -> list[tuple[int, str]]:
    """(column, number) at 1 and at multiples of a round step, at most so many and none touching the next.

    Without columns they stand one below the other, and may.
    """
    for step in (mantissa * 10**power for power in range(len(str(count)) + 1) for mantissa in (1, 2, 5)):
        numbers = sorted({1, *range(step, count + 1, step)})
        placed = [((number - 1) * cells // count * max(columns, 1), str(number)) for number in numbers]
        room = all(at + len(told) * (columns > 0) < after for (at, told), (after, _) in pairwise(placed))
        if room and len(placed) <= most:
            return placed
    return []
