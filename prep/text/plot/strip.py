"""One long bar."""

from __future__ import annotations

import math


def bar(share: float, width: int, *, ascii: bool = False) -> tuple[str, str]:
    """A bar of `width` cells: its full part and its empty part. Little is never nothing, much never all."""
    full, empty = ("=", "-") if ascii else ("━", "─")
    width = max(width, 0)
    share = min(max(share, 0.0), 1.0) if math.isfinite(share) else 0.0
    cells = round(share * width)
    if 0 < share < 1 and width > 1:
        cells = min(max(cells, 1), width - 1)
    return full * cells, empty * (width - cells)
