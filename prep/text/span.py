"""Laid-out text: lines of spans, each with one role. A screen gives a role its colour; a pipe drops it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rich.cells import cell_len


class Role(StrEnum):
    """What a piece of text means (LOOK §3, §4); never how it looks."""

    INK = "ink"
    DIM = "dim"
    FAINT = "faint"
    STRONG = "strong"
    ACT = "act"
    LINK = "link"
    CARE = "care"
    WRONG = "wrong"
    RIGHT = "right"
    THEORY = "theory"
    CODE = "code"
    """Inline code: ink on tint."""
    KEYWORD = "keyword"
    """In a highlighted block of code: words of the language."""
    STRING = "string"
    NUMBER = "number"
    COMMENT = "comment"
    NAME = "name"
    """In a highlighted block of code: a name that is being defined or called."""
    KEY = "key"
    """A key that can be pressed."""
    TINT = "tint"
    """Chosen among its neighbours; laid over other roles."""
    FOCUS = "focus"
    """Where keys act; laid over other roles."""


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text in one role."""

    text: str
    role: Role = Role.INK
    target: str = ""
    """Where a link leads: an address, "topic:ID" or "demo:NAME?…#…", or what a click does, "do:ACTION"; else empty."""
    over: tuple[Role, ...] = ()
    """Roles laid over the first one: a bold link, a dim piece of code."""


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a page."""

    spans: tuple[Span, ...] = ()

    @property
    def text(self) -> str:
        """The row as plain text."""
        return "".join(span.text for span in self.spans)

    @property
    def width(self) -> int:
        """How many terminal cells the row takes."""
        return cell_len(self.text)


BLANK = Line()
