"""How far below the error on new data is the training error? Least squares with p of n orthogonal features.

The truth is f at n points, observed with noise of variance σ². The fit H y projects on p features, so its mean misses f
by b² = |(I − H)f|²/n, the squared bias, and its variance is σ²tr(H)/n = σ²p/n. On fresh noise at the same points it
errs by σ² + b² + σ²p/n. In training the residual is (I − H)y, of mean square b² + σ²(1 − p/n): less by 2σ²p/n, Mallows'
optimism, since the fit has seen the noise it is judged by.

Features are cosines at equally spaced points, f is a step. Fits come in pairs with independent noise, so that bias and
variance have unbiased estimates: (f̂₁ − f)·(f̂₂ − f)/n and |f̂₁ − f̂₂|²/2n.

Source: Mallows 1973, Some Comments on C_p; Hastie, Tibshirani & Friedman 2009, §7.3 and §7.4.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, off
from prep.demos.library.shared.sample import sample_mean, student
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, NumberQuestion, Point, Scale, Series, demo

SIZES = (1, 2, 4, 8, 16, 25, 32, 40, 50)


def cosine(j: int, i: int, n: int) -> float:
    """Feature j at point i; all have length 1 and right angles to each other."""
    return math.sqrt((1 if j == 0 else 2) / n) * math.cos(math.pi * j * (i + 0.5) / n)


def step(i: int, n: int) -> float:
    """The truth at point i: −1 on the left, 1 on the right."""
    return math.copysign(1.0, i + 0.5 - n / 2)


@cache
def missed(n: int) -> tuple[float, ...]:
    """Squared bias with the first 0, 1, …, n features, of a step of height 1: what the others would explain."""
    explained = [sum(cosine(j, i, n) * step(i, n) for i in range(n)) ** 2 / n for j in range(n)]
    return tuple(math.fsum(explained[p:]) for p in range(n + 1))


def theory(p: float, n: int, sigma: float, a: float) -> dict[str, float]:
    """Features come whole: between two numbers of them, the line that joins them."""
    low, share = math.floor(p), p - math.floor(p)
    bias = a**2 * ((1 - share) * missed(n)[low] + share * missed(n)[min(low + 1, n)])
    variance = sigma**2 * p / n
    return {
        "fresh": sigma**2 + bias + variance,
        "train": sigma**2 - variance + bias,
        "variance": variance,
        "bias": bias,
    }


def tolerance(point: Point, reps: int, sigma: float, a: float) -> float:
    """Four standard errors, estimated from half as many pairs; rounding where the fit is exact."""
    return student(reps // 2) * point.se + 1e-12 * (sigma + a) ** 2


def question(p: float, n: int, sigma: float, a: float) -> NumberQuestion:
    known = theory(p, n, sigma, a)
    return NumberQuestion(
        f"{p:g} features fit {n} noisy points with training error {known['train']:.3f}, of which {known['bias']:.3f} "
        "is squared bias. Measured again at the same points, with fresh noise, the error is about",
        "fresh",
        p,
        formula="σ²(1+p/n)+b²",
    )


def remark(outcome: Outcome, p: int) -> str:
    """Where the error is least, and how the gap compares at the number asked about."""
    best = min(outcome.sheet.xs, key=lambda x: at(outcome, "fresh", x))
    train, fresh, variance = (at(outcome, series, p) for series in ("train", "fresh", "variance"))
    return (
        f"Of these, {best:g} features have the least error on fresh noise, {at(outcome, 'fresh', best):.3f}; the "
        f"training error only falls. At p = {p} they differ by {fresh - train:.3f}: twice the variance, {variance:.3f}."
    )


def train_tells(outcome: Outcome) -> float:
    p = outcome.sheet.values["p"]
    assert isinstance(p, int)
    return off(outcome, "fresh", p, at(outcome, "train", p))


@demo(
    name="generalisation.bias-variance",
    title="How far below the test error is the training error?",
    intro=lambda n, sigma, a, reps: (
        f"A step from {-a:g} to {a:g} is seen at {n} points with noise N(0, {sigma:g}²) and fitted by the first p "
        f"cosines. Over {reps:,} draws of the noise we measure the error in training and on fresh noise, bias and "
        "variance."
    ).replace("-", "−"),
    parameters=(
        Int("p", 25, 1, 50, note="features, where the question asks"),
        Int("n", 50, 50, 200, scale=Scale.LOG, note="points"),
        Float("sigma", 0.5, 0.1, 2.0, label="σ", scale=Scale.LOG, note="of the noise"),
        Float("a", 1.0, 0.0, 2.0, note="height of the step; 0: no bias"),
        Int("reps", 2000, 200, 5000, scale=Scale.LOG, front=False, note="draws of the noise"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("features p", "p"),
    y=Axis("squared error", low=0.0),
    series=(
        Series("fresh", "fresh", "σ²(1+p/n)+b²", decimals=4),
        Series("train", "train", "σ²(1−p/n)+b²", decimals=4),
        Series("variance", "variance", "σ²p/n", decimals=4),
        Series("bias", "squared bias", "b²", plotted=False, decimals=4),
    ),
    columns=(
        Column("fresh", "fresh"),
        Column("theory", "fresh", Fact.THEORY),
        Column("train", "train"),
        Column("theory", "train", Fact.THEORY),
        Column("variance", "variance", wide=True),
        Column("theory", "variance", Fact.THEORY, wide=True),
        Column("bias²", "bias", wide=True),
        Column("theory", "bias", Fact.THEORY, wide=True),
    ),
    xs=lambda p: asked_last(SIZES, p),
    unit="models",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors over draws of the noise",
    remark=remark,
    distractor=Distractor("the training error tells the error on new data", train_tells),
    source="Mallows 1973, Some Comments on C_p; Hastie, Tibshirani & Friedman 2009, §7.3-7.4",
    quick={"reps": 400},
)
def bias_variance(p: int, n: int, sigma: float, a: float, reps: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    basis = torch.tensor([[cosine(j, i, n) for j in range(max(SIZES))] for i in range(n)], dtype=torch.float64)
    f = a * torch.tensor([[step(i, n)] for i in range(n)], dtype=torch.float64)  # (n, 1)
    for size in asked_last(SIZES, p):
        X = basis[:, : int(size)]  # (n, p)
        Y, fresh = f + sigma * torch.randn(2, n, reps // 2 * 2, generator=g, dtype=torch.float64)  # (n, reps) each
        fit = X @ torch.linalg.lstsq(X, Y).solution  # (n, reps)
        one, other = fit[:, ::2] - f, fit[:, 1::2] - f  # (n, reps/2)
        yield sample_mean("fresh", size, ((fresh - fit) ** 2).mean(0))
        yield sample_mean("train", size, ((Y - fit) ** 2).mean(0))
        yield sample_mean("variance", size, ((one - other) ** 2).mean(0) / 2)
        yield sample_mean("bias", size, (one * other).mean(0))
