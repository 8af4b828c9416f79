"""Sections that are one list: Must say, Remember, Demo."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from sys import intern

from markdown_it.token import Token

from prep.core.card import MustSay
from prep.decks.grammar.document import blocks
from prep.decks.grammar.heading import ID
from prep.decks.grammar.outline import OutlinePart
from prep.decks.problems.report import Report

_POINT = re.compile(r"\[([^\]!]*)(!?)\](\s+)(\S.*)", re.DOTALL)
_KEY_HINT = "begin it with a key of its own: - [variance] … or, if it is required, - [variance!] …"


@dataclass(frozen=True, slots=True)
class ListItem:
    """One item of a list."""

    text: str
    """Its Markdown."""
    line: int
    """Counted from 0."""


def read_items(part: OutlinePart, report: Report) -> tuple[ListItem, ...]:
    """The items of the section's one list; whatever else stands there is reported."""
    found: list[ListItem] = []
    lists = 0
    for block in blocks(part.tokens):
        if block[0].type in ("bullet_list_open", "ordered_list_open"):
            lists += 1
            found.extend(_items(block[1:-1], part, report))
        if block[0].type not in ("bullet_list_open", "ordered_list_open", "html_block") or lists > 1:
            _not_one_list(block[0], part, report)
            lists = min(lists, 1)
    return tuple(found)


def read_points(part: OutlinePart, report: Report) -> tuple[MustSay, ...]:
    """The must-say points, with keys that are unique in the card."""
    found: dict[str, MustSay] = {}
    for item in read_items(part, report):
        match = _POINT.fullmatch(item.text)
        key = intern(match[1]) if match else ""  # the same few words in every deck: 1 MB of 10,000 cards
        column = report.lines[item.line].find("[") + 1
        if not match or not ID.fullmatch(key):
            report.add("point-key", item.line, "this point has no key", _KEY_HINT, column)
        elif key == "x":
            report.add("point-key", item.line, "a point's key can't be x, which ticks a task list", _KEY_HINT, column)
        elif key in found:
            report.add("point-twice", item.line, f"two points have the key “{key}”", "rename one", column)
        else:
            found[key] = MustSay(key, match[4], match[2] == "!")
    return tuple(found.values())


def _items(tokens: tuple[Token, ...], part: OutlinePart, report: Report) -> Iterator[ListItem]:
    for item in blocks(tokens):
        inside = [b for b in blocks(item[1:-1]) if b[0].type not in ("html_block", "definition")]
        paragraph = inside[0] if inside and inside[0][0].type == "paragraph_open" else ()
        for extra in inside[1:] if paragraph else inside:
            _not_one_paragraph(extra[0], part, report)
        if paragraph and item[0].map:
            yield ListItem(paragraph[1].content, item[0].map[0])


def _not_one_list(token: Token, part: OutlinePart, report: Report) -> None:
    hint = "start every item with the same mark, -, and move other text to another section"
    report.add("one-list", token.map[0] if token.map else part.line, f"“{part.title}” is one list, nothing else", hint)


def _not_one_paragraph(token: Token, part: OutlinePart, report: Report) -> None:
    hint = "make it an item of its own, or part of the paragraph"
    message = f"an item of “{part.title}” is one paragraph"
    report.add("one-list", token.map[0] if token.map else part.line, message, hint)
