"""A formula wider than its place: broken at relations, then at operators, never inside a symbol."""

from __future__ import annotations

from collections.abc import Callable

from prep.text.latex.block import Piece, assembled, block, cell_row, grid_box, pieces
from prep.text.latex.box import Box, indented, paragraph
from prep.text.latex.tree import AtomKind, CellGrid, Node, NodeRow, unwrap

INDENTS = (4, 2, 0)
"""Columns that a continued line may stand in where there is no room under the first relation."""


def wrapped(node: Node, width: int | None) -> Box:
    """The formula, no wider than `width` cells where its breaks allow it."""
    box = block(node)
    if width is None or box.width <= width:
        return box
    inner = unwrap(node)
    if isinstance(inner, CellGrid) and inner.layout.display:
        return _rewrapped(inner, width)
    return _broken(pieces(inner), width) if isinstance(inner, NodeRow) else box


def _broken(laid: list[Piece], width: int) -> Box:
    segments = _split(laid, _starts_relation)
    indent = _indent(segments, width)
    lines: list[Box] = []
    current: list[Piece] = []
    for part in [part for segment in segments for part in _fitting(segment, width - indent)]:
        if current and _set([*current, *part], indent if lines else 0).width > width:
            lines.append(_set(current, indent if lines else 0))
            current = []
        current = [*current, *part]
    return paragraph([*lines, _set(current, indent if lines else 0)])


def _indent(segments: list[list[Piece]], width: int) -> int:
    """Under the first relation, if everything fits there; else as far in as everything fits."""
    widest = max((_set(segment).width for segment in segments[1:]), default=0)
    column = assembled(segments[0]).width + 1
    columns = (column, *INDENTS) if column <= width // 2 else INDENTS
    return next((indent for indent in columns if widest <= width - indent), INDENTS[1])


def _fitting(segment: list[Piece], room: int) -> list[list[Piece]]:
    """The segment, or if it is too wide its parts between operators."""
    return [segment] if _set(segment).width <= room else _split(segment, _starts_operator)


def _split(laid: list[Piece], starts: Callable[[Piece], bool]) -> list[list[Piece]]:
    segments: list[list[Piece]] = [[]]
    for piece in laid:
        if segments[-1] and starts(piece):
            segments.append([])
        segments[-1].append(piece)
    return segments


def _starts_relation(piece: Piece) -> bool:
    return piece.kind is AtomKind.RELATION or piece.gap > 1


def _starts_operator(piece: Piece) -> bool:
    return piece.kind is AtomKind.BINARY


def _set(laid: list[Piece], indent: int = 0) -> Box:
    """Pieces on one line; the blanks before the first are left out."""
    if not laid:
        return assembled(laid)
    return indented(assembled([laid[0]._replace(gap=0), *laid[1:]]), indent)


def _rewrapped(grid: CellGrid, width: int) -> Box:
    """Equations in rows: the last cell of a row that is too wide is broken in its place."""
    cells = [[block(cell) for cell in _cells(row, grid)] for row in grid.rows]
    before = grid_box(grid, cells).width - max(row[-1].width for row in cells)
    for row, boxes in zip(grid.rows, cells, strict=True):
        if before + boxes[-1].width > width:
            boxes[-1] = _broken(pieces(_cells(row, grid)[-1]), width - before)
    return grid_box(grid, cells)


def _cells(row: tuple[Node, ...], grid: CellGrid) -> list[NodeRow]:
    return [cell_row(cell, index, grid) for index, cell in enumerate(row)]
