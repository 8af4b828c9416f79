"""The mean squared error of rounding draws of a law to multiples of a step, exactly, level by level."""

from __future__ import annotations

import math


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
