r"""\begin … \end: matrices, cases, aligned equations."""

from __future__ import annotations

import re
from dataclasses import replace

from prep.text.latex.operands import OperandParser
from prep.text.latex.tokens import END
from prep.text.latex.tree import EMPTY, CellGrid, Layout, Node

LAYOUTS = {
    "matrix": Layout(),
    "smallmatrix": Layout(),
    "pmatrix": Layout("(", ")"),
    "bmatrix": Layout("[", "]"),
    "Bmatrix": Layout("{", "}"),
    "vmatrix": Layout("|", "|"),
    "Vmatrix": Layout("‖", "‖"),
    "array": Layout(),
    "cases": Layout("{", align="l"),
    "dcases": Layout("{", align="l", display=True),
    "rcases": Layout("", "}", align="l"),
    "gather": Layout(display=True),
    "gathered": Layout(display=True),
    "equation": Layout(display=True),
    "multline": Layout(align="l", display=True),
} | dict.fromkeys(
    ["align", "aligned", "alignat", "alignedat", "split", "eqnarray", "flalign"],
    Layout(align="rl", paired=True, display=True),
)
"""Every environment, without its star."""

LINES = Layout(align="l", display=True)
"""A formula that breaks its lines without an environment."""

LENGTH = re.compile(r"\[\s*-?[\d.]+\s*(?:pt|em|ex|mm|cm|mu)\s*\]")
r"""The extra room that may follow \\."""


def substack(parser: OperandParser, name: str) -> Node:
    parser.cursor.expect("{")
    rows: list[tuple[Node, ...]] = [(parser.row([r"\\", "}"]),)]
    while parser.cursor.accept(r"\\"):
        rows.append((parser.row([r"\\", "}"]),))
    parser.cursor.expect("}")
    return CellGrid(tuple(rows), Layout())


def environment(parser: OperandParser, name: str) -> Node:
    r"""\begin{name} … \end{name}: \begin is read."""
    cursor = parser.cursor
    begin = cursor.start - len(name) - 1
    title, _ = cursor.raw()
    plain = title.removesuffix("*")
    if plain not in LAYOUTS:
        cursor.fail(f"unknown environment '{title}'", begin)
    layout = LAYOUTS[plain]
    if (plain.startswith("aligned") and plain != "aligned") or plain == "alignat":
        cursor.raw()
    if plain == "array":
        columns, _ = cursor.raw()
        layout = replace(layout, align=re.sub("[^lcr]", "", columns) or "c")
    rows = _rows(parser, title)
    alone = len(rows) == len(rows[0]) == 1 and layout.display and not layout.left + layout.right
    return rows[0][0] if alone else CellGrid(rows, layout)


def _rows(parser: OperandParser, title: str) -> tuple[tuple[Node, ...], ...]:
    cursor = parser.cursor
    rows: list[tuple[Node, ...]] = []
    cells: list[Node] = []
    while cursor.text != r"\end":
        cells.append(parser.row(["&", r"\\", r"\end", END]))
        if cursor.accept("&"):
            if cursor.text == r"\end":
                cells.append(EMPTY)
            continue
        rows.append(tuple(cells))
        cells = []
        if cursor.accept(r"\\"):
            cursor.skip(LENGTH)
        elif cursor.text == END:
            cursor.fail(f"missing \\end{{{title}}}")
    if cells:
        rows.append(tuple(cells))
    end = cursor.take()
    if cursor.raw()[0] != title:
        cursor.fail(f"\\begin{{{title}}} is closed by another environment", end.start)
    return tuple(rows) or ((EMPTY,),)
