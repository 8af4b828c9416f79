"""What does it cost that two features tell nearly the same? Variance of slopes, of their sum, and of the fit.

Features x₁ and x₂ have length √n and correlation ρ, so XᵀX = n[1 ρ; ρ 1] and Var β̂ = σ²(XᵀX)⁻¹: a slope has variance
σ²/(n(1 − ρ²)), the sum of both 2σ²/(n(1 + ρ)), and the fit, averaged over rows, σ²·2/n whatever ρ is. 1/(1 − ρ²) is the
variance inflation factor. All relative to σ²/n, and exact for every n, since ρ is the correlation in the very sample.

A slope β of each feature comes out with the wrong sign in Φ(−β√(n(1−ρ²))/σ) of the data sets.

Source: Hastie, Tibshirani & Friedman 2009, §3.2 (3.8); Marquardt 1970, Generalized Inverses, Ridge Regression.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from statistics import NormalDist

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, off
from prep.demos.library.shared.sample import sample_mean
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, NumberQuestion, Point, Scale, Series, demo

CORRELATIONS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98)


def theory(rho: float, n: int, beta: float) -> dict[str, float]:
    if not 0 <= rho < 1:
        return {}
    left = 1 - rho**2
    return {
        "slope": 1 / left,
        "fit": 2.0,
        "sum": 2 / (1 + rho),
        "wrong": NormalDist().cdf(-beta * math.sqrt(n * left)),
    }


def tolerance(point: Point, n: int, beta: float, reps: int) -> float:
    """Four standard errors of a mean square, √(2/reps) of its value, and 2z²/3·reps for its skew; the fit's is of two.

    For the share four binomial errors and Bernstein's z²/3.
    """
    y = theory(point.x, n, beta)[point.series]
    if point.series == "wrong":
        return 4 * math.sqrt(y * (1 - y) / reps) + 16 / (3 * reps)
    return 4 * y * math.sqrt((1 if point.series == "fit" else 2) / reps) + 32 * y / (3 * reps)


def question(rho: float) -> NumberQuestion:
    return NumberQuestion(
        f"Two features correlate with {rho:g}. By which factor is the variance of a slope larger than with "
        "uncorrelated features? About",
        "slope",
        rho,
        within=0.2,
        formula="1/(1−ρ²)",
    )


def remark(outcome: Outcome, rho: float) -> str:
    """What grows, and what doesn't."""
    slope, total, fit, wrong = (at(outcome, series, rho) for series in ("slope", "sum", "fit", "wrong"))
    return (
        f"At ρ = {rho:g} a slope has {slope:.3g} times the variance, and the wrong sign in {100 * wrong:.1f} % of the "
        f"data sets. The sum of both slopes has {total:.3g}, the fit {fit:.3g}: what is badly known is their "
        "difference."
    )


def fit_suffers(outcome: Outcome) -> float:
    """How far the fit's variance is from growing as a slope's does, in tolerances."""
    rho = outcome.sheet.values["rho"]
    assert isinstance(rho, float)
    return off(outcome, "fit", rho, 2 * at(outcome, "slope", rho))


@demo(
    name="regression.collinear",
    title="What does it cost that two features say the same?",
    intro=lambda n, beta, reps: (
        f"y = {beta:g}·x₁ + {beta:g}·x₂ + N(0, 1) on {n} rows, x₁ and x₂ with correlation ρ. Least squares on {reps:,} "
        "draws of the noise: we measure the variances of a slope, of the sum of both and of the fit, in units of σ²/n."
    ),
    parameters=(
        Float("rho", 0.95, 0.0, 0.999, label="ρ", scale=Scale.ONES, note="correlation, where the question asks"),
        Int("n", 50, 10, 1000, scale=Scale.LOG, note="rows"),
        Float("beta", 0.5, 0.0, 2.0, label="β", note="both slopes"),
        Int("reps", 10_000, 1000, 20_000, scale=Scale.LOG, front=False, note="draws of the noise"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("correlation ρ", "rho"),
    y=Axis("variance · n/σ²", scale=Scale.LOG),
    series=(
        Series("slope", "slope", "1/(1−ρ²)"),
        Series("fit", "fit", "2"),
        Series("sum", "sum of slopes", "2/(1+ρ)"),
        Series("wrong", "wrong sign", "Φ(−β√(n(1−ρ²))/σ)", plotted=False, percent=True, decimals=1),
    ),
    columns=(
        Column("slope", "slope"),
        Column("theory", "slope", Fact.THEORY),
        Column("fit", "fit"),
        Column("sum", "sum"),
        Column("wrong sign", "wrong"),
        Column("theory", "wrong", Fact.THEORY, wide=True),
    ),
    xs=lambda rho: asked_last(CORRELATIONS, rho),
    unit="correlations",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors over draws of the noise",
    remark=remark,
    distractor=Distractor("predictions suffer as the slopes do", fit_suffers),
    source="Hastie, Tibshirani & Friedman 2009, §3.2 (3.8); Marquardt 1970, Generalized Inverses",
    quick={"reps": 2000},
)
def collinear(rho: float, n: int, beta: float, reps: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    for r in asked_last(CORRELATIONS, rho):
        u = torch.linalg.qr(torch.randn(n, 2, generator=g, dtype=torch.float64)).Q * math.sqrt(n)  # (n, 2)
        X = torch.stack([u[:, 0], r * u[:, 0] + math.sqrt(1 - r**2) * u[:, 1]], 1)  # (n, 2)
        Y = beta * X.sum(1, keepdim=True) + torch.randn(n, reps, generator=g, dtype=torch.float64)  # (n, reps)
        slopes = torch.linalg.lstsq(X, Y).solution  # (2, reps)
        miss = slopes - beta  # (2, reps)
        yield sample_mean("slope", r, n * miss[0] ** 2)
        yield sample_mean("fit", r, ((X @ miss) ** 2).sum(0))
        yield sample_mean("sum", r, n * miss.sum(0) ** 2)
        wrong = (slopes[0] < 0).double().mean().item()
        yield Point("wrong", r, wrong, math.sqrt(wrong * (1 - wrong) / reps))
