"""Does k-means find what EM finds? Two overlapping components, ½N(−µ, 1) + ½N(µ, 1), and one unknown, µ.

EM's step is exact here. Responsibilities of a point x differ by tanh(θx), so the new estimate is the mean of
x·tanh(θx): with endless data θ ← E x·tanh(θx), an integral over N(µ, 1), whose fixed point is µ. The log-likelihood,
−½ln 2π − (x² + θ²)/2 + ln cosh(θx) on average, never falls. k-means assigns each point to the nearer centre altogether:
its centres are ±E|x|, with E|x| = µ(2Φ(µ) − 1) + 2φ(µ), too far apart, since each gets the other's tail. The more the
components overlap, the further k-means is off, and the slower EM is.

Sources: Dempster, Laird & Rubin 1977, Theorem 1; Balakrishnan, Wainwright & Yu 2017, Statistical Guarantees for the EM
Algorithm, §3.2.1.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from statistics import NormalDist

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, off
from prep.demos.library.shared.sample import sample_mean, student
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, NumberQuestion, Point, Scale, Series, demo

TIMES = (1, 2, 5, 10, 20, 50)
NORMAL = NormalDist()
ZS = [i / 16 for i in range(-8 * 16, 8 * 16 + 1)]
WEIGHTS = [NORMAL.pdf(z) / 16 for z in ZS]
"""Of an integral over N(0, 1), by the trapezoid rule."""


@cache
def iterates(mu: float, start: float, steps: int) -> tuple[float, ...]:
    """The estimate after 0, 1, … steps with endless data."""
    found = [start]
    for _ in range(steps):
        theta = found[-1]
        found.append(sum(w * (mu + z) * math.tanh(theta * (mu + z)) for w, z in zip(WEIGHTS, ZS, strict=True)))
    return tuple(found)


def likelihood(theta: float, mu: float) -> float:
    """Mean log-likelihood of a point, if θ is believed and µ is true."""
    spread = sum(
        w * (abs(theta * (mu + z)) + math.log1p(math.exp(-2 * abs(theta * (mu + z)))) - math.log(2))
        for w, z in zip(WEIGHTS, ZS, strict=True)
    )
    return spread - math.log(2 * math.pi) / 2 - (1 + mu**2 + theta**2) / 2


def theory(t: float, mu: float, start: float, steps: int) -> dict[str, float]:
    """Between two steps the line that joins their estimates."""
    known, low = iterates(mu, start, max(*TIMES, steps)), math.floor(t)
    if t >= len(known):
        return {}
    theta = known[low] + (t - low) * (known[min(low + 1, len(known) - 1)] - known[low])
    hard = mu * (2 * NORMAL.cdf(mu) - 1) + 2 * NORMAL.pdf(mu)
    return {"em": theta, "hard": hard, "likelihood": likelihood(theta, mu), "falls": 0.0}


def tolerance(point: Point, mu: float, n: int, sets: int) -> float:
    """Four standard errors over data sets. Of overlapping components the data tell θ², so that θ is too small by its
    variance over 2θ; a fitted likelihood is too high by up to 1/n. A fall is none."""
    if point.series == "falls":
        return 0.0
    bias = {"em": sets * point.se**2 / (2 * mu), "likelihood": 1 / n}.get(point.series, 0.0)
    return student(sets) * point.se + bias


def question(t: float, mu: float) -> NumberQuestion:
    return NumberQuestion(
        f"Half of the data is N(−{mu:g}, 1), half N({mu:g}, 1). k-means with two centres finishes; the positive one is "
        "at about",
        "hard",
        t,
        within=0.05,
        formula="E|x|",
    )


def remark(outcome: Outcome, mu: float, start: float) -> str:
    """Where both end, and how fast EM was."""
    last = max(outcome.sheet.xs)
    em, hard = at(outcome, "em", last), at(outcome, "hard", last)
    falls = sum(at(outcome, "falls", t) for t in outcome.sheet.xs)
    way = (at(outcome, "em", 1) - start) / (mu - start) if mu != start else 1.0
    return (
        f"From {start:g}, EM's first step goes {100 * way:.0f} % of the way to µ = {mu:g}; after {last:g} steps it is "
        f"at {em:.3f}, k-means at {hard:.3f}. The likelihood fell {falls:g} times."
    )


def same(outcome: Outcome) -> float:
    """How far k-means is from the truth, which EM finds, in tolerances."""
    mu = outcome.sheet.values["mu"]
    assert isinstance(mu, float)
    return off(outcome, "hard", max(outcome.sheet.xs), mu)


@demo(
    name="classical.em",
    title="Does k-means find what EM finds?",
    intro=lambda mu, start, n, sets: (
        f"{sets} data sets of {n:,} points, half from N(−{mu:g}, 1), half from N({mu:g}, 1), and only µ is unknown. EM "
        f"and k-means begin with centres at ±{start:g}. We measure both after t steps, and whether the likelihood ever "
        "fell."
    ),
    parameters=(
        Int("steps", 20, 1, 200, label="t", scale=Scale.LOG, note="of EM, where the question asks"),
        Float("mu", 1.0, 0.75, 4.0, label="µ", note="half the distance of the components"),
        Float("start", 0.2, 0.05, 5.0, scale=Scale.LOG, note="where both begin"),
        Int("n", 2000, 500, 5000, scale=Scale.LOG, note="points"),
        Int("sets", 50, 10, 100, scale=Scale.LOG, front=False, note="data sets"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("steps t", "t", Scale.LOG),
    y=Axis("centre"),
    series=(
        Series("em", "EM", "θ ← E x·tanh(θx)"),
        Series("hard", "k-means", "E|x|"),
        Series("likelihood", "log-likelihood a point", "theory", plotted=False, decimals=4),
        Series("falls", "falls", "0", plotted=False, decimals=0),
    ),
    columns=(
        Column("EM", "em"),
        Column("theory", "em", Fact.THEORY),
        Column("k-means", "hard"),
        Column("theory", "hard", Fact.THEORY),
        Column("log-lik.", "likelihood", wide=True),
        Column("theory", "likelihood", Fact.THEORY, wide=True),
        Column("falls", "falls", wide=True),
    ),
    xs=lambda steps: asked_last(TIMES, steps),
    unit="numbers of steps",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors over data sets, and the bias of a fit",
    remark=remark,
    distractor=Distractor("k-means finds the centres of the components", same),
    source="Dempster, Laird & Rubin 1977, Theorem 1; Balakrishnan, Wainwright & Yu 2017, §3.2.1",
    quick={"sets": 20},
)
def em(steps: int, mu: float, start: float, n: int, sets: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    for t in map(int, asked_last(TIMES, steps)):
        x = torch.randn(sets, n, generator=g, dtype=torch.float64)  # (sets, n)
        x[:, ::2] += mu  # half of each component
        x[:, 1::2] -= mu
        theta, hard = (torch.full((sets, 1), start, dtype=torch.float64) for _ in range(2))  # (sets, 1) each
        heights = []
        for _ in range(t):
            heights.append(torch.logaddexp(-((x - theta) ** 2) / 2, -((x + theta) ** 2) / 2).mean(1))  # (sets,)
            right = torch.sigmoid(2 * theta * x)  # responsibility of the component at θ, (sets, n)
            theta = ((2 * right - 1) * x).mean(1, keepdim=True)
            hard = torch.where((x - hard).abs() < (x + hard).abs(), x, -x).mean(1, keepdim=True)
        heights.append(torch.logaddexp(-((x - theta) ** 2) / 2, -((x + theta) ** 2) / 2).mean(1))
        yield sample_mean("em", t, theta[:, 0])
        yield sample_mean("hard", t, hard[:, 0])
        yield sample_mean("likelihood", t, heights[-1] - math.log(8 * math.pi) / 2)
        yield Point("falls", t, (torch.stack(heights).diff(dim=0) < -1e-12).sum().item())
