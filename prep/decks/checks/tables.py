"""Tables in which Markdown would lose text: it drops the cells that the header has no column for."""

from __future__ import annotations

import re
from itertools import pairwise

from markdown_it.rules_block.table import escapedSplit
from markdown_it.token import Token

from prep.decks.grammar.document import Document
from prep.decks.problems.report import Report

_DASHES = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
_PREFIX = re.compile(r"^[\s>]*(?:[-*+]\s+|\d{1,9}[.)]\s+)?")


def check_tables(document: Document, report: Report) -> None:
    """Report rows wider than their header, bars inside math, and headers that make no table."""
    columns = 0
    for at, token in enumerate(document.tokens):
        if token.type == "table_open":
            columns = sum(1 for each in _row(document.tokens, at) if each.type == "th_open")
        elif token.type == "tr_open" and token.map:
            _check_row(token.map[0], columns, report)
        elif token.type == "inline" and token.map and document.tokens[at - 1].type == "paragraph_open":
            _check_paragraph(token, report)


def _row(tokens: tuple[Token, ...], start: int) -> tuple[Token, ...]:
    end = next(at for at in range(start, len(tokens)) if tokens[at].type == "tr_close")
    return tokens[start:end]


def _check_row(line: int, columns: int, report: Report) -> None:
    found = cells(report.lines[line])
    if len(found) <= columns:
        return
    broken = next((cell for cell in found if _dollars(cell) % 2), None)
    if broken is not None:
        _pipe_in_math(line, broken, report)
    else:
        hint = r"take the last cell out, or write \| for a bar that is text"
        message = f"this row has {len(found)} cells, its header {columns}: the rest is lost"
        report.add("table-row", line, message, hint)


def _check_paragraph(token: Token, report: Report) -> None:
    """A would-be table: its second line is dashes, but not as many as the header has cells."""
    rows = token.content.split("\n")
    for number, (header, dashes) in enumerate(pairwise(rows)):
        if "|" in header and "|" in dashes and _DASHES.fullmatch(dashes) and token.map:
            line = token.map[0] + number
            broken = next((cell for cell in cells(header) if _dollars(cell) % 2), None)
            if broken is not None:
                _pipe_in_math(line, broken, report)
            else:
                message = f"this header has {len(cells(header))} cells, the dashes below {len(cells(dashes))}"
                report.add("table-header", line, message, "give both the same number of cells, else it is no table")


def cells(row: str) -> list[str]:
    """The cells of a table's line, as Markdown splits it."""
    found = [cell.strip() for cell in escapedSplit(_PREFIX.sub("", row).strip())]
    return found[(1 if found and not found[0] else 0) : (-1 if len(found) > 1 and not found[-1] else None)]


def _pipe_in_math(line: int, cell: str, report: Report) -> None:
    column = report.lines[line].find(cell) + len(cell) + 1
    hint = r"write \mid or \vert for a bar, \Vert for two"
    report.add("table-pipe", line, "the | inside this math ends the table's cell", hint, column)


def _dollars(cell: str) -> int:
    """How many dollar signs delimit math: not escaped, not in a code span."""
    return len(re.findall(r"(?<!\\)\$", re.sub(r"`[^`]*`", "", cell)))
