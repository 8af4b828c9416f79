"""The page of a drill: task and checks, beside one another where there is room."""

from __future__ import annotations

from collections.abc import Sequence

from prep.session.writing.writing import Writing
from prep.text.row import padded, row
from prep.text.span import BLANK, Line, Role, Span
from prep.text.words import count
from prep.view.drill.checks import outcome_rows
from prep.view.drill.solution import solution_rows
from prep.view.drill.task import hint_rows, task_rows
from prep.view.grid import Grid

COLUMN, GAP = 56, 4
"""Of a wide page: each of its two columns, and what lies between."""


def drill_page(writing: Writing, source: str, grid: Grid, *, task: bool) -> list[Line]:
    """All rows. source: the solution that passed. task: whether a page of one column shows the task."""
    above = [BLANK] if not grid.short else []
    if grid.wide:
        left = [*task_rows(writing.drill, COLUMN), *_hints(writing, COLUMN)]
        return [*above, *beside(left, _checks(writing, source, COLUMN))]
    if task:
        return [*above, *task_rows(writing.drill, grid.width), *_hints(writing, grid.width)]
    return [*above, *_hinted(writing, grid.width), *_checks(writing, source, grid.width)]


def _hints(writing: Writing, width: int) -> list[Line]:
    rows = hint_rows(writing.drill, writing.hints, width)
    return [BLANK, *rows] if rows else []


def _hinted(writing: Writing, width: int) -> list[Line]:
    rows = hint_rows(writing.drill, writing.hints, width)
    return [*rows, BLANK] if rows else []


def _checks(writing: Writing, source: str, width: int) -> list[Line]:
    if writing.passed:
        return [passed_row(writing), BLANK, *solution_rows(writing.drill, source, width)]
    return outcome_rows(writing, width)


def passed_row(writing: Writing) -> Line:
    """How it was done, and what that suggests."""
    hints = f", {count(writing.hints, 'hint')}" if writing.hints else ""
    suggested = writing.suggested.word if writing.suggested else ""
    done = f"✓  {count(len(writing.drill.checks), 'check')} pass, run {writing.run}{hints}"
    return row(Span(done, Role.RIGHT), Span(f"   suggests {suggested}", Role.DIM))


def beside(left: Sequence[Line], right: Sequence[Line]) -> list[Line]:
    """Two columns."""
    rows = max(len(left), len(right))
    return [
        row(padded(left[n] if n < len(left) else BLANK, COLUMN + GAP), right[n] if n < len(right) else BLANK)
        for n in range(rows)
    ]


def state_row(writing: Writing) -> Line:
    """What stands over the keys: how many pass, or what goes on."""
    many = len(writing.drill.checks)
    if writing.running:
        return row(Span(f"  ⠹ running {len(writing.checked) + 1} of {many}", Role.DIM))
    if not writing.run:
        return row(Span(f"  {writing.path.name} · each save runs the checks", Role.DIM))
    if writing.passed:
        return row(Span("  your file stays: ", Role.DIM), Span(writing.path.name))
    said = f"✗ {writing.failed} · " if writing.failed else "✗ "
    what = f"{writing.miss.says} · " if writing.miss and not writing.failed else ""
    passing = Span(f"{writing.passes} of {many} pass, run {writing.run}", Role.DIM)
    return row(Span(f"  {said}{what}", Role.WRONG), passing)
