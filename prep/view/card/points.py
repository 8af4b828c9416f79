"""The must-say list: a label with its keys or its suggestion, then the points."""

from __future__ import annotations

from prep.core.card import MustSay
from prep.core.walk import PointMark, Suggestion, Walk
from prep.text.markdown import inline, plain, wrap
from prep.text.row import hung, label, over, row, spread
from prep.text.span import Line, Role, Span
from prep.view.grid import Grid

MARKS = {
    PointMark.SAID: Span("✓", Role.RIGHT),
    PointMark.MISSED: Span("✗", Role.WRONG),
    PointMark.OPEN: Span("·", Role.DIM),
    PointMark.SKIPPED: Span("–", Role.DIM),
}
INDENT = 5
REQUIRED = "required"
KEYS = row(
    Span("y", Role.KEY, "do:said"),
    Span(" said it", Role.DIM, "do:said"),
    "   ",
    Span("n", Role.KEY, "do:missed"),
    Span(" missed", Role.DIM, "do:missed"),
)
"""The two keys of the walk."""


def head(walk: Walk, suggestion: Suggestion, grid: Grid) -> Line:
    """MUST SAY, and at the right what its keys do or what the ticks suggest."""
    right = KEYS if walk.current is not None else suggested(suggestion, short=grid.narrow)
    return spread(label("MUST SAY"), right, grid.width)


def suggested(suggestion: Suggestion, *, short: bool = False) -> Line:
    """`1 point missed suggests Hard`, or `1 missed · Hard` where room is scarce."""
    if suggestion.rating is None:
        return label(suggestion.why)
    if short:
        return row(suggestion.brief or suggestion.why, label(f" · {suggestion.rating.word}"))
    return row(suggestion.why, label(" suggests "), suggestion.rating.word)


def point_rows(point: MustSay, mark: PointMark, grid: Grid, *, current: bool) -> list[Line]:
    """One point; it is ▌ when current."""
    tail = label(REQUIRED if point.required and not grid.narrow else "")
    lines = wrap(inline(point.text), grid.width - INDENT - (tail.width + 2 if tail.spans else 0))
    roles = (Role.STRONG,) if current else (Role.DIM,) if mark in (PointMark.OPEN, PointMark.SKIPPED) else ()
    sign = row(Span("▌", Role.ACT), " ", Span("?", Role.ACT)) if current else row("  ", MARKS[mark])
    rows = hung(row(sign, "  "), [over(line, *roles) for line in lines])
    return [spread(rows[0], tail, grid.width), *rows[1:]] if tail.spans else rows


def line(point: MustSay) -> str:
    """The point to judge now, in line mode."""
    return f"  {plain(point.text)}{f'  ({REQUIRED})' if point.required else ''}"
