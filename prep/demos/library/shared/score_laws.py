"""Scores of independent standard normal q and k under the controls of large models: their spread, and their softmax.

Given q, the scores of a row are independent with a known law, so all averages are exact (to quadrature).
"""

from __future__ import annotations

import math
from functools import cache

from prep.demos.library.shared.gaussian_softmax import Averages, of_law, of_width

LINEAR = ("none", "1/sqrt", "1/d", "mup")


def factor(control: str, d: float, base: int = 64) -> float:
    """c of the scores c·q·k, before a cap or after a norm; µP alone has a base width."""
    return {"none": 1.0, "1/d": 1 / d, "mup": math.sqrt(base) / d}.get(control, 1 / math.sqrt(d))


def bound(control: str, d: float, gain: float, cap: float) -> float:
    """What no |score| can exceed."""
    return {"qk-norm": gain * math.sqrt(d), "soft-cap": cap}.get(control, math.inf)


def spread(control: str, d: float, gain: float, cap: float, base: int) -> float:
    """Standard deviation of the scores of independent q, k."""
    if control == "qk-norm":
        return gain  # Var cos = 1/dₖ
    if control != "soft-cap":
        return factor(control, d, base) * math.sqrt(d)
    return math.sqrt(sum(w * sum(p * s * s for s, p in capped(r, d, cap)) for r, w in norms(d)))


@cache
def averages(control: str, d: int, gain: float, cap: float, base: int, keys: int) -> Averages:
    """Mean trace and entropy of a row of independent scores."""
    if control in LINEAR:
        return of_width(keys, d, factor(control, d, base))
    if control == "qk-norm":
        return of_law(keys, cosines(d, gain * math.sqrt(d)))
    rows = [(w, of_law(keys, capped(r, d, cap))) for r, w in norms(d)]
    return Averages(sum(w * row.trace for w, row in rows), sum(w * row.entropy for w, row in rows))


def norms(d: float) -> list[tuple[float, float]]:
    """(|q|, probability) of a standard normal q: steps of 0.7 deviations in ln |q|, of relative error e^(−2π²/0.5)."""
    step = 0.7 / math.sqrt(2 * d)
    ys = [0.5 * math.log(d) + i * step for i in range(-12, 9)]
    weights = [math.exp(d * (y - ys[12]) - 0.5 * (math.exp(2 * y) - d)) for y in ys]
    return [(math.exp(y), w / sum(weights)) for y, w in zip(ys, weights, strict=True)]


def capped(norm: float, d: float, cap: float) -> list[tuple[float, float]]:
    """(score, probability) of cap·tanh(|q|g/(√dₖ·cap)), g standard normal."""
    gs = [i * 0.2 for i in range(-40, 41)]
    weights = [math.exp(-g * g / 2) for g in gs]
    total = sum(weights)
    return [(cap * math.tanh(norm * g / (math.sqrt(d) * cap)), w / total) for g, w in zip(gs, weights, strict=True)]


def cosines(d: int, reach: float) -> list[tuple[float, float]]:
    """(score, probability) of reach·cos θ between independent directions: density ∝ sin^(d−2) θ."""
    half = min(math.pi / 2, 10 / math.sqrt(d))
    angles = [math.pi / 2 + half * i / 80 for i in range(-80, 81)]
    weights = [math.exp((d - 2) * math.log(max(math.sin(a), 1e-300))) for a in angles]
    return [(reach * math.cos(a), w / sum(weights)) for a, w in zip(angles, weights, strict=True)]
