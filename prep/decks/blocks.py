"""Blocks that swallow or change what stands around them by accident."""

from __future__ import annotations

import re

from markdown_it.token import Token

from prep.decks.document import Document
from prep.decks.report import Report

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")

_HTML = {"<!--": "-->", "<![cdata[": "]]>", "<?": "?>", "<!": ">"} | {
    f"<{tag}": f"</{tag}>" for tag in ("pre", "script", "style", "textarea")
}
"""HTML that goes on beyond blank lines, and what ends it (CommonMark 0.31, §4.6, kinds 1 to 5)."""


def check_blocks(document: Document, report: Report) -> None:
    """Report underlined headings and blocks without an end, at the top level."""
    for token in document.tokens:
        if token.level == 0 and token.map:
            if token.type == "heading_open" and not token.markup.startswith("#"):
                _underlined(token, report)
            elif token.type == "fence" and not _fence_ends(token, document):
                hint = f"end it with {token.markup} on a line of its own"
                _unclosed(token.map[0], "this code fence", hint, report)
            elif token.type == "html_block" and (end := _missing_end(token.content)):
                _unclosed(token.map[0], "this HTML", f"end it with {end}, or put it in backticks", report)


def check_characters(raw: str, report: Report) -> None:
    """Report control characters of the text as it is on disk."""
    for number, line in enumerate(re.split(r"\r\n?|\n", raw)):
        if match := _CONTROL.search(line):
            message = f"control character U+{ord(match[0]):04X}"
            hint = "take it out; prep only shows that it is there"
            report.add("control-character", number, message, hint, match.start() + 1)


def _underlined(token: Token, report: Report) -> None:
    assert token.map
    line = token.map[1] - 1
    marks = report.lines[line].strip()[:3]
    hint = f"put a blank line above {marks}" + (", or write # before the title" if token.markup == "=" else "")
    report.add("underlined-heading", line, f"the {marks} makes a heading of the text above it", hint)


def _missing_end(html: str) -> str:
    """What would end this HTML; empty if it is there, or if a blank line ends it."""
    text = html.lstrip().lower()
    ends = (end for start, end in _HTML.items() if text.startswith(start))
    end = next(ends, "")
    return end if end not in text else ""


def _fence_ends(token: Token, document: Document) -> bool:
    assert token.map
    first, last = token.map
    closing = document.lines[last - 1].strip()
    return last - 1 > first and set(closing) == {token.markup[0]} and len(closing) >= len(token.markup)


def _unclosed(line: int, what: str, hint: str, report: Report) -> None:
    report.add("unclosed", line, f"{what} never ends: all below it belongs to it", hint)
