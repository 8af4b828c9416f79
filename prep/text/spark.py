"""A strip of small bars, one character a number."""

from __future__ import annotations

import math
from collections.abc import Sequence

_LEVELS = "▁▂▃▄▅▆▇█"
STEPS = len(_LEVELS) - 1


def spark(values: Sequence[float], *, zero: str = " ") -> str:
    """One character a value, its height in proportion to the largest; no number, and nothing, is a `zero`."""
    top = max((v for v in values if math.isfinite(v)), default=0.0)
    return "".join(_LEVELS[round(v / top * STEPS)] if math.isfinite(v) and v > 0 else zero for v in values)
