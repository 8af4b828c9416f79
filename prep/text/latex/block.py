"""Tree → a block of rows, as a formula looks on paper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from prep.text.latex.alphabet import lowered, raised, raised_limit
from prep.text.latex.box import (
    BLANK,
    Box,
    beside,
    delimiter,
    fitted,
    padded,
    paragraph,
    stacked,
    text_box,
    touch,
)
from prep.text.latex.line import line
from prep.text.latex.spacing import clings, kind_of, spaced
from prep.text.latex.tree import (
    Accent,
    Atom,
    AtomKind,
    CellGrid,
    Fence,
    Fraction,
    Node,
    NodeRow,
    Root,
    Script,
    Stroke,
    unwrap,
)
from prep.text.latex.units import in_parentheses, is_plain, needs_brackets, vulgar

WIDE_MARKS = {
    "hat": "^", "widehat": "^", "tilde": "~", "widetilde": "~", "check": "ˇ", "breve": "˘", "acute": "´",
    "grave": "`", "dot": "·", "ddot": "··", "mathring": "°",
}  # fmt: skip
PAIR_GAP = 4
"""Blanks between two equations in one row of an aligned block."""
COLUMN_GAP = 2
APART = frozenset(["", ",", ".", ";", "/"])
"""Signs that don't look like a part of the fraction bar beside them."""


class Piece(NamedTuple):
    """An item of a row, laid out, with the blanks before it."""

    gap: int
    node: Node
    kind: AtomKind
    box: Box


def block(node: Node, *, full: bool = True) -> Box:
    """The node as a block. `full`: on its own line, not inside a fraction, where limits move beside."""
    match node:
        case Atom():
            return text_box(node.text)
        case NodeRow():
            return assembled(pieces(node, full=full))
        case Fraction():
            return _fraction(node, full)
        case Root():
            return _root(node, full)
        case Script():
            return _script(node, full)
        case Accent():
            return _accent(node, full)
        case Stroke():
            return _line(node, full)
        case Fence():
            return _fence(node, full)
        case CellGrid():
            return _grid(node)


def pieces(row: NodeRow, *, full: bool = True) -> list[Piece]:
    """The items of a row, laid out."""
    laid: list[Piece] = []
    for gap, node, kind in spaced(row.items, stacked=full):
        box = block(node, full=full)
        laid.append(Piece(_room(gap, laid[-1], node, box) if laid else gap, node, kind, box))
    return laid


def assembled(laid: list[Piece]) -> Box:
    """Pieces side by side."""
    return beside(box for piece in laid for box in (text_box(" " * piece.gap), piece.box))


def _room(gap: int, left: Piece, node: Node, box: Box) -> int:
    """The blanks between two neighbours as they are drawn."""
    if gap == 1 and left.box.level.endswith(" "):
        gap = 0
    collides = _meets_bar(left, node, box) or clings(left.box.level, box.level) or touch(left.box, box)
    return max(gap, int(collides))


def _meets_bar(left: Piece, node: Node, box: Box) -> bool:
    """Whether a fraction bar would run into its neighbour; brackets and commas don't look like a part of it."""
    bars = [isinstance(left.node, Fraction) and left.box.tall, isinstance(node, Fraction) and box.tall]
    other = node if bars[0] else left.node
    apart = isinstance(other, Fence) or (isinstance(other, Atom) and other.text in APART)
    return any(bars) and not apart and not left.box.level.endswith(" ")


def _fraction(node: Fraction, full: bool) -> Box:
    if node.small and (character := vulgar(node)):
        return text_box(character)
    inner = full and node.display
    top, bottom = block(node.top, full=inner), block(node.bottom, full=inner)
    bar = text_box("─" * (max(top.width, bottom.width) + 2)) if node.bar else BLANK
    return replace(stacked([top, bar, bottom], 1), tall=True)


def _root(node: Root, full: bool) -> Box:
    body = block(node.body, full=full)
    index = "" if node.index is None else line(node.index, tight=True)
    sign = {"3": "∛", "4": "∜"}.get(index) or (raised(index) or index) + "√"
    if is_plain(node.body) or (in_parentheses(node.body) and not body.tall):
        return beside([text_box(sign), body])
    if not body.tall:
        return beside([text_box(sign), bracketed(body)])
    blank = " " * text_box(sign).width
    lines = (blank + "┌" + "─" * (body.width + 1), *(blank + "│ " + row for row in body.lines[:-1]))
    return Box((*lines, sign + "│ " + body.lines[-1]), body.base + 1, len(blank) + 2 + body.width, tall=True)


def _script(node: Script, full: bool) -> Box:
    base = block(node.base, full=full)
    sub = None if node.sub is None else line(node.sub, tight=True)
    sup = None if node.sup is None else line(node.sup, tight=True)
    low, high = _form(sub, lowered), _form(sup, raised_limit if kind_of(node) is AtomKind.BIG else raised)
    if node.limits and (full or not _stays_beside(node, low, high)):
        return _limits(node, base)
    if kind_of(node) is AtomKind.BIG and (low is None or high is None):
        return _limits(node, base)
    if needs_brackets(node):
        base = bracketed(base)
    if base.tall:
        return beside([base, _corners(base, low or sub or "", high or sup or "")])
    return beside([base, _scripts(low, sub or "", high, sup or "")])


def _form(script: str | None, form: Callable[[str], str | None]) -> str | None:
    """The script in small characters, "" if there is none, None if Unicode lacks them."""
    return "" if script is None else form(script)


def _stays_beside(node: Script, low: str | None, high: str | None) -> bool:
    """Whether limits are short enough to stand beside a sum inside a fraction."""
    return kind_of(node) in (AtomKind.BIG, AtomKind.LIMIT) and low is not None and high is not None


def _limits(node: Script, base: Box) -> Box:
    over = [_limit(node.sup)] if node.sup is not None else []
    under = [_limit(node.sub)] if node.sub is not None else []
    box = stacked([*over, base, *under], len(over))
    return replace(box, tall=base.tall or bool(over and under))


def _limit(node: Node) -> Box:
    """What stands beneath or over a sum: one line, or the lines of a substack."""
    inner = unwrap(node)
    if isinstance(inner, CellGrid):
        return stacked([text_box(line(NodeRow(row), tight=True)) for row in inner.rows], 0)
    return text_box(line(node, tight=True))


def _corners(base: Box, sub: str, sup: str) -> Box:
    """Scripts level with the first and the last row of a tall base."""
    width = max(text_box(sub).width, text_box(sup).width)
    rows = [sup, *[""] * (base.height - 2), sub]
    return Box(tuple(padded(row, width) for row in rows), base.base, width)


def _scripts(low: str | None, sub: str, high: str | None, sup: str) -> Box:
    """Scripts beside the baseline; one without a small form is a row higher or lower."""
    over, under = [text_box(sup)] if high is None else [], [text_box(sub)] if low is None else []
    return stacked([*over, text_box((low or "") + (high or "")), *under], len(over), "l")


def _accent(node: Accent, full: bool) -> Box:
    body = unwrap(node.body)
    if isinstance(body, Script) and not body.limits:
        return _script(replace(body, base=Accent(body.base, node.name)), full)
    box = block(body, full=full)
    if box.height == box.width == 1:
        return text_box(line(node))
    mark = WIDE_MARKS.get(node.name)
    if mark is None:
        mark = "_" * box.width if node.name == "bar" else _long_arrow(node.name, box.width)
    return stacked([text_box(mark), box], 1)


def _long_arrow(name: str, width: int) -> str:
    return "←" + "─" * (width - 1) if name == "overleftarrow" else "─" * (width - 1) + "→"


def _line(node: Stroke, full: bool) -> Box:
    body = block(node.body, full=full)
    if not node.brace:
        if node.over:
            single = body.height == body.width == 1
            return text_box(line(node)) if single else stacked([text_box("_" * body.width), body], 1)
        return stacked([body, text_box("‾" * body.width)], 0)
    width = max(body.width, 3)
    left = (width - 3) // 2
    right = width - 3 - left
    if node.over:
        return stacked([text_box("╭" + "─" * left + "┴" + "─" * right + "╮"), body], 1)
    return stacked([body, text_box("╰" + "─" * left + "┬" + "─" * right + "╯")], 0)


def bracketed(box: Box) -> Box:
    """The box in parentheses, which grow with it if it is tall."""
    like = box if box.tall else BLANK
    return beside([delimiter("(", like), box, delimiter(")", like)])


def _fence(node: Fence, full: bool) -> Box:
    bodies = [block(body, full=full) for body in node.bodies]
    inside = beside(bodies)
    if not inside.tall:
        inside = BLANK
    parts = [delimiter(node.delimiters[0], inside)]
    for index, body in enumerate(bodies, start=1):
        sign = delimiter(node.delimiters[index], inside)
        gap = [text_box(" ")] if index < len(bodies) else []
        parts += [body, *gap, sign, *gap]
    return beside(parts)


def _grid(node: CellGrid) -> Box:
    cells = [[cell_row(cell, index, node) for index, cell in enumerate(row)] for row in node.rows]
    return grid_box(node, [[block(cell, full=node.layout.display) for cell in row] for row in cells])


def cell_row(cell: Node, index: int, grid: CellGrid) -> NodeRow:
    """A cell as a row. Beside an alignment point something invisible stands, so that relations keep their blanks."""
    row = cell if isinstance(cell, NodeRow) else NodeRow((cell,))
    if not grid.layout.paired:
        return row
    return NodeRow((Atom(""), *row.items)) if index % 2 else NodeRow((*row.items, Atom("")))


def grid_box(node: CellGrid, cells: list[list[Box]]) -> Box:
    """The cells in their columns, inside the grid's brackets."""
    layout = node.layout
    count = max(map(len, cells))
    rows = [[*row, *[BLANK] * (count - len(row))] for row in cells]
    widths = [max(row[column].width for row in rows) for column in range(count)]
    lines = []
    for row in rows:
        parts: list[Box] = []
        for column, cell in enumerate(row):
            align = layout.align[column % len(layout.align)]
            parts += [text_box(" " * _column_gap(column, layout.paired)), fitted(cell, widths[column], align)]
        lines.append(beside(parts))
    if layout.left + layout.right in ("{", "}") and len(lines) == 2 and not (lines[0].down or lines[1].up):
        lines.insert(1, BLANK)  # so that a brace has its middle and a relation its row
    body = paragraph(lines)
    if layout.left or layout.right or not layout.display:
        body = replace(body, base=(body.height - 1) // 2, tall=body.height > 1)
    left, right = delimiter(layout.left, body), delimiter(layout.right, body)
    inset = [text_box(" ")] if layout.left == "{" else []
    return beside([left, *inset, body, right])


def _column_gap(column: int, paired: bool) -> int:
    if column == 0:
        return 0
    if paired:
        return 0 if column % 2 else PAIR_GAP
    return COLUMN_GAP
