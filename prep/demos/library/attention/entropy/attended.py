"""What rows of Gaussian scores attend to on average: exactly, and by closed forms that hold in a limit only."""

from __future__ import annotations

import math

from prep.demos.library.shared.gaussian_softmax import fixed_spread, needle_weight

LONGEST = 24_000
"""The largest n that a curve reaches, half an octave beyond the parameter's end."""
FORMS = {"entropy": "ln n − σ²/2", "needle": "1/(1 + (n−1)e^(σ²/2−Δ))", "stein": "σ²"}
"""Closed forms, by mode; each holds in a limit only."""


def exact(n: float, mode: str, sigma: float, gap: float) -> float:
    """Entropy in nats, weight of the needle, or attended score σ² tr J."""
    if mode == "needle":
        return needle_weight(n, sigma, gap, LONGEST)[0]
    row = fixed_spread(n, sigma, LONGEST)
    return row.entropy if mode == "entropy" else sigma**2 * row.trace


def approximate(n: float, mode: str, sigma: float, gap: float) -> float:
    """What the closed form of the mode gives: for short spread, for a sum replaced by its mean, for endless rows."""
    match mode:
        case "needle":
            return 1 / (1 + (n - 1) * math.exp(sigma**2 / 2 - gap))
        case "stein":
            return sigma**2
        case _:
            return math.log(n) - sigma**2 / 2
