"""LaTeX inside Markdown: the terminal's text where it can be drawn, else the source as it was written."""

from __future__ import annotations

from functools import lru_cache

from prep.text import latex
from prep.text.safe import safe
from prep.text.span import BLANK, Line, Role, Span
from prep.text.tex_signs import CLOSING
from prep.text.wrap import GLUE, wrap

INDENT = 8
"""Of a display formula; 4 when narrow (LOOK §5)."""


@lru_cache(maxsize=4096)
def inline_formula(source: str, markup: str = "$") -> str:
    """One row of text, held together by glue; a formula that can't be read is shown as it was written."""
    try:
        return safe(latex.inline(source)).replace(" ", GLUE)
    except latex.MathError:
        return f"{markup}{source}{CLOSING.get(markup, markup)}".replace("\n", " ")


@lru_cache(maxsize=1024)
def display_formula(source: str, width: int, narrow: bool = False) -> tuple[Line, ...]:
    """The rows of a display formula in THEORY, indented as far as the width allows, never wider than it."""
    source = source.strip()
    try:
        return _drawn(source, width, narrow)
    except latex.MathError:
        return wrap((Span(f"$${source}$$"),), width)


def _drawn(source: str, width: int, narrow: bool) -> tuple[Line, ...]:
    wish = INDENT // 2 if narrow else INDENT
    for indent in (wish, wish // 2, 0):
        rows = [_row(row, indent) for row in _rows(source, width - indent)]
        if all(row.width <= width for row in rows):
            return tuple(rows)
    return wrap((Span(inline_formula(source), Role.THEORY),), width, wish // 2, wish)


def _row(text: str, indent: int) -> Line:
    return Line((Span(" " * indent + text, Role.THEORY),)) if text else BLANK


def _rows(source: str, width: int) -> list[str]:
    return [safe(row.rstrip(" ")) for row in latex.display(source, width)] if width > 0 else [" "]
