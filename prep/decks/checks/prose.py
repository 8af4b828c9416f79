"""What stands inside running text: math, cited keys, links to demos. Each problem knows its column."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

from markdown_it.token import Token

from prep.decks.grammar.demo_calls import KnownDemos, check_call, demo_target, read_link
from prep.decks.grammar.document import Document
from prep.decks.problems.report import Report
from prep.text import latex

_CITATION = re.compile(r"(?<![\w\])}`])\[(?!(?:u?int|b?float|[bt]?fp?|e\dm)\d)([a-z][a-z-]*[0-3]\d[a-z]?)\](?![\[(:])")
"""A name and a two-digit year, as in [vaswani17]; `x[i]`, [CLS], [0] and [int8] are ordinary text."""


def check_prose(document: Document, keys: frozenset[str], known: KnownDemos, report: Report) -> None:
    """Report math that can't be drawn, keys that nothing defines, and links to demos that lead nowhere.

    `keys` are those that the file defines or gives to must-say points.
    """
    starts = [0, *accumulate(len(line) + 1 for line in document.lines)]
    for child, offset in _pieces(document, starts):
        line = bisect_right(starts, offset) - 1
        column = offset - starts[line] + 1
        if child.type in ("math_inline", "math_inline_double", "math_block"):
            _check_math(child, offset, starts, report)
        elif child.type == "text" and document.text.startswith(child.content, offset):
            _check_text(child.content, line, column, keys, report)
        elif target := demo_target(child):
            _check_link(target, line, column, known, report)


def _pieces(document: Document, starts: list[int]) -> Iterator[tuple[Token, int]]:
    """(piece, where its content starts): tokens have no columns, so they are found again."""
    cursor = 0
    for token in document.tokens:
        if token.type == "math_block" and token.map:
            yield token, _inside(token, token.map[0], document.text, starts)
        elif token.type == "inline" and token.map:
            cursor, end = max(cursor, starts[token.map[0]]), starts[token.map[1]]
            for child in token.children or ():
                cursor, offset = _find(child, document.text, cursor, end)
                yield child, offset


def _inside(formula: Token, line: int, text: str, starts: list[int]) -> int:
    """Where the content of a displayed formula starts: below its fence, or behind the sign that opens it, if any."""
    if formula.markup.startswith(("`", "~")):
        return starts[line + 1]
    return text.index(formula.markup, starts[line]) + len(formula.markup)


def _find(child: Token, text: str, cursor: int, end: int) -> tuple[int, int]:
    """(where to go on, where the piece's content starts). Text that Markdown changed (entities, escapes) is
    not found; then the search goes on from the same place."""
    before = {"link_open": "[", "image": "!["}.get(child.type, child.markup if child.type != "text" else "")
    content = child.content.split("\n", 1)[0] if child.type != "image" else ""
    at = text.find(before + content, cursor, end) if before or content else -1
    if at < 0:
        return cursor, cursor
    start = at + len(before)
    return start + len(content), start


def _check_math(child: Token, offset: int, starts: list[int], report: Report) -> None:
    if wrong := _math_problem(child.content, child.type != "math_inline"):
        message, character = wrong
        line, column = _spot(child.content, character, offset, starts, report.lines)
        report.add("math", line, message, "prep shows the LaTeX source until it is mended", column)


def _spot(source: str, character: int, offset: int, starts: list[int], lines: Sequence[str]) -> tuple[int, int]:
    """(line from 0, column from 1) of a formula's character, from 1; `offset` is where the formula starts."""
    above = source[: character - 1].split("\n")
    line = bisect_right(starts, offset) - 1 + len(above) - 1
    if len(above) == 1:
        return line, offset - starts[line] + character
    row = source.split("\n")[len(above) - 1]
    return line, max(lines[line].find(row), 0) + len(above[-1]) + 1  # a list or quote indents each row anew


@lru_cache(maxsize=4096)
def _math_problem(source: str, display: bool) -> tuple[str, int] | None:
    """What is wrong with a formula, and at which of its characters, from 1."""
    try:
        latex.display(source) if display else latex.inline(source)
    except latex.MathError as error:
        return error.message, min(max(error.column, 1), len(source) + 1)
    return None


def _check_text(text: str, line: int, column: int, keys: frozenset[str], report: Report) -> None:
    if (at := text.find("$$")) >= 0:
        report.add("math", line, "this $$ has no partner", "end the formula with $$", column + at)
    for match in _CITATION.finditer(text):
        if match[1] not in keys:
            hint = f'add at the end of the file: [{match[1]}]: https://… "Author year, title, section"'
            report.add("unknown-source", line, f"[{match[1]}] is not defined", hint, column + match.start())


def _check_link(target: str, line: int, column: int, known: KnownDemos, report: Report) -> None:
    if call := read_link(target):
        check_call(*call, line, known, report)
    else:
        hint = "write [11.34](demo:attention.score-std?d_k=128#std@128)"
        report.add("demo-link", line, f"“{target}” is no link to a number of a demo", hint, column)
