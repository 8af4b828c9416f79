"""Markup of other programs, which a terminal can't show as it was meant. It stays as it was written, and is told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from markdown_it.token import Token

from prep.decks.grammar.document import Document
from prep.decks.problems.report import Report

_TAGS = (
    "b big br center code details div em font h[1-6] hr i img kbd li ol p small span strong style sub summary sup"
    " svg table tbody td th thead tr u ul"
)
"""What notes from browsers hold. `<pad>` and `<s>` are words of this field."""


class _Markup(NamedTuple):
    pattern: re.Pattern[str]
    message: str
    hint: str


_FOREIGN = (
    _Markup(
        re.compile(rf"</?(?:{'|'.join(_TAGS.split())})(?:\s[^<>]*)?/?>", re.IGNORECASE),
        "HTML tags are shown, not obeyed",
        "write Markdown: **strong**, *soft*, `code`, a list, a table; x² and H₂O are characters or math",
    ),
    _Markup(
        re.compile(r"\{\{c\d+::"),
        "prep has no gaps to fill in",
        "ask for what is missing: one card for each gap",
    ),
    _Markup(
        re.compile(r"\$\s(?=[^$\n]*(?:\\[A-Za-z]|[_^=]))[^$\n]+\$"),
        "math begins right behind its $, else it is money",
        "take the blanks beside the dollars away",
    ),
)


def check_foreign(document: Document, report: Report) -> None:
    """Report pictures, HTML tags, clozes and math with a blank behind its dollar."""
    for token in document.tokens:
        for piece, line in _pieces(token):
            if piece.type == "image":
                hint = "say in words what it shows, as code, as a table or as a formula"
                report.add("foreign-markup", line, "a picture isn't shown, only its description", hint)
                continue
            for markup in _FOREIGN:
                if markup.pattern.search(piece.content):
                    report.add("foreign-markup", line, markup.message, markup.hint)


def _pieces(token: Token) -> Iterator[tuple[Token, int]]:
    """What may hold markup of others, and its line."""
    line = token.map[0] if token.map else 0
    if token.type == "html_block":
        yield token, line
    for child in token.children or ():
        if child.type in ("softbreak", "hardbreak"):
            line += 1
        elif child.type in ("image", "html_inline", "text"):
            yield child, line
