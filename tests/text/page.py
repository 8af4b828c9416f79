"""A deck's Markdown laid out, as tests compare it."""

from __future__ import annotations

from textwrap import dedent

from prep.text.markdown import lay_out
from prep.text.span import Span


def page(markdown: str, width: int = 40, *, narrow: bool = False) -> str:
    """The rows as one text."""
    return "\n".join(line.text for line in lay_out(dedent(markdown), width, narrow=narrow))


def spans(markdown: str, width: int = 76) -> list[Span]:
    """All spans of the page, row after row."""
    return [span for line in lay_out(dedent(markdown), width) for span in line.spans]
