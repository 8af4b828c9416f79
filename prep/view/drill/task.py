"""The task of a drill."""

from __future__ import annotations

from collections.abc import Sequence

from prep.drills.drill import Drill
from prep.text.code import code_lines
from prep.text.row import label
from prep.text.span import BLANK, Line, Role, Span
from prep.text.words import count
from prep.text.wrap import wrap


def task_rows(drill: Drill, width: int) -> list[Line]:
    """Title, task, its limits, stub, the names of the checks."""
    names = ", ".join(check.name for check in drill.checks)
    checks = f"{count(len(drill.checks), 'check')}: {names}. The clock starts when you open it."
    return [
        Line((Span(drill.title, Role.STRONG),)),
        BLANK,
        *wrap((Span(" ".join(drill.task.split())),), width),
        *_limits(drill, width),
        BLANK,
        label("STUB"),
        *code_lines(drill.stub.strip("\n"), "python", width),
        BLANK,
        *wrap((Span(checks, Role.DIM),), width),
    ]


def _limits(drill: Drill, width: int) -> Sequence[Line]:
    if not drill.limits:
        return ()
    return [BLANK, label("LIMITS"), *(row for limit in drill.limits for row in wrap((Span(limit),), width))]


def hint_rows(drill: Drill, shown: int, width: int) -> list[Line]:
    """The hints that were asked for, and that there is another one."""
    if not shown:
        return []
    rows = [label("HINTS")]
    for number, hint in enumerate(drill.hints[:shown], 1):
        rows += wrap((Span(f"{number}  ", Role.DIM), Span(hint)), width, 2, 5)
    if shown < len(drill.hints):
        rest = "the last, the plainest" if shown == len(drill.hints) - 1 else "the next, plainer"
        rows.append(Line((Span(f"  {shown + 1}  h shows {rest}", Role.DIM),)))
    return rows
