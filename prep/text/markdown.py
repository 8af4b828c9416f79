"""Markdown in, rows of a page out: what the screens and the line mode both show."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from prep.core.card import Source
from prep.text.code import code_lines
from prep.text.formula import display_formula
from prep.text.inline import inline, parser, plain, readable, references, spans_of
from prep.text.span import BLANK, Line, Role, Span
from prep.text.table import Align, Cell, Table, table_lines
from prep.text.wrap import prefixed, wrap

__all__ = ["inline", "lay_out", "plain", "wrap"]

LEAST = 10
"""Lists and quotes stop indenting where fewer cells than these would be left for text."""

_TEXT = "text"
"""Under this name a token of running text keeps its own tokens, out of the tree's sight."""
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_LISTS = {"bullet_list", "ordered_list"}


@dataclass(frozen=True, slots=True)
class _Page:
    """How much room a block has."""

    width: int
    narrow: bool


_Rows = tuple[Line, ...]
_Block = Callable[[SyntaxTreeNode, _Page], _Rows]


def lay_out(markdown: str, width: int, *, narrow: bool = False, sources: Sequence[Source] = ()) -> tuple[Line, ...]:
    """The text as rows of at most `width` (at least 2) cells, one blank row between blocks.

    `narrow` indents display formulas by 4 instead of 8. `sources` are what [key] may cite: a citation is dim
    and leads to the source's address. Nothing is lost but comments; what can't be read is shown as written.
    """
    return _laid_out(markdown, max(width, 2), narrow, tuple(sources))


@lru_cache(maxsize=512)
def _laid_out(markdown: str, width: int, narrow: bool, sources: tuple[Source, ...]) -> _Rows:
    return _blocks(_tree(parser().parse(readable(markdown), references(sources))).children, _Page(width, narrow))


def _tree(tokens: Sequence[Token]) -> SyntaxTreeNode:
    """The tree of the blocks. Running text stays a row of tokens: 500 underscores on either side of a letter nest 500
    deep in it, and a tree of them would take all of Python's stack."""
    for token in tokens:
        if token.type == "inline":
            token.meta[_TEXT], token.children = token.children or [], None
    return SyntaxTreeNode(tokens)


def _blocks(nodes: Sequence[SyntaxTreeNode], page: _Page) -> _Rows:
    rows: list[Line] = []
    previous = None
    for node in nodes:
        block = _BLOCKS.get(node.type, _paragraph)(node, page)
        if block and previous and not _close(previous, node):
            rows.append(BLANK)
        rows += block
        previous = node if block else previous
    return tuple(rows)


def _close(above: SyntaxTreeNode, below: SyntaxTreeNode) -> bool:
    """A list under the text of a tight item belongs to it without a gap."""
    return below.type in _LISTS and above.type == "paragraph" and above.hidden


def _tokens(node: SyntaxTreeNode) -> list[Token]:
    """The inline tokens of a paragraph, a heading or a cell."""
    return [token for child in node.children if child.token is not None for token in child.token.meta.get(_TEXT, ())]


def _paragraph(node: SyntaxTreeNode, page: _Page) -> _Rows:
    return _flow(_tokens(node), page)


def _flow(tokens: Sequence[Token], page: _Page) -> _Rows:
    """Running text; a `$$…$$` in the middle of it is displayed all the same."""
    rows: list[Line] = []
    for is_display, part in groupby(tokens, _is_display):
        for piece in [[token] for token in part] if is_display else [list(part)]:
            block = _display(piece[0].content, page) if is_display else _text(piece, page)
            rows += [BLANK, *block] if rows and block else block
    return tuple(rows)


def _is_display(token: Token) -> bool:
    """Inside emphasis or a link, `$$…$$` stays in the row."""
    return token.type == "math_inline_double" and token.level == 0


def _display(source: str, page: _Page) -> _Rows:
    return display_formula(source, page.width, page.narrow)


def _text(tokens: list[Token], page: _Page, role: Role = Role.INK) -> _Rows:
    """Filled rows; a hard break that leaves its row empty leaves none."""
    return tuple(row for row in wrap(spans_of(tokens, role), page.width) if row.text.strip())


def _heading(node: SyntaxTreeNode, page: _Page) -> _Rows:
    return _text(_tokens(node), page, Role.STRONG)


def _rule(_: SyntaxTreeNode, page: _Page) -> _Rows:
    return (Line((Span("─" * page.width, Role.FAINT),)),)


def _fence(node: SyntaxTreeNode, page: _Page) -> _Rows:
    language = node.info.split()[0] if node.info.strip() else ""
    return code_lines(node.content, language, page.width)


def _code_block(node: SyntaxTreeNode, page: _Page) -> _Rows:
    return code_lines(node.content, "", page.width)


def _math(node: SyntaxTreeNode, page: _Page) -> _Rows:
    return _display(node.content, page) if node.content.strip() else ()


def _html(node: SyntaxTreeNode, page: _Page) -> _Rows:
    """Comments vanish; `<pad>` and its kin are text of this field, not tags."""
    text = _COMMENT.sub("", node.content).strip()
    return _flow(parser().parseInline(text)[0].children or [], page) if text else ()


def _quote(node: SyntaxTreeNode, page: _Page) -> _Rows:
    if page.width < LEAST + 2:
        return _blocks(node.children, page)
    bar = Span("▌ ", Role.FAINT)
    return prefixed(_blocks(node.children, replace(page, width=page.width - 2)), bar, bar)


def _list(node: SyntaxTreeNode, page: _Page) -> _Rows:
    """Items close together, unless the author or a gap inside an item sets them apart."""
    items = [_item(item, marker, page) for item, marker in zip(node.children, _markers(node), strict=True)]
    loose = any(not child.hidden for item in node.children for child in item.children if child.type == "paragraph")
    gap = [BLANK] if loose or any(BLANK in item for item in items) else []
    return (*items[0], *(row for item in items[1:] for row in (*gap, *item)))


def _markers(node: SyntaxTreeNode) -> list[Span]:
    """A dot, or the numbers, right-aligned: the text of all items starts in one column."""
    if node.type == "bullet_list":
        return [Span("· ", Role.DIM)] * len(node.children)
    start = int(node.attrs.get("start", 1))
    numbers = [f"{start + at}{item.markup} " for at, item in enumerate(node.children)]
    return [Span(number.rjust(len(numbers[-1]))) for number in numbers]


def _item(item: SyntaxTreeNode, marker: Span, page: _Page) -> _Rows:
    indent = len(marker.text)
    if page.width < LEAST + indent:
        return (*wrap((marker,), page.width), *_blocks(item.children, page))
    rows = _blocks(item.children, replace(page, width=page.width - indent)) or (BLANK,)
    return prefixed(rows, marker, Span(" " * indent))


def _table(node: SyntaxTreeNode, page: _Page) -> _Rows:
    rows = [row for part in node.children for row in part.children]
    header, *body = [tuple(_cell(cell) for cell in row.children) for row in rows]
    aligns = tuple(_align(cell) for cell in rows[0].children)
    return table_lines(Table(header, tuple(body), aligns), page.width)


def _cell(node: SyntaxTreeNode) -> Cell:
    return spans_of(_tokens(node))


def _align(node: SyntaxTreeNode) -> Align:
    style = str(node.attrs.get("style", ""))
    return Align(style.removeprefix("text-align:") or Align.LEFT)


_BLOCKS: dict[str, _Block] = {
    "heading": _heading,
    "hr": _rule,
    "fence": _fence,
    "code_block": _code_block,
    "math_block": _math,
    "html_block": _html,
    "blockquote": _quote,
    "bullet_list": _list,
    "ordered_list": _list,
    "table": _table,
}
