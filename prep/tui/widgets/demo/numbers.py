"""The numbers of a demo beside its plot: the same that are drawn (LOOK §6: NumberTable)."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content

from prep.demos.declaration.outcome import Outcome
from prep.demos.judging.report import table
from prep.demos.spec import Fact
from prep.tui.ink import ink

GAP = 2
LOOKS = {Fact.MEASURED: "ink", Fact.ERROR: "dim", Fact.THEORY: "theory", Fact.RATIO: "ink"}


def number_rows(outcome: Outcome, room: int, most: int, *, wide: bool = False) -> list[Content]:
    """Head and at most so many rows, right-aligned, in `room` columns; columns that don't fit fall away."""
    heads, rows = table(outcome, wide=wide)
    looks = ["ink", *(LOOKS[column.fact] for column in outcome.sheet.columns if wide or not column.wide)]
    widths = [max(map(cell_len, column)) for column in zip(heads, *rows, strict=True)]
    count = fitting(widths, room)
    seen = [rows[at] for at in picked(outcome, len(rows), most)]
    head = [ink(text.rjust(width), "dim") for text, width in zip(heads[:count], widths, strict=False)]
    return [spaced(head), *(spaced(cells(row[:count], widths, looks)) for row in seen)]


def cells(row: Sequence[str], widths: Sequence[int], looks: Sequence[str]) -> list[Content]:
    """The cells of one row, each in its column's colour."""
    return [ink(text.rjust(width), look) for text, width, look in zip(row, widths, looks, strict=False)]


def spaced(row: Sequence[Content]) -> Content:
    """Cells side by side."""
    return Content(" " * GAP).join(row)


def fitting(widths: Sequence[int], room: int) -> int:
    """How many columns fit, from the left."""
    return max(1, next((n for n in range(len(widths), 0, -1) if sum(widths[:n]) + GAP * (n - 1) <= room), 1))


def picked(outcome: Outcome, count: int, most: int) -> list[int]:
    """Which rows to show where not all fit: first, last, where the question asks, and others evenly between."""
    if count <= most:
        return list(range(count))
    if most < 2:
        return [count - 1][:most]
    step = (count - 1) / (most - 1)
    chosen = [round(step * n) for n in range(most)]
    asked = getattr(outcome.sheet.question, "x", None)
    at = outcome.sheet.xs.index(asked) if asked in outcome.sheet.xs else chosen[0]
    if at not in chosen and at < count and most > 2:
        chosen[min(range(1, most - 1), key=lambda n: abs(chosen[n] - at))] = at
    return chosen
