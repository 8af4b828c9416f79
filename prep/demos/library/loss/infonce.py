"""How much mutual information can InfoNCE see? Its estimate ln N − loss for Gaussian pairs of known information.

x, y ∈ ℝᵈ with correlation ρ in each coordinate share I = −(d/2) ln(1 − ρ²) nats. With the best possible critic, the
density ratio r(x, y) = p(y|x)/p(y), and N − 1 negatives,

    ln N − E ln(1 + (N−1)e^{−L})  ≤  estimate  ≤  min(I, ln N),      L = ln r(x, y) = I + (ρ/2)(χ²_d − χ'²_d).

The lower bound is Jensen's inequality over the negatives, whose ratios have mean 1. Theory draws the upper bound; the
tolerance is four standard errors and the distance of the bounds. At random initialisation, unit vectors in 128
dimensions and temperature τ, the loss is ln N + ln E e^{cos/τ} up to the relative variance of e^{cos/τ} over N.

Sources: van den Oord et al. 2018, Representation Learning with Contrastive Predictive Coding, §2.3; Poole et al. 2019,
On Variational Bounds of Mutual Information, §2.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import off
from prep.demos.library.shared.sample import sample_mean, student
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, Ints, NumberQuestion, Point, Scale, Series, demo

if TYPE_CHECKING:
    from torch import Generator, Tensor

D_INIT = 128
"""Dimensions of the random unit vectors."""


def information(rho: float, d: int) -> float:
    """Nats that x and y share."""
    return d / 2 * abs(math.log1p(-(rho**2)))  # abs: no −0


@cache
def half_chi2(d: int) -> tuple[tuple[float, float], ...]:
    """(χ²/2, weight) nodes for χ² with d degrees of freedom: the trapezoid rule in its logarithm."""
    step = min(0.2, 0.5 / math.sqrt(d))
    low, high = -40 / d - 8 / math.sqrt(d), 3 / d**0.3 + 8 / math.sqrt(d)
    ys = [math.log(d / 2) + low + step * k for k in range(int((high - low) / step) + 1)]
    pairs = [(math.exp(y), math.exp(d / 2 * y - math.exp(y) - math.lgamma(d / 2)) * step) for y in ys]
    return tuple((x, w) for x, w in pairs if w > 1e-9)


@cache
def lower(N: int, rho: float, d: int) -> float:
    """Jensen's lower bound."""
    shared = information(rho, d)
    loss = sum(
        v * w * math.log1p((N - 1) * math.exp(-(shared + rho * (a - b))))
        for a, v in half_chi2(d)
        for b, w in half_chi2(d)
    )
    return math.log(N) - loss


def mean_exp(kappa: float) -> float:
    """E e^{κ cos} for a random direction in D_INIT dimensions: Σ (κ²/4)ᵏ/(k! (d/2)ₖ)."""
    term = total = 1.0
    for k in range(1, 200):
        term *= kappa**2 / 4 / (k * (D_INIT / 2 + k - 1))
        total += term
    return total


def theory(N: float, rho: float, d: int, tau: float) -> dict[str, float]:
    shared = information(rho, d)
    return {
        "estimate": min(shared, math.log(N)),
        "information": shared,
        "init-loss": math.log(N) + math.log(mean_exp(1 / tau)),
    }


def repeats(N: float, batches: int) -> int:
    """Batches of N pairs: small ones are cheap and noisy."""
    return max(batches, 2048 // int(N))


def tolerance(point: Point, rho: float, d: int, tau: float, batches: int) -> float:
    """As four standard errors, from few batches, and the bias named above.

    1e-6 for quadrature and rounding: weights below 1e-9 are left out, at some hundred nodes.
    """
    errors = student(repeats(point.x, batches)) * point.se
    if point.series == "estimate":
        return errors + max(theory(point.x, rho, d, tau)["estimate"] - lower(round(point.x), rho, d), 0) + 1e-6
    if point.series == "information":
        return errors + 1e-9
    return errors + (mean_exp(2 / tau) / mean_exp(1 / tau) ** 2 - 1) / point.x + 1e-6


def question(N: float, rho: float, d: int) -> NumberQuestion:
    shared = information(rho, d)
    return NumberQuestion(
        f"x and y share {shared:.1f} nats. With N = {N:g} InfoNCE estimates, in nats, about",
        "estimate",
        N,
        within=0.1,
        formula=f"ln {N:g}" if math.log(N) < shared else "",
    )


def remark(outcome: Outcome, rho: float, d: int) -> str:
    """What is seen of the true information with the largest N."""
    last = max(outcome.sheet.xs)
    point, shared = outcome.measured("estimate", last), information(rho, d)
    assert point
    ceiling = f"ln {last:g} = {math.log(last):.2f}"
    if shared > math.log(last):
        return f"Of {shared:.1f} nats, {point.y:.2f} are seen with N = {last:g}: no more than {ceiling} can be."
    return f"Of {shared:.2f} nats, {max(point.y, 0):.2f} are seen with N = {last:g}; the ceiling {ceiling} is higher."


def it_finds_the_information(outcome: Outcome) -> float:
    """How far the estimate is from the true information, in tolerances, with the largest N."""
    rho, d = outcome.sheet.values["rho"], outcome.sheet.values["d"]
    assert isinstance(rho, float) and isinstance(d, int)
    return off(outcome, "estimate", max(outcome.sheet.xs), information(rho, d))


@demo(
    name="loss.infonce",
    title="How much mutual information can InfoNCE see?",
    intro=lambda rho, d: (
        f"Pairs x, y of {d} Gaussian coordinates, correlated by {rho:g}, share "
        f"{information(rho, d):.2f} nats. Among N candidates the true partner is named by the best possible critic, "
        "the density ratio; ln N minus the loss is the estimate."
    ),
    parameters=(
        Float("rho", 0.9, 0.0, 0.95, label="ρ", scale=Scale.ONES, note="correlation of each coordinate"),
        Int("d", 20, 1, 64, scale=Scale.TWOS, note="coordinates"),
        Ints("N", (4, 16, 64, 256, 1024), 2, 1024, note="candidates"),
        Float("tau", 0.1, 0.05, 1.0, label="τ", scale=Scale.LOG, front=False, note="temperature of the untrained loss"),
        Int("batches", 32, 16, 64, scale=Scale.LOG, front=False, note="at the least"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("candidates N", "N", Scale.TWOS),
    y=Axis("nats", low=0.0),
    series=(
        Series("estimate", "estimate", "at most min(I, ln N)", decimals=2),
        Series("information", "mean ln r(x, y)", "I", decimals=2),
        Series("init-loss", "untrained loss", "theory", plotted=False),
    ),
    columns=(
        Column("estimate", "estimate"),
        Column("±", "estimate", Fact.ERROR),
        Column("at most", "estimate", Fact.THEORY),
        Column("ln r", "information"),
        Column("I", "information", Fact.THEORY),
        Column("untrained loss", "init-loss", wide=True),
        Column("theory", "init-loss", Fact.THEORY, wide=True),
    ),
    xs=lambda N: N,
    unit="sizes",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors, by Student for few batches, and the distance of two bounds",
    remark=remark,
    distractor=Distractor("the estimate finds the true mutual information", it_finds_the_information),
    source="van den Oord et al. 2018, Contrastive Predictive Coding, §2.3; Poole et al. 2019, §2",
    quick={"batches": 16},
)
def infonce(rho: float, d: int, N: tuple[int, ...], tau: float, batches: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    for n in N:
        count = repeats(n, batches)
        at_once = max(1, 2**18 // (n * n))
        losses, ratios, untrained = [], [], []
        for start in range(0, count, at_once):
            b = min(at_once, count - start)
            s = _log_ratio(rho, b, n, d, g)  # (b, n, n)
            losses.append(_loss(s))
            ratios.append(s.diagonal(dim1=1, dim2=2).mean(1))  # (b,)
            u, v = (torch.nn.functional.normalize(torch.randn(b, n, D_INIT, generator=g), dim=-1) for _ in range(2))
            untrained.append(_loss(u @ v.transpose(1, 2) / tau))
        yield sample_mean("estimate", n, math.log(n) - torch.cat(losses))
        yield sample_mean("information", n, torch.cat(ratios))
        yield sample_mean("init-loss", n, torch.cat(untrained))


def _log_ratio(rho: float, b: int, n: int, d: int, g: Generator) -> Tensor:
    """ln p(yⱼ|xᵢ)/p(yⱼ) for b batches of n pairs: (b, n, n)."""
    import torch

    x, z = torch.randn(2, b, n, d, generator=g, dtype=torch.float64)  # (b, n, d)
    y = rho * x + math.sqrt(1 - rho**2) * z  # (b, n, d)
    s = rho * x @ y.transpose(1, 2)  # (b, n, n)
    squares = (x * x).sum(-1)[:, :, None] + (y * y).sum(-1)[:, None, :]  # (b, n, n)
    ratio: Tensor = (s - rho**2 / 2 * squares) / (1 - rho**2) + information(rho, d)
    return ratio


def _loss(scores: Tensor) -> Tensor:
    """Cross-entropy of naming the true partner, on the diagonal, of each batch: (b,)."""
    import torch

    b, n, _ = scores.shape
    partner = torch.arange(n).repeat(b)  # (b n,)
    losses = torch.nn.functional.cross_entropy(scores.flatten(0, 1), partner, reduction="none").view(b, n)
    means: Tensor = losses.mean(1)
    return means
