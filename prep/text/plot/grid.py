"""A matrix of numbers from 0 on as shades: readable without colour, and in ASCII."""

from __future__ import annotations

from collections.abc import Sequence

from prep.text.plot.scale import text
from prep.text.span import Line, Role, Span

SHADES, ASCII_SHADES = " ░▒▓█", " .+*#"
"""From nothing to the largest number."""

Rows = Sequence[Sequence[float]]


def matrix(rows: Rows, width: int, height: int, *, ascii: bool = False) -> tuple[Line, ...]:
    """The shades, two columns a number where there is room, and what they mean in the last row.

    A matrix that is larger than the room is shown by the means of equal blocks.
    """
    rows = [list(row) for row in rows if row]
    if not rows or width < 1 or height < 2:
        return ()
    rows = pooled(rows, min(height - 1, len(rows)), min(width, max(map(len, rows))))
    top = max(max(row) for row in rows)
    shades, wide = ASCII_SHADES if ascii else SHADES, 2 if 2 * len(rows[0]) <= width else 1
    drawn = [Line((Span("".join(_shade(number, top, shades) * wide for number in row), Role.INK),)) for row in rows]
    return (*drawn, _meaning(top, shades, width, ascii))


def pooled(rows: Rows, height: int, width: int) -> list[list[float]]:
    """The means of blocks, height by width of them; a short row counts as long as it is."""
    return [[_mean([number for row in band for number in row[left:right]]) for left, right in _cut(len(rows[0]), width)]
            for band in (rows[top:bottom] for top, bottom in _cut(len(rows), height))]


def _cut(length: int, parts: int) -> list[tuple[int, int]]:
    return [(length * part // parts, length * (part + 1) // parts) for part in range(parts)]


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _shade(number: float, top: float, shades: str) -> str:
    """Less than half a step is nothing."""
    return shades[min(max(round(number / top * (len(shades) - 1)), 0), len(shades) - 1)] if top > 0 else shades[0]


def _meaning(top: float, shades: str, width: int, ascii: bool) -> Line:
    """`░ .07   ▒ .14   ▓ .2   █ .27`"""
    steps = len(shades) - 1
    said = "   ".join(f"{shades[n]} {text(float(f'{top * n / steps:.2g}'), ascii=ascii)}" for n in range(1, steps + 1))
    return Line((Span(said[:width], Role.DIM),))
