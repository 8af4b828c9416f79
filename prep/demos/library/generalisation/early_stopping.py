"""Is early stopping the same as ridge? What gradient descent and ridge keep of a direction, and what they miss by.

Least squares ½|y − Xw|²/n from w = 0: along an eigenvector of XᵀX/n with eigenvalue s, t steps at the rate η keep the
share 1 − (1 − ηs)ᵗ of the least squares solution, ridge with penalty α keeps s/(s + α). With α = 1/(ηt) the shares are
near, 1 − e⁻ᵘ against u/(1 + u), u = ηst, and never equal: at u = 1 they are 0.63 and 0.5.

A share h of a direction with weight θ and noise σ² in n rows misses the truth in predictions by s(1 − h)²θ² + h²σ²/n on
average: bias that falls with t, variance that grows. For small ηs the risk is at most 1.69 times ridge's at this α,
term by term: e⁻ᵘ ≤ 1/(1 + u), and 1 − e⁻ᵘ ≤ 1.2985·u/(1 + u).

Source: Ali, Kolter & Tibshirani 2019, A Continuous-Time View of Early Stopping for Least Squares, §3 and §4.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, brief, off
from prep.demos.library.shared.sample import sample_mean, student
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, NumberQuestion, Point, Scale, Series, demo

TIMES = (1, 2, 5, 20, 50, 100, 200, 500, 1000)
FEATURES = 20
ROUNDING = 1e-9
"""Ridge's system has a condition of at most 10⁴, and 2,000 steps add as many roundings of 1e−16."""


def spectrum(s: float) -> list[float]:
    """The direction that is watched, and others from 1 down to 0.001."""
    return [s, *(10 ** (-3 * j / (FEATURES - 2)) for j in range(FEATURES - 1))]


def kept(t: float, eta: float, s: float) -> tuple[float, float]:
    """Shares that gradient descent and ridge keep; an alternating one only after whole steps."""
    left = 1 - eta * s
    return 1 - (math.pow(left, t) if left >= 0 else math.pow(-left, t) * math.cos(math.pi * t)), s / (s + 1 / (eta * t))


def theory(t: float, s: float, eta: float, sigma: float, n: int) -> dict[str, float]:
    """Weights are all 1."""
    found = dict(zip(("descent", "ridge"), kept(t, eta, s), strict=True))
    for i, name in enumerate(("descent-risk", "ridge-risk")):
        shares = [(other, kept(t, eta, other)[i]) for other in spectrum(s)]
        found[name] = sum(other * (1 - h) ** 2 + h**2 * sigma**2 / n for other, h in shares)
    return found


def tolerance(point: Point, reps: int) -> float:
    """Rounding for shares, in which no chance is; four standard errors over draws of the noise for risks."""
    return student(reps) * point.se + ROUNDING


def question(t: float, s: float, eta: float) -> NumberQuestion:
    return NumberQuestion(
        f"Of a direction with eigenvalue {s:g}, ridge with α = 1/(ηt) keeps {kept(t, eta, s)[1]:.3g}. Gradient descent "
        f"from zero, {t:g} steps at the rate η = {eta:g}, keeps the share (0 to 1)",
        "descent",
        t,
        formula="1−(1−ηs)^t",
    )


def remark(outcome: Outcome, t: int) -> str:
    """How far apart the shares are, and where each has its least risk."""
    descent, ridge = at(outcome, "descent", t), at(outcome, "ridge", t)
    best = [min((at(outcome, series, x), x) for x in outcome.sheet.xs) for series in ("descent-risk", "ridge-risk")]
    return (
        f"After {t} steps descent keeps {descent:.3f}, ridge {ridge:.3f}: kin, not twins. Of these times descent has "
        f"its least risk, {brief(best[0][0], 3)}, at t = {best[0][1]:g}, ridge {brief(best[1][0], 3)} with the α of t "
        f"= {best[1][1]:g}: a ratio of {best[0][0] / best[1][0]:.2f}."
    )


def same(outcome: Outcome) -> float:
    """How far descent is from what ridge keeps, in tolerances."""
    t = outcome.sheet.values["t"]
    assert isinstance(t, int)
    return off(outcome, "descent", t, at(outcome, "ridge", t))


@demo(
    name="generalisation.early-stopping",
    title="Is early stopping the same as ridge?",
    intro=lambda n, eta, s, reps: (
        f"Least squares with {FEATURES} features and {n} rows: t steps of gradient descent at the rate {eta:g}, and "
        f"ridge with α = 1/(ηt). We measure what both keep of the direction with eigenvalue {s:g}, and their risk over "
        f"{reps} draws of the noise."
    ),
    parameters=(
        Int("t", 10, 1, 2000, scale=Scale.LOG, note="steps, where the question asks"),
        Float("s", 0.1, 0.001, 1.0, scale=Scale.LOG, note="eigenvalue of the direction watched"),
        Float("eta", 1.0, 0.05, 1.9, label="η", scale=Scale.LOG, note="learning rate"),
        Float("sigma", 1.0, 0.1, 5.0, label="σ", scale=Scale.LOG, note="of the noise"),
        Int("n", 40, 20, 200, scale=Scale.LOG, note="rows"),
        Int("reps", 200, 30, 500, scale=Scale.LOG, front=False, note="draws of the noise"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("steps t", "t", Scale.LOG),
    y=Axis("share kept", low=0.0),
    series=(
        Series("descent", "descent", "1−(1−ηs)^t", decimals=4),
        Series("ridge", "ridge", "s/(s+1/(ηt))", decimals=4),
        Series("descent-risk", "risk", "theory", plotted=False),
        Series("ridge-risk", "ridge's risk", "theory", plotted=False),
    ),
    columns=(
        Column("descent", "descent"),
        Column("ridge", "ridge"),
        Column("risk", "descent-risk"),
        Column("theory", "descent-risk", Fact.THEORY, wide=True),
        Column("ridge's", "ridge-risk"),
        Column("theory", "ridge-risk", Fact.THEORY, wide=True),
    ),
    xs=lambda t: asked_last(TIMES, t),
    unit="times",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="rounding for shares, four standard errors for risks",
    remark=remark,
    distractor=Distractor("early stopping is ridge with α = 1/(ηt)", same),
    source="Ali, Kolter & Tibshirani 2019, A Continuous-Time View of Early Stopping, §3 and §4",
    quick={"reps": 50},
)
def early_stopping(t: int, s: float, eta: float, sigma: float, n: int, reps: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    U = torch.linalg.qr(torch.randn(n, FEATURES, generator=g, dtype=torch.float64)).Q  # (n, features)
    V = torch.linalg.qr(torch.randn(FEATURES, FEATURES, generator=g, dtype=torch.float64)).Q  # columns: directions
    X = U * (n * torch.tensor(spectrum(s), dtype=torch.float64)).sqrt() @ V.T  # (n, features)
    truth = V.sum(1, keepdim=True)  # (features, 1), weight 1 in every direction
    noise = sigma * torch.randn(n, reps, generator=g, dtype=torch.float64)  # (n, reps)
    Y = X @ truth + torch.cat(
        [torch.zeros(n, 1, dtype=torch.float64), noise], 1
    )  # (n, 1+reps), the first without noise
    A, B = X.T @ X / n, X.T @ Y / n  # (features, features), (features, 1+reps)
    steps, w = 0, torch.zeros_like(B)
    stopped = {}
    for stop in sorted(asked_last(TIMES, t)):
        for _ in range(int(stop) - steps):
            w = w + eta * (B - A @ w)  # minus the gradient of the loss
        steps, stopped[stop] = int(stop), w
    for stop in asked_last(TIMES, t):
        ridge = torch.linalg.solve(A + torch.eye(FEATURES, dtype=torch.float64) / (eta * stop), B)
        for name, found in (("descent", stopped[stop]), ("ridge", ridge)):
            yield Point(name, stop, (V[:, 0] @ found[:, 0]).item())
            yield sample_mean(f"{name}-risk", stop, ((X @ (found[:, 1:] - truth)) ** 2).mean(0))
