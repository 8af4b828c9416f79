"""Tree → a block of rows, as a formula looks on paper."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from prep.text.latex.alphabet import lowered, raised
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
)
from prep.text.latex.line import line
from prep.text.latex.spacing import clings, kind_of, spaced
from prep.text.latex.symbols import INTEGRALS
from prep.text.latex.tree import (
    Accent,
    Atom,
    Fence,
    Fraction,
    Grid,
    Kind,
    Line,
    Node,
    Root,
    Row,
    Script,
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


class Piece(NamedTuple):
    """An item of a row, laid out, with the blanks before it."""

    gap: int
    box: Box
    kind: Kind


def block(node: Node, *, full: bool = True) -> Box:
    """The node as a block. `full`: on its own line, not inside a fraction, where limits move beside."""
    match node:
        case Atom():
            return text_box(node.text)
        case Row():
            return assembled(pieces(node, full=full))
        case Fraction():
            return _fraction(node, full)
        case Root():
            return _root(node, full)
        case Script():
            return _script(node, full)
        case Accent():
            return _accent(node, full)
        case Line():
            return _line(node, full)
        case Fence():
            return _fence(node, full)
        case Grid():
            return _grid(node)


def pieces(row: Row, *, full: bool = True) -> list[Piece]:
    """The items of a row, laid out."""
    laid: list[Piece] = []
    left: Node | None = None
    for gap, node, kind in spaced(row.items, stacked=full):
        box = block(node, full=full)
        if laid:
            gap = max(gap, _extra(laid[-1], left, box, node))
            gap -= int(gap == 1 and laid[-1].box.lines[laid[-1].box.base].endswith(" "))
        laid.append(Piece(gap, box, kind))
        left = node
    return laid


def assembled(laid: list[Piece]) -> Box:
    """Pieces side by side."""
    return beside(box for piece in laid for box in (text_box(" " * piece.gap), piece.box))


def _extra(before: Piece, left: Node | None, box: Box, node: Node) -> int:
    """A blank where a fraction bar would run into its neighbour, or a letter under a root."""
    if isinstance(left, Fraction) or isinstance(node, Fraction):
        other = node if isinstance(left, Fraction) else left
        apart = isinstance(other, Fraction) or not isinstance(other, Fence | Atom) or _touches(other)
        return int(apart and (before.box.tall or box.tall))
    return int(clings(before.box.lines[before.box.base], box.lines[box.base]))


def _touches(other: Node) -> bool:
    return isinstance(other, Atom) and other.text not in ("", ",", ".", ";", "(", "[", ")", "]", "/")


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
    if needs_brackets(node) and not node.limits:
        base = bracketed(base)
    sub = None if node.sub is None else line(node.sub, tight=True)
    sup = None if node.sup is None else line(node.sup, tight=True)
    if node.limits and (full or not _fits_beside(node, sub, sup)):
        return _limits(node, base)
    low, high = "" if sub is None else lowered(sub), "" if sup is None else raised(sup)
    if isinstance(node.base, Atom) and node.base.text in INTEGRALS and (low is None or high is None):
        return _limits(node, base)
    if base.height > 1:
        return _cornered(base, low or sub or "", high or sup or "")
    if low is not None and high is not None:
        return text_box(base.lines[0] + low + high)
    return _beside_scripts(base, low, sub, high, sup)


def _fits_beside(node: Script, sub: str | None, sup: str | None) -> bool:
    is_operator = kind_of(node) in (Kind.BIG, Kind.LIMIT)
    return is_operator and (not sub or lowered(sub) is not None) and (not sup or raised(sup) is not None)


def _script_box(node: Node) -> Box:
    """A script on its own row: one line, except a grid."""
    inner = unwrap(node)
    if isinstance(inner, Grid):
        return stacked([text_box(line(Row(row), tight=True)) for row in inner.rows], 0)
    return text_box(line(node, tight=True))


def _limits(node: Script, base: Box) -> Box:
    over = [_script_box(node.sup)] if node.sup is not None else []
    under = [_script_box(node.sub)] if node.sub is not None else []
    box = stacked([*over, base, *under], len(over))
    return replace(box, tall=base.tall or bool(over and under))


def _cornered(base: Box, sub: str, sup: str) -> Box:
    """Scripts at the upper and lower right of something with several rows."""
    width = max(text_box(sub).width, text_box(sup).width)
    column = [sup, *[""] * (base.height - 2), sub]
    lines = tuple(row + padded(script, width) for row, script in zip(base.lines, column, strict=True))
    return Box(lines, base.base, base.width + width, base.tall)


def _beside_scripts(base: Box, low: str | None, sub: str | None, high: str | None, sup: str | None) -> Box:
    """Scripts of which at least one has no Unicode form: it is drawn a row higher or lower."""
    middle = (low or "") + (high or "")
    rows = [*([sup] if high is None else []), middle, *([sub] if low is None else [])]
    width = max(text_box(row or "").width for row in rows)
    at = int(high is None)
    lines = tuple(
        (base.lines[0] if index == at else " " * base.width) + padded(row or "", width)
        for index, row in enumerate(rows)
    )
    return Box(lines, at, base.width + width, base.tall)


def _accent(node: Accent, full: bool) -> Box:
    body = unwrap(node.body)
    if isinstance(body, Script) and not body.limits:
        return _script(replace(body, base=Accent(body.base, node.name)), full)
    box = block(body, full=full)
    if box.height == box.width == 1:
        return text_box(line(node))
    mark = WIDE_MARKS.get(node.name)
    if mark is None:
        mark = "_" * box.width if node.name == "bar" else "─" * (box.width - 1) + "→"
    return stacked([text_box(mark), box], 1)


def _line(node: Line, full: bool) -> Box:
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


def _grid(node: Grid) -> Box:
    cells = [[cell_row(cell, index, node) for index, cell in enumerate(row)] for row in node.rows]
    return grid_box(node, [[block(cell, full=node.layout.display) for cell in row] for row in cells])


def cell_row(cell: Node, index: int, grid: Grid) -> Row:
    """A cell as a row. Beside an alignment point something invisible stands, so that relations keep their blanks."""
    row = cell if isinstance(cell, Row) else Row((cell,))
    if not grid.layout.paired:
        return row
    return Row((Atom(""), *row.items)) if index % 2 else Row((*row.items, Atom("")))


def grid_box(node: Grid, cells: list[list[Box]]) -> Box:
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
