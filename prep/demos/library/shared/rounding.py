"""Rounding in plain `math`: to p significant bits, and to multiples of a step with its exact mean squared error."""

from __future__ import annotations

import math


def rounded(x: float, p: int) -> float:
    """x to p significant bits, the hidden one included, ties to even; no subnormals and no overflow."""
    fraction, exponent = math.frexp(x)
    return math.ldexp(round(math.ldexp(fraction, p)), exponent - p)


def spacing(x: float, p: int, sign: float = 1.0) -> float:
    """Distance of a positive x to its neighbour in the format; below a power of two it is half that above."""
    fraction, exponent = math.frexp(x)
    return math.ldexp(1.0, exponent - p - (sign < 0 and fraction == 0.5))


def inside(c: float, law: str) -> float:
    """F(c) = P(|x| ≤ c) at unit variance."""
    return math.erf(c / math.sqrt(2)) if law == "normal" else min(1.0, c / math.sqrt(3))


def half_moments(c: float, law: str) -> tuple[float, float, float]:
    """P, E x and E x² over 0 ≤ x ≤ c."""
    if law == "normal":
        density, half = math.exp(-c * c / 2) / math.sqrt(2 * math.pi), math.erf(c / math.sqrt(2)) / 2
        return half, 1 / math.sqrt(2 * math.pi) - density, half - (c * density if c < 40 else 0)
    a = math.sqrt(3)
    c = min(c, a)
    return c / (2 * a), c**2 / (4 * a), c**3 / (6 * a)


def error(delta: float, levels: int, law: str, largest: float = math.inf) -> float:
    """E (q(x) − x)² with q(x) = Δ times the nearest whole number in ±levels, given that |x| ≤ largest."""
    mass, _, total = half_moments(min(largest, 50), law)
    p, first, _ = half_moments(min(delta / 2, largest), law)
    for k in range(1, levels + 1):
        q, r, _ = half_moments(min((k + 0.5) * delta if k < levels else 50, largest), law)
        total += (k * delta) ** 2 * (q - p) - 2 * k * delta * (r - first)
        p, first = q, r
    return total / mass
