"""The sheet for the night before, on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from prep.core.night import Reminder
from prep.session.night.night import PAGES, Night
from prep.text import words
from prep.text.markdown import inline, wrap
from prep.text.row import label, over, row
from prep.text.span import Line, Role, Span
from prep.view.grid import Grid
from prep.view.plan import day_words, when

NOTHING = "No card of the scope has a line to remember: a list under ### Remember is one."
KEPT, DISMISSED, OPEN = Span("✓  ", Role.RIGHT), Span("–  ", Role.DIM), Span("   ")


def reminder_rows(line: Reminder, night: Night, width: int, *, current: bool) -> tuple[Line, ...]:
    """Its mark, then the text; bold where keys act, dim where it was dismissed."""
    dismissed = line.key in night.marks.dismissed
    mark = KEPT if line.key in night.marks.kept else DISMISSED if dismissed else OPEN
    roles = (Role.STRONG,) if current else ()
    rows = _laid(line.text, width - len(OPEN.text), dim=dismissed)
    return tuple(row(OPEN if at else mark, over(each, *roles)) for at, each in enumerate(rows))


@lru_cache(maxsize=1024)
def _laid(text: str, width: int, *, dim: bool) -> tuple[Line, ...]:
    """Kept: each key draws two hundred lines, of which two have changed."""
    spans = inline(" ".join(text.split()))
    return wrap([Span(span.text, Role.DIM) for span in spans] if dim else spans, width)


def counted(night: Night, grid: Grid) -> Line:
    """`1 kept, 1 dismissed · on paper 2 of 2 pages · 467 more have no room`"""
    marks, lines = night.marks, night.lines
    kept, dismissed = (sum(line.key in keys for line in lines) for keys in (marks.kept, marks.dismissed))
    said = [f"{kept} kept, {dismissed} dismissed", f"on paper {night.pages} of {words.count(PAGES, 'page')}"]
    if left := 0 if grid.narrow else len(night.all) - len(lines):
        said.append(f"{left:,} more have no room")
    return label(f"  {' · '.join(said)}")


def sheet_facts(night: Night, grid: Grid) -> str:
    """`3 of 52 · Tue 12 Jan tomorrow`"""
    place = f"{min(night.cursor + 1, len(night.lines))} of {len(night.lines):,}" if night.lines else ""
    plan = None if grid.narrow else night.plan
    day = f"{day_words(plan)} {when(plan.day - night.library.day())}" if plan else ""
    return " · ".join(filter(None, (place, day)))


def grouped_lines(night: Night) -> list[tuple[str, Sequence[tuple[int, Reminder]]]]:
    """The lines with their numbers, topic by topic."""
    groups: list[tuple[str, list[tuple[int, Reminder]]]] = []
    for number, line in enumerate(night.lines):
        if not groups or groups[-1][0] != line.name:
            groups.append((line.name, []))
        groups[-1][1].append((number, line))
    return list(groups)
