"""Numbers of p significant bits, the hidden one included, in plain `math`; no subnormals and no overflow."""

from __future__ import annotations

import math


def rounded(x: float, p: int) -> float:
    """x to p significant bits, ties to even."""
    fraction, exponent = math.frexp(x)
    return math.ldexp(round(math.ldexp(fraction, p)), exponent - p)


def spacing(x: float, p: int, sign: float = 1.0) -> float:
    """Distance of a positive x to its neighbour in the format; below a power of two it is half that above."""
    fraction, exponent = math.frexp(x)
    return math.ldexp(1.0, exponent - p - (sign < 0 and fraction == 0.5))
