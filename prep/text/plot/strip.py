"""Plots of one row: a strip of small bars, and one long bar."""

from __future__ import annotations

import math
from collections.abc import Sequence

_LEVELS = "▁▂▃▄▅▆▇█"
_ASCII_LEVELS = "_.:-=+*#"


def spark(values: Sequence[float], *, ascii: bool = False) -> str:
    """One character a value, its height in proportion to the largest; no number and nothing are a space."""
    levels = _ASCII_LEVELS if ascii else _LEVELS
    top = max((v for v in values if math.isfinite(v)), default=0.0)
    return "".join(_level(v / top, levels) if math.isfinite(v) and v > 0 else " " for v in values)


def _level(share: float, levels: str) -> str:
    return levels[min(int(share * len(levels)), len(levels) - 1)]


def bar(share: float, width: int, *, ascii: bool = False) -> tuple[str, str]:
    """A bar of `width` cells: its full part and its empty part. Little is never nothing, much never all."""
    full, empty = ("=", "-") if ascii else ("━", "─")
    width = max(width, 0)
    share = min(max(share, 0.0), 1.0) if math.isfinite(share) else 0.0
    cells = round(share * width)
    if 0 < share < 1 and width > 1:
        cells = min(max(cells, 1), width - 1)
    return full * cells, empty * (width - cells)
