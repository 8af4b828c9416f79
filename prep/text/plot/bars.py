"""Bars that lie, one a row, and histograms, one strip a row: for comparing few numbers, or many shapes."""

from __future__ import annotations

import math
from collections.abc import Sequence

from prep.text.plot.grid import pooled
from prep.text.plot.scale import text
from prep.text.plot.strip import bar
from prep.text.span import Line, Role, Span

_BLOCKS, _ASCII_BLOCKS = " ▁▂▃▄▅▆▇█", " ...::::#"
"""Eighths of a cell."""


def bar_rows(rows: Sequence[tuple[str, float, str]], width: int, *, ascii: bool = False) -> tuple[Line, ...]:
    """(label, value, value as text) → `none   ━━━━━━─────  1.27`: lengths from 0, in proportion to the largest."""
    left = max((len(label) for label, _, _ in rows), default=0)
    right = max((len(said) for _, _, said in rows), default=0)
    room = width - left - right - 4
    top = max((abs(value) for _, value, _ in rows if math.isfinite(value)), default=0.0)
    lines = []
    for label, value, said in rows:
        full, empty = bar(abs(value) / top if top else 0.0, max(room, 0), ascii=ascii)
        lines.append(
            Line(
                (
                    Span(f"{label:<{left}}  ", Role.DIM),
                    Span(full, Role.INK),
                    Span(empty, Role.FAINT),
                    Span(f"  {said:>{right}}", Role.INK),
                )
            )
        )
    return tuple(lines)


def histogram_rows(
    rows: Sequence[tuple[str, Sequence[float]]],
    low: float,
    high: float,
    width: int,
    height: int,
    *,
    label: str = "",
    ascii: bool = False,
) -> tuple[Line, ...]:
    """(label, counts of equal bins from low to high) → strips over one axis, each as high as its fullest bin.

    `label` says what the axis counts, with its unit.
    """
    rows = [(label, counts) for label, counts in rows if counts]
    left = max((len(said) for said in (label, *(name for name, _ in rows))), default=0) + 2
    room = width - left
    tall = (height - 1) // len(rows) if rows else 0
    if room < 1 or tall < 1:
        return ()
    lines: list[Line] = []
    for name, counts in rows:
        drawn = _strip(counts, min(room, len(counts)), tall, ascii)
        lines += [
            Line((Span((name if at == tall - 1 else "").ljust(left), Role.DIM), Span(strip, Role.INK)))
            for at, strip in enumerate(drawn)
        ]
    return (*lines, _axis(label, (low, high), left, min(room, max(len(counts) for _, counts in rows)), ascii))


def _strip(counts: Sequence[float], width: int, height: int, ascii: bool) -> list[str]:
    """Rows from the top; little is never nothing."""
    (shown,), blocks = pooled([counts], 1, width), _ASCII_BLOCKS if ascii else _BLOCKS
    top = max(shown)
    eighths = [math.ceil(8 * height * count / top) if top > 0 else 0 for count in shown]
    return ["".join(blocks[min(max(level - 8 * row, 0), 8)] for level in eighths) for row in reversed(range(height))]


def _axis(label: str, ends: tuple[float, float], left: int, width: int, ascii: bool) -> Line:
    """What it counts; both ends and the middle, as far as they fit."""
    start, middle, end = (text(float(f"{value:.2g}"), ascii=ascii) for value in (ends[0], sum(ends) / 2, ends[1]))
    row = list((label.ljust(left) + start).ljust(left + width))
    for said, at in ((middle, left + (width - len(middle)) // 2), (end, left + width - len(end))):
        if at > left + len(start):
            row[at : at + len(said)] = said
    return Line((Span("".join(row)[: left + width], Role.DIM),))
