"""What softmax of Gaussian scores does on average, exactly, in plain `math`.

For n scores s ~ N(0, σ²) and p = softmax(s), with φ(t) = E exp(−t e^{σg}), g ~ N(0, 1):

    E Σp²  = n ∫ t E[e^{2σg} exp(−t e^{σg})] φ(t)^{n−1} dt        (0 to ∞)
    E ln Z =   ∫ (e^{−t} − φ(t)^n) dt/t
    E H    = E ln Z − σ² E tr J,   tr J = 1 − Σp²                 (Stein's identity, exact for every n)

With t = e^u both inner expectations are convolutions of a fixed function with a Gaussian, so one grid serves all.
The trapezoid rule converges like e^{−π²/step} here: a step of 0.4 leaves 1e-8 of the trace.

Source: the identity 1/Z² = ∫ t e^{−tZ} dt, used in the Random Energy Model (Derrida 1981, PRB 24, 2613).
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from operator import mul
from typing import NamedTuple

MESH = 0.125
"""Distance of the tabulated values in ln σ; cubic interpolation between them errs by less than 1e-5."""


class Averages(NamedTuple):
    """Means over rows of n weights."""

    trace: float
    """E tr J, J = diag(p) − ppᵀ: 1 − 1/n when all weights are equal, 0 when one has everything."""
    entropy: float
    """E H in nats."""


def fixed_spread(n: float, sigma: float, longest: float = 0) -> Averages:
    """Averages over rows of n scores that are N(0, σ²).

    `longest`: the largest n that will be asked for at this σ, so that all of them share one table.
    """
    if sigma < 0.05:  # second order in σ; σ⁴ < 1e-5
        moved = sigma**2 * (1 - 1 / n)
        return Averages(1 - (1 + moved) / n, math.log(n) - moved / 2)
    table = _table(sigma, max(n, longest), 2 if longest else n)
    collision = sum(square * phi ** (n - 1) for _, phi, square in table.rows)
    partition = sum(_gumbel(u) - phi**n for u, phi, _ in table.rows)
    trace = 1 - n * collision * table.step
    return Averages(trace, partition * table.step - sigma**2 * trace)


def needle_weight(n: float, sigma: float, gap: float, longest: float = 0) -> tuple[float, float]:
    """Mean and variance of the weight w of one key with score `gap` among n − 1 others that are N(0, σ²).

    w = 1/(1 + e^−gap S), so E w = ∫ e^−t φ(t e^−gap)^(n−1) dt and E w² = ∫ t e^−t φ(t e^−gap)^(n−1) dt; left of the
    table φ is 1.
    """
    table = _table(sigma, max(n, longest), 2 if longest else n)
    end = math.exp(table.rows[0][0] + gap)
    first, second = -math.expm1(-end), -math.expm1(-end) - end * math.exp(-end)
    for i, (u, phi, _) in enumerate(table.rows):
        weight = (0.5 if i == 0 else 1.0) * table.step * math.exp(u + gap) * _gumbel(u + gap) * phi ** (n - 1)
        first, second = first + weight, second + weight * math.exp(u + gap)
    return first, max(second - first**2, 0.0)


class _Table(NamedTuple):
    """For t = e^u on a grid of u: φ(t) and t E[e^{2σg} e^{−t e^{σg}}] t."""

    step: float
    rows: list[tuple[float, float, float]]
    """(u, φ, square)."""


@lru_cache(maxsize=16)
def _table(sigma: float, longest: float, shortest: float) -> _Table:
    step = min(0.4, sigma)
    reach = math.ceil(8 * sigma / step)  # ±8 standard deviations
    weights = [math.exp(-0.5 * (i * step / sigma) ** 2) for i in range(-reach, reach + 1)]
    total = sum(weights)
    weights = [w / total for w in weights]
    low = -sigma * (math.sqrt(2 * math.log(longest)) + 7) - math.log(longest) - 16  # below it n·t < 1e-7
    count = math.ceil((12 + 7 * sigma / math.sqrt(shortest) - low) / step)
    grid = [low + (j - reach) * step for j in range(count + 2 * reach)]
    gumbel = [_gumbel(v) for v in grid]  # exp(−e^v)
    square = [g * math.exp(2 * v) if g else 0.0 for g, v in zip(gumbel, grid, strict=True)]
    return _Table(
        step,
        [
            (
                low + j * step,
                sum(map(mul, weights, gumbel[j : j + 2 * reach + 1])),
                sum(map(mul, weights, square[j : j + 2 * reach + 1])),
            )
            for j in range(count)
        ],
    )


def of_width(n: int, d: float, scale: float) -> Averages:
    """Averages over rows of n scores scale·q·k with standard normal q, k of width d.

    Given q a row is exactly N(0, scale²|q|²), so the row's σ is scale times a χ variable with d degrees of freedom.
    """
    mode = 0.5 * math.log(d)  # of ln |q|, width about 1/√(2d)
    step = min(0.25, 0.35 / math.sqrt(d))
    log_norm = math.log(2) - 0.5 * d * math.log(2) - math.lgamma(0.5 * d)
    mass = trace = entropy = 0.0
    for k in range(-math.ceil((9 / math.sqrt(2 * d) + 20 / d) / step), math.ceil(6 / math.sqrt(2 * d) / step) + 1):
        y = mode + k * step
        weight = math.exp(log_norm + d * y - 0.5 * math.exp(2 * y))
        if weight > 1e-12:
            row = _interpolated(n, y + math.log(scale))
            mass, trace, entropy = mass + weight, trace + weight * row.trace, entropy + weight * row.entropy
    return Averages(trace / mass, entropy / mass)


def _gumbel(v: float) -> float:
    return math.exp(-math.exp(v)) if v < 6.6 else 0.0


@cache
def _tabulated(n: int, node: int) -> Averages:
    return fixed_spread(n, math.exp(node * MESH))


def _interpolated(n: int, log_sigma: float) -> Averages:
    """Cubic through the four nearest tabulated values of ln σ."""
    left = math.floor(log_sigma / MESH)
    f = log_sigma / MESH - left
    around = [_tabulated(n, left + k) for k in (-1, 0, 1, 2)]
    weights = (
        -f * (f - 1) * (f - 2) / 6,
        (f + 1) * (f - 1) * (f - 2) / 2,
        -(f + 1) * f * (f - 2) / 2,
        (f + 1) * f * (f - 1) / 6,
    )
    return Averages(
        sum(w * a.trace for w, a in zip(weights, around, strict=True)),
        sum(w * a.entropy for w, a in zip(weights, around, strict=True)),
    )


def of_law(n: int, law: list[tuple[float, float]]) -> Averages:
    """Averages over rows of n independent scores of any law, given as (score, probability) on a fine grid.

    As above, with E Σ pᵢsᵢ = n ∫ E[s e^s e^{−te^s}] φ(t)^{n−1} dt in place of Stein's identity, which is for normals.
    """
    step = 0.25
    top = max(score for score, _ in law)
    u = -top - math.log(n) - 16  # left of it n·t·e^top < 1e-7
    collision = partition = attended = 0.0
    while True:
        terms = [(p * _gumbel(u + s), math.exp(min(u + s, 7.0)), s) for s, p in law]
        phi = sum(g for g, _, _ in terms)
        rest = phi ** (n - 1)
        if u > 4 and rest < 1e-12:
            break
        collision += rest * sum(g * t * t for g, t, _ in terms)
        attended += rest * sum(g * t * s for g, t, s in terms)
        partition += _gumbel(u) - rest * phi
        u += step
    return Averages(1 - n * collision * step, (partition - n * attended) * step)
