"""Why does L1 set weights to exactly zero, and what does it do to those it keeps?

With XᵀX = I and z = Xᵀy, the lasso's ½|y − Xw|² + λ|w|₁ falls apart into ½(zⱼ − wⱼ)² + λ|wⱼ|, least at the soft
threshold sign(zⱼ)·max(|zⱼ| − λ, 0): |w| has a kink at 0, whose slope λ holds whatever |zⱼ| ≤ λ. Ridge's ½λw² is flat
there; it gives z/(1 + λ), never exactly 0.

z is N(w, σ²): a feature without effect gets weight zero with probability 2Φ(λ/σ) − 1, one of weight w with Φ((λ − w)/σ)
− Φ((−λ − w)/σ). What is kept is too small by λ: E max(z − λ, 0) = σ(φ(t) + tΦ(t)), t = (w − λ)/σ.

Source: Tibshirani 1996, Regression Shrinkage and Selection via the Lasso, §2.2 and (3).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from statistics import NormalDist

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, off
from prep.demos.library.shared.sample import sample_mean
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, NumberQuestion, Point, Scale, Series, demo

PENALTIES = (0.25, 0.5, 1.5, 2.0, 3.0, 4.0)
FEATURES, ROWS, EFFECTS = 60, 120, 20
"""The first 20 of 60 features have the weight w, the others none."""
NORMAL = NormalDist()


def theory(lam: float, w: float, sigma: float) -> dict[str, float]:
    above, below = (w - lam) / sigma, (-w - lam) / sigma
    positive, negative = (sigma * (NORMAL.pdf(t) + t * NORMAL.cdf(t)) for t in (above, below))
    return {
        "zeros": 2 * NORMAL.cdf(lam / sigma) - 1,
        "lost": NORMAL.cdf(-above) - NORMAL.cdf(below),
        "weight": positive - negative,
        "ridge": 0.0,
        "ridge-weight": w / (1 + lam),
    }


def tolerance(point: Point, w: float, sigma: float, reps: int) -> float:
    """Four standard errors with the exact variance: a binomial share's, at most σ² of a weight; Bernstein's z²/3."""
    trials = reps * (FEATURES - EFFECTS if point.series in ("zeros", "ridge") else EFFECTS)
    y = theory(point.x, w, sigma)[point.series]
    if point.series.endswith("weight"):
        return 4 * sigma / math.sqrt(trials)
    return 4 * math.sqrt(max(0.0, y * (1 - y)) / trials) + 16 / (3 * trials)


def question(lam: float, sigma: float) -> NumberQuestion:
    return NumberQuestion(
        f"Orthonormal features, noise of deviation {sigma:g}, lasso with λ = {lam:g}. Of the features without any "
        "effect the share (0 to 1) with a weight of exactly zero is about",
        "zeros",
        lam,
        formula="2Φ(λ/σ)−1",
    )


def remark(outcome: Outcome, lam: float, w: float) -> str:
    """What is dropped, what is lost, and how much too small the rest is."""
    zeros, lost, weight = (at(outcome, series, lam) for series in ("zeros", "lost", "weight"))
    return (
        f"λ = {lam:g} drops {100 * zeros:.0f} % of the features without effect and {100 * lost:.0f} % of those with "
        f"weight {w:g}, whose mean weight becomes {weight:.2f}. Ridge drops {100 * at(outcome, 'ridge', lam):g} %, and "
        f"its mean weight is {at(outcome, 'ridge-weight', lam):.2f}."
    )


def unbiased(outcome: Outcome) -> float:
    """How far the mean weight of features with an effect is from the truth, in tolerances."""
    lam, w = (outcome.sheet.values[name] for name in ("lam", "w"))
    assert isinstance(lam, float) and isinstance(w, float)
    return off(outcome, "weight", lam, w)


@demo(
    name="regression.lasso",
    title="Why does L1 give zeros, and what does it cost?",
    intro=lambda w, sigma, reps: (
        f"{FEATURES} orthonormal features, {EFFECTS} of them with weight {w:g}, noise N(0, {sigma:g}²). Coordinate "
        f"descent solves the lasso for {reps} draws: we count weights that are exactly zero, and average those of "
        "features with an effect."
    ),
    parameters=(
        Float("lam", 1.0, 0.0, 5.0, label="λ", note="penalty, where the question asks"),
        Float("w", 3.0, 0.0, 5.0, note="weight of features with an effect"),
        Float("sigma", 1.0, 0.2, 3.0, label="σ", note="of the noise"),
        Int("reps", 400, 50, 1000, scale=Scale.LOG, front=False, note="draws of the noise"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("λ", "lambda"),
    y=Axis("share of exact zeros", low=0.0, high=1.0),
    series=(
        Series("zeros", "no effect", "2Φ(λ/σ)−1", decimals=4),
        Series("lost", "weight w", "theory", decimals=4),
        Series("ridge", "ridge", "0", decimals=4),
        Series("weight", "mean weight of w", "theory", plotted=False),
        Series("ridge-weight", "ridge's", "w/(1+λ)", plotted=False),
    ),
    columns=(
        Column("zeros", "zeros"),
        Column("theory", "zeros", Fact.THEORY),
        Column("w lost", "lost"),
        Column("theory", "lost", Fact.THEORY, wide=True),
        Column("mean of w", "weight"),
        Column("theory", "weight", Fact.THEORY, wide=True),
        Column("ridge's", "ridge-weight", wide=True),
    ),
    xs=lambda lam: asked_last(PENALTIES, lam),
    unit="penalties",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four binomial errors, and four standard errors of a weight",
    remark=remark,
    distractor=Distractor("the lasso finds the weights of true effects without bias", unbiased),
    source="Tibshirani 1996, Regression Shrinkage and Selection via the Lasso, §2.2 and (3)",
    quick={"reps": 100},
)
def lasso(lam: float, w: float, sigma: float, reps: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    X = torch.linalg.qr(torch.randn(ROWS, FEATURES, generator=g, dtype=torch.float64)).Q  # (rows, features)
    truth = torch.tensor([[w if j < EFFECTS else 0.0] for j in range(FEATURES)], dtype=torch.float64)  # (features, 1)
    for penalty in asked_last(PENALTIES, lam):
        y = X @ truth + sigma * torch.randn(ROWS, reps, generator=g, dtype=torch.float64)  # (rows, reps)
        W = torch.zeros(FEATURES, reps, dtype=torch.float64)  # (features, reps)
        left = y.clone()  # (rows, reps), what isn't explained
        for j in range(FEATURES):  # at right angles one round is enough
            z = X[:, j] @ left + W[j]  # (reps,)
            W[j] = z.sign() * (z.abs() - penalty).clamp(min=0)
            left -= X[:, j, None] * W[j]
        ridge = torch.linalg.solve(X.T @ X + penalty * torch.eye(FEATURES, dtype=torch.float64), X.T @ y)
        for series, weights in (("zeros", W[EFFECTS:]), ("lost", W[:EFFECTS]), ("ridge", ridge[EFFECTS:])):
            yield sample_mean(series, penalty, (weights == 0).double().flatten())
        yield sample_mean("weight", penalty, W[:EFFECTS].flatten())
        yield sample_mean("ridge-weight", penalty, ridge[:EFFECTS].flatten())
