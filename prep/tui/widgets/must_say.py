"""The must-say list as rows: a label with its keys or its suggestion, then the points (LOOK §9.3)."""

from __future__ import annotations

from textual.content import Content

from prep.core.card import Point
from prep.core.walk import Mark, Suggestion, Walk
from prep.text.markdown import inline, wrap
from prep.tui.grid import Grid
from prep.tui.ink import ink, joined, painted, spread

MARKS = {Mark.SAID: ("✓", "right"), Mark.MISSED: ("✗", "wrong"), Mark.OPEN: ("·", "dim"), Mark.SKIPPED: ("–", "dim")}
INDENT = 5
REQUIRED = "required"


def label(walk: Walk, suggestion: Suggestion, grid: Grid) -> Content:
    """MUST SAY, and at the right what its keys do or what the ticks suggest."""
    right = said_or_missed() if walk.current is not None else suggested(suggestion, short=grid.narrow)
    return spread(ink("MUST SAY", "dim"), right, grid.width)


def said_or_missed() -> Content:
    """The two keys of the walk."""
    said, missed = "do:said", "do:missed"
    return joined(
        [
            ink("y", "key", target=said),
            ink(" said it", "dim", target=said),
            "   ",
            ink("n", "key", target=missed),
            ink(" missed", "dim", target=missed),
        ]
    )


def suggested(suggestion: Suggestion, *, short: bool = False) -> Content:
    """`1 point missed suggests Hard`, or `1 missed · Hard` where room is scarce."""
    why, verb, word = suggestion.reason.partition(" suggests ")
    if not verb:
        return ink(suggestion.reason, "dim")
    if short:
        why = why.removeprefix("a ").replace(" points", "").replace(" point", "").rstrip(":")
        return joined([why, ink(f" · {word}", "dim")])
    return joined([why, ink(verb, "dim"), word])


def point_rows(point: Point, mark: Mark, grid: Grid, *, current: bool) -> list[Content]:
    """One point; it is ▌ when current."""
    room = grid.width - INDENT
    tail = point.required and not grid.narrow
    lines = wrap(inline(point.text), room - (len(REQUIRED) + 2 if tail else 0))
    glyph, look = ("?", "act") if current else MARKS[mark]
    over = ("strong",) if current else ("dim",) if mark in (Mark.OPEN, Mark.SKIPPED) else ()
    lead = joined([ink("▌", "act") if current else " ", " ", ink(glyph, look), "  "])
    rows = [joined([lead if n == 0 else " " * INDENT, painted(line, *over)]) for n, line in enumerate(lines)]
    if tail:
        rows[0] = spread(rows[0], ink(REQUIRED, "dim"), grid.width)
    return rows
