"""What does throwing away negatives do to a model? A logistic regression on a share β of them.

A case has log-odds b + w·x. Among the kept ones the odds are larger by 1/β, whatever x is, so the log-odds are larger
by −ln β: the slope stays, the intercept doesn't, and p_s = p/(p + β(1 − p)) has to be turned back, p = βp_s/(1 − p_s +
βp_s). The order of the cases is the same. With an intercept the mean prediction of a fit equals the share of positives
it has seen, here π/(π + β(1 − π)), π = E σ(b + w·x).

Tolerance: four standard errors by the information matrix; maximum likelihood is off by about 1/(2P) with P positives.
Sources: Elkan 2001, Foundations of Cost-Sensitive Learning, Theorem 2; King & Zeng 2001, Logistic Regression in Rare
Events Data, §4.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from statistics import NormalDist
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, brief, off
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, NumberQuestion, Point, Scale, Series, demo

if TYPE_CHECKING:
    from torch import Tensor

SHARES = (1.0, 0.5, 0.2, 0.1, 0.05, 0.02)
STEPS = 12
"""Of Newton's method; it starts at the share of positives and needs seven."""


@cache
def prevalence(b: float, w: float) -> float:
    """E σ(b + w·x) for x of N(0, 1), by the trapezoid rule."""
    step, phi = 1 / 16, NormalDist().pdf
    return sum(phi(i * step) / (1 + math.exp(-b - w * i * step)) for i in range(-8 * 16, 8 * 16 + 1)) * step


def theory(beta: float, b: float, w: float) -> dict[str, float]:
    if not 0 < beta <= 1:
        return {}
    pi = prevalence(b, w)
    return {"intercept": b - math.log(beta), "slope": w, "predicted": pi / (pi + beta * (1 - pi)), "repaired": pi}


def tolerance(point: Point, b: float, w: float, N: int) -> float:
    """Four standard errors; 1/P for the bias of a coefficient, twice what it is for a rare class; Bernstein's z²/3."""
    P = N * prevalence(b, w)
    if point.series in ("intercept", "slope"):
        return 4 * point.se + 1 / P
    y = theory(point.x, b, w)[point.series]
    return 4 * point.se + (16 / 3 + 1) / P * y


def question(beta: float, b: float, w: float) -> NumberQuestion:
    return NumberQuestion(
        f"The log-odds of a case are {brief(b, 3)} + {w:g}·x. All positives are kept, and {100 * beta:g} % of the "
        "negatives. The intercept that a logistic regression finds on these is about",
        "intercept",
        beta,
        formula="b−ln β",
    )


def remark(outcome: Outcome, beta: float, b: float, w: float) -> str:
    """What is predicted, and what it is once turned back."""
    predicted, repaired, slope = (at(outcome, series, beta) for series in ("predicted", "repaired", "slope"))
    return (
        f"With β = {beta:g} the model says {100 * predicted:.3g} % on average; turned back by βp/(1−p+βp) it is "
        f"{100 * repaired:.3g} %, and {100 * prevalence(b, w):.3g} % of all cases are positive. The slope is "
        f"{slope:.2f}: the order of the cases didn't change, the threshold has to."
    )


def stays_calibrated(outcome: Outcome) -> float:
    """How far the mean prediction is from the prevalence that all cases have, in tolerances."""
    beta = min(outcome.sheet.xs)
    return off(outcome, "predicted", beta, at(outcome, "repaired", beta))


@demo(
    name="evaluation.undersampling",
    title="What does throwing away negatives do to a model?",
    intro=lambda N, b, w: (
        f"{N:,} cases with log-odds {brief(b, 3)} + {w:g}·x, x of N(0, 1). A share β of the negatives is kept; a "
        "logistic regression on what is left gives intercept, slope and mean prediction, before and after it is "
        "turned back."
    ),
    parameters=(
        Float("beta", 0.05, 0.005, 1.0, label="β", scale=Scale.LOG, note="share of negatives kept, in the question"),
        Float("b", -5.0, -6.0, 0.0, note="true intercept"),
        Float("w", 1.0, 0.0, 3.0, note="true slope"),
        Int("N", 200_000, 50_000, 500_000, scale=Scale.LOG, note="cases"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("β", "beta", Scale.LOG),
    y=Axis("coefficient"),
    series=(
        Series("intercept", "intercept", "b−ln β"),
        Series("slope", "slope", "w"),
        Series("predicted", "mean prediction", "π/(π+β(1−π))", plotted=False, decimals=4),
        Series("repaired", "turned back", "π", plotted=False, decimals=5),
    ),
    columns=(
        Column("intercept", "intercept"),
        Column("theory", "intercept", Fact.THEORY),
        Column("slope", "slope"),
        Column("predicted", "predicted"),
        Column("theory", "predicted", Fact.THEORY, wide=True),
        Column("turned back", "repaired", wide=True),
        Column("theory", "repaired", Fact.THEORY, wide=True),
    ),
    xs=lambda beta: asked_last(SHARES, beta),
    unit="shares",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors by the information matrix, and 1/P for P positives",
    remark=remark,
    distractor=Distractor("probabilities stay what they were", stays_calibrated),
    source="Elkan 2001, Theorem 2; King & Zeng 2001, §4",
    quick={"N": 50_000},
)
def undersampling(beta: float, b: float, w: float, N: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    for share in asked_last(SHARES, beta):
        x = torch.randn(N, generator=g, dtype=torch.float64)  # (N,)
        y = torch.rand(N, generator=g, dtype=torch.float64) < torch.sigmoid(b + w * x)  # (N,)
        kept = y | (torch.rand(N, generator=g, dtype=torch.float64) < share)  # (N,)
        fit, covariance = _logistic(x[kept], y[kept].double())
        yield Point("intercept", share, fit[0].item(), covariance[0, 0].sqrt().item())
        yield Point("slope", share, fit[1].item(), covariance[1, 1].sqrt().item())
        predicted = torch.sigmoid(fit[0] + fit[1] * x[kept]).mean().item()
        yield Point("predicted", share, predicted, math.sqrt(predicted * (1 - predicted) / int(kept.sum())))
        p = torch.sigmoid(fit[0] + fit[1] * x)  # (N,)
        p = share * p / (1 - p + share * p)
        slope = torch.stack([p * (1 - p), p * (1 - p) * x]).mean(1)  # (2,)
        yield Point("repaired", share, p.mean().item(), (slope @ covariance @ slope + p.var() / N).sqrt().item())


def _logistic(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    """Intercept and slope of greatest likelihood (2,), and the inverse of their information matrix (2, 2)."""
    import torch

    X = torch.stack([torch.ones_like(x), x], 1)  # (rows, 2)
    fit = torch.stack([torch.logit(y.mean()), torch.zeros_like(y[0])])  # (2,)
    for _ in range(STEPS):
        p = torch.sigmoid(X @ fit)  # (rows,)
        information = (X * (p * (1 - p))[:, None]).T @ X  # (2, 2)
        fit = fit + torch.linalg.solve(information, X.T @ (y - p))
    return fit, torch.linalg.inv(information)
