"""The one way from text to the screen: spans become `Content`, never markup (FAULTS 149, 150, 152)."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content, Span
from textual.style import Style

from prep.text.safe import safe
from prep.text.span import Line, Role
from prep.text.span import Span as TextSpan

LOOKS = frozenset(role.value for role in Role) | {"cue"}
"""Component classes; `prep.tcss` gives each its colour and weight."""

TARGET = "target"
"""Meta key of a run that can be clicked: a command ("do:reveal") or where a link leads."""

ONE_ROW = str.maketrans("\n\t", "  ")


def ink(text: str, *looks: str, target: str = "") -> Content:
    """Text in some looks (names of `LOOKS`); with a target it can be clicked."""
    if not text:
        return Content("")
    if not text.isprintable():  # a user's demo, an error message: nothing but a row of text reaches the terminal
        text = safe(text).translate(ONE_ROW)
    spans = [Span(0, len(text), f".{look}") for look in looks]
    if target:
        spans.append(Span(0, len(text), Style.from_meta({TARGET: target})))
    return Content(text, spans=spans)


def painted(line: Line, *looks: str, target: str = "") -> Content:
    """A laid-out line as Content; `looks` come on top of each span's roles."""
    return joined(ink(span.text, *_looks(span), *looks, target=span.target or target) for span in line.spans)


def _looks(span: TextSpan) -> tuple[str, ...]:
    """A span's roles; ink is what text has anyway."""
    return tuple(role.value for role in (span.role, *span.over) if role is not Role.INK)


def content(row: Line | Content) -> Content:
    """A row, painted if it isn't yet."""
    return row if isinstance(row, Content) else painted(row)


def joined(pieces: Iterable[Content | str]) -> Content:
    """Pieces of one row, side by side."""
    return Content("").join([piece if isinstance(piece, Content) else ink(piece) for piece in pieces])


def blank(count: int = 1) -> list[Content]:
    """Empty rows."""
    return [Content("")] * max(0, count)


def spread(left: Content, right: Content, width: int) -> Content:
    """Two facts at the two edges of a row. The left one is cut with … where they would meet."""
    room = width - right.cell_length - (1 if right.cell_length else 0)
    if left.cell_length > room:
        left = left.truncate(max(1, room), ellipsis=True)
    return joined([left, " " * max(0, width - left.cell_length - right.cell_length), right])


def padded(content: Content, width: int, *looks: str) -> Content:
    """The row filled up with blanks on the right."""
    return joined([content, ink(" " * max(0, width - content.cell_length), *looks)])
