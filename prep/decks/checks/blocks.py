"""Blocks that swallow or change what stands around them by accident."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it.token import Token

from prep.decks.grammar.document import NEWLINE, Document, blocks, lines_of
from prep.decks.grammar.outline import OutlinePart
from prep.decks.problems.report import Report
from prep.text.safe import safe

VAST = 50_000
"""Characters of a card, many times those of any that is said aloud: 0.1 s to lay out, where 700,000 took three."""
MANY = "make several cards of it, each for one question"
DEEPEST = 50
"""Half of what the parser can take (`markdown_parser`)."""

_NO_SPACE = re.compile(r" {0,3}#{2,3}(?=[^\s#])")
"""A single # begins a tag, as many programs write it."""
_HTML = {r"<!--": "-->", r"<!\[cdata\[": "]]>", r"<\?": "?>", r"<!": ">"} | {
    rf"<{tag}(?=[\s>])": f"</{tag}>" for tag in ("pre", "script", "style", "textarea")
}
"""HTML that goes on beyond blank lines, and what ends it (CommonMark 0.31, §4.6, kinds 1 to 5)."""


def check_blocks(document: Document, report: Report) -> None:
    """Report what is a heading or isn't by accident, and blocks without an end, at the top level."""
    for token in document.tokens:
        if token.level == 0 and token.map:
            if token.type == "heading_open" and not token.markup.startswith("#"):
                _underlined(token, report)
            elif token.type == "paragraph_open" and (marks := _NO_SPACE.match(document.lines[token.map[0]])):
                hint = f"write a space after {marks[0].strip()}, or \\ before it"
                report.add("heading-space", token.map[0], "this is text and no heading", hint)
            elif token.type == "fence" and not _fence_ends(token, document):
                hint = f"end it with {token.markup} on a line of its own"
                _unclosed(token.map[0], "this code fence", hint, report)
            elif token.type == "html_block" and (end := _missing_end(token.content)):
                _unclosed(token.map[0], "this HTML", f"end it with {end}, or put it in backticks", report)


def check_length(parts: Sequence[OutlinePart], report: Report) -> None:
    """Report a card that a screen would stand still for."""
    if message := vast(sum(len(part.body) for part in parts)):
        report.add("vast-card", parts[0].line, message, MANY)


def vast(length: int) -> str:
    """What is wrong with a card of so many characters; empty for a usual one."""
    return f"this card has {length:,} characters, more than {VAST:,}" if length > VAST else ""


def check_nesting(document: Document, report: Report) -> None:
    """Report where each block first goes deeper than anybody reads."""
    for block in blocks(document.tokens):
        if deep := next((token for token in block if token.map and _depth(token) > DEEPEST), None):
            message = f"this is nested more than {DEEPEST} deep; what is deeper, or below, may be lost"
            report.add("nesting", lines_of(deep).start, message, "take out quotes, list levels or emphasis around it")


def _depth(token: Token) -> int:
    return max((child.level for child in token.children or ()), default=token.level)


def check_characters(raw: str, report: Report) -> None:
    """Report control characters of the text as it is on disk."""
    for number, line in enumerate(NEWLINE.split(raw)):
        if line != (shown := safe(line)):
            at = next(at for at, (is_, seen) in enumerate(zip(line, shown, strict=True)) if is_ != seen)
            hint = "take it out; prep only shows that it is there"
            report.add("control-character", number, f"control character U+{ord(line[at]):04X}", hint, at + 1)


def _underlined(token: Token, report: Report) -> None:
    assert token.map
    line = token.map[1] - 1
    marks = report.lines[line].strip()[:3]
    hint = f"put a blank line above {marks}" + (", or write # before the title" if token.markup == "=" else "")
    report.add("underlined-heading", line, f"the {marks} makes a heading of the text above it", hint)


def _missing_end(html: str) -> str:
    """What would end this HTML; empty if it is there, or if a blank line ends it."""
    text = html.lstrip().lower()
    end = next((end for start, end in _HTML.items() if re.match(start, text)), "")
    return end if end not in text else ""


def _fence_ends(token: Token, document: Document) -> bool:
    assert token.map
    first, last = token.map
    closing = document.lines[last - 1].strip()
    return last - 1 > first and set(closing) == {token.markup[0]} and len(closing) >= len(token.markup)


def _unclosed(line: int, what: str, hint: str, report: Report) -> None:
    report.add("unclosed", line, f"{what} never ends: all below it belongs to it", hint)
