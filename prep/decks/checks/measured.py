"""Where a text says that a number was measured or is printed, the number links to the demo that measures it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from markdown_it.token import Token

from prep.decks.grammar.document import Document, inlines, lines_of
from prep.decks.problems.report import Report

_SAYS = re.compile(r"\b(?:measured|prints?)\b", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.\[−-])[−-]?(?!(?:19|20)\d\d\b)\d+(?:\.\d+)?(?:e[−-]?\d+)?(?: ?%)?(?![\w\]]|\.\d)")
_END = re.compile(r"(?<=[.!?])\s+")
LINKED = "\N{OBJECT REPLACEMENT CHARACTER}"
"""What stands for a link: to a number of a demo, to a source, to a page."""


def check_measured(document: Document, report: Report) -> None:
    """Report sentences and table cells that claim a measurement without saying which."""
    for line, text in (*_sentences(document.tokens), *_cells(document.tokens)):
        said = _SAYS.search(text)
        number = (_NUMBER.search(text, said.end()) if said else None) or _NUMBER.search(text)
        if number:
            where = report.lines[line] if line < len(report.lines) else ""
            report.add(
                "unlinked-number",
                line,
                f"“{number[0].strip()}” is said to be measured, but by no demo",
                "link it: [11.34](demo:NAME?key=value#series@x), or cite who measured it",
                where.find(number[0].strip()) + 1,
            )


def _sentences(tokens: Sequence[Token]) -> Iterator[tuple[int, str]]:
    """(line, sentence) of those that speak of measuring and neither link nor cite; a heading is another's claim."""
    cues = {id(inline) for above, inline in pairwise(tokens) if above.type == "heading_open"}
    for inline in (each for each in inlines(tokens) if id(each) not in cues):
        for sentence in _END.split(_plain(inline)):
            if _SAYS.search(sentence) and LINKED not in sentence:
                yield (lines_of(inline) or range(1))[0], sentence


def _cells(tokens: Sequence[Token]) -> Iterator[tuple[int, str]]:
    """(line, cell) of columns whose head says that they were measured."""
    heads: list[bool] = []
    column = line = 0
    for token, following in zip(tokens, (*tokens[1:], None), strict=False):
        if token.type == "table_open":
            heads = []
        elif token.type == "tr_open":
            column, line = 0, (lines_of(token) or range(line, line + 1))[0]
        elif token.type == "th_open" and following:
            heads.append(bool(_SAYS.search(following.content)))
        elif token.type == "td_open" and following:
            text = _plain(following)
            if column < len(heads) and heads[column] and LINKED not in text:
                yield line, text
            column += 1


def _plain(inline: Token) -> str:
    """Its text: links as one sign; code and formulas, whose digits are no results, left out."""
    said, inside = "", False
    for child in inline.children or ():
        if child.type in ("link_open", "link_close"):
            inside = child.type == "link_open"
            said += LINKED * inside
        elif not inside:
            said += child.content if child.type == "text" else " "
    return said
