"""What a run of the checks said: a row a check, the first failure, what was printed."""

from __future__ import annotations

from collections.abc import Iterator

from prep.drills.drill import Check
from prep.drills.result import Checked, Miss
from prep.session.writing.writing import Writing
from prep.text.row import cut, label, row, spread
from prep.text.span import BLANK, Line, Role, Span
from prep.text.words import count
from prep.text.wrap import wrap

PRINTED_ROWS = 5
NAME = 28
NOTE = 40
FACT = 10


def outcome_rows(writing: Writing, width: int) -> list[Line]:
    """All that the newest run said."""
    rows = [*check_rows(writing, width)]
    if writing.miss:
        noted = writing.checked[-1].note if writing.checked and writing.checked[-1].miss else ""
        rows += [BLANK, *miss_rows(writing.miss, noted, width)]
    if writing.judged and writing.judged.printed:
        rows += [BLANK, label("PRINTED"), *_printed(writing.judged.printed, width)]
    return rows


def check_rows(writing: Writing, width: int) -> Iterator[Line]:
    """A row a check: passed, failed, not run since an earlier one failed."""
    done = {each.name: each for each in writing.checked}
    facts = f"run {writing.run} · {sum(each.ms for each in writing.checked):.0f} ms" if writing.run else ""
    yield spread(label("CHECKS"), label(facts), width)
    for check in writing.drill.checks:
        yield cut(_check_row(check, done.get(check.name), width), width)


def _check_row(check: Check, done: Checked | None, width: int) -> Line:
    if done is None:
        return row(Span("  ·  ", Role.DIM), Span(check.name, Role.DIM))
    mark = Span("  ✗  ", Role.WRONG) if done.miss else Span("  ✓  ", Role.RIGHT)
    note = f"{check.note}" if width > NAME + NOTE else ""
    ms = "" if done.miss else f"{done.ms:.0f} ms"
    return spread(row(mark, Span(f"{check.name:{NAME}}"), Span(note, Role.DIM)), label(ms), width)


def miss_rows(miss: Miss, note: str, width: int) -> list[Line]:
    """The first failure."""
    rows = [label("FIRST FAILURE"), *wrap((Span(miss.says, Role.STRONG),), width)]
    if miss.like:
        rows += wrap((Span(f"as if {miss.like}", Role.CARE),), width)
    for name, value, role in (
        ("input", miss.input or note, Role.INK),
        ("expected", miss.expected, Role.INK),
        ("got", miss.got, Role.WRONG),
        ("worst", miss.worst, Role.INK),
        ("allowed", miss.allowed, Role.DIM),
    ):
        if value:
            rows += wrap((Span(f"{name:{FACT}}", Role.DIM), Span(value, role)), width, 0, FACT)
    return [*rows, *(cut(row(Span(f"  {line}", Role.CODE)), width) for line in miss.trace)]


def _printed(lines: tuple[str, ...], width: int) -> list[Line]:
    shown = [cut(row(Span(line)), width) for line in lines[-PRINTED_ROWS:]]
    more = len(lines) - len(shown)
    return [*([label(f"{count(more, 'line')} before")] if more > 0 else []), *shown]
