"""Exact errors of rounding to a scale that the largest weight sets, and how well the quadrature knows them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

from prep.demos.library.shared.rounding import error, inside

CHANNELS, WIDTH = 8, 2048
"""Of one weight matrix; channel 0 is the outlier, errors are those of the others."""
SQUARES = ("tensor", "channel", "group", "clipped")
PARTS = 24


def largest(law: str, count: int, outlier: float = 0.0, parts: int = PARTS) -> Iterator[float]:
    """The middles of equal parts of the law of the largest |x| of count weights and a channel of outliers."""

    def below(c: float) -> float:
        return inside(c, law) ** count * (inside(c / outlier, law) ** WIDTH if outlier else 1)

    for i in range(parts):
        low, high = 0.0, 10 * max(outlier, 1)
        for _ in range(50):
            middle = (low + high) / 2
            low, high = (middle, high) if below(middle) < (i + 0.5) / parts else (low, middle)
        yield high


@cache
def squares(bits: int, law: str, outlier: float, group: int, clip: float, parts: int = PARTS) -> dict[str, float]:
    """Mean squared errors of the four ways to choose a scale."""
    levels = 2 ** (bits - 1) - 1
    laws = {
        "tensor": largest(law, (CHANNELS - 1) * WIDTH, outlier, parts),
        "channel": largest(law, WIDTH, 0, parts),
        "group": largest(law, group, 0, parts),
    }
    found = {name: sum(error(m / levels, levels, law, m) for m in ms) / parts for name, ms in laws.items()}
    hit = {"channel": 1 - 1 / WIDTH, "group": 1 - 1 / group}  # the largest itself has no error
    return {name: squared * hit.get(name, 1) for name, squared in found.items()} | {
        "clipped": error(clip / levels, levels, law)
    }


@cache
def left(bits: int, law: str, outlier: float, group: int, clip: float) -> dict[str, float]:
    """What 24 parts leave, as shares of the roots: twice what half as many would change."""
    fine, coarse = (squares(bits, law, outlier, group, clip, parts) for parts in (PARTS, PARTS // 2))
    shares = {name: 2 * abs(math.sqrt(coarse[name] / fine[name]) - 1) for name in SQUARES}
    return shares | {"ratio": shares["tensor"] + shares["channel"], "product": shares["channel"]}


@cache
def scatter(bits: int, law: str, outlier: float) -> float:
    """Deviation of a tensor's squared error with one scale, relative to its mean: its largest weight varies."""
    levels = 2 ** (bits - 1) - 1
    found = [error(m / levels, levels, law, m) for m in largest(law, (CHANNELS - 1) * WIDTH, outlier)]
    mean = sum(found) / len(found)
    return math.sqrt(sum((x - mean) ** 2 for x in found) / len(found)) / mean
