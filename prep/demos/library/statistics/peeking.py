"""May one look at a running test every day, and stop at the first p < 0.05? How often a true null is then rejected.

Both arms are the same, so z = Sₖ/√k after k of K equal parts of the data, Sₖ a walk of standard normal steps. A test
that stops at the first |z| > c errs with 1 − P(|Sₖ| ≤ c√k for all k ≤ K). The density of walks that have never crossed
obeys fₖ₊₁(s) = ∫ fₖ(u)φ(s − u) du over |u| ≤ c√k: that is integrated here, look by look.

Source: Armitage, McPherson & Rowe 1969, Repeated Significance Tests on Accumulating Data, §2 and Table 2.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from statistics import NormalDist

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.image import histogram
from prep.demos.library.shared.reading import asked_last, at, off
from prep.demos.spec import (
    Axis,
    Column,
    Distractor,
    Fact,
    Float,
    Form,
    Image,
    Int,
    NumberQuestion,
    Picture,
    Point,
    Scale,
    Series,
    demo,
)

LOOKS = (1, 2, 5, 10, 20)
SPACING = 0.25
"""Of the integration, in standard deviations of a step; its half gives the same to 2e−5."""


def threshold(alpha: float) -> float:
    """Beyond which |z| has p < α."""
    return NormalDist().inv_cdf(1 - alpha / 2)


@cache
def crossed(looks: int, alpha: float, spacing: float = SPACING) -> tuple[float, ...]:
    """Share of walks that have crossed by each look, the first included. f is even: half of it is kept."""
    c, phi = threshold(alpha), NormalDist().pdf
    nodes, mass = [0.0], [0.5]  # all walks begin at 0, and count once on each side
    shares = []
    for k in range(1, looks + 1):
        parts = 2 * math.ceil(c * math.sqrt(k) / spacing / 2)
        step = c * math.sqrt(k) / parts
        s = [i * step for i in range(parts + 1)]
        f = [sum(m * (phi(x - u) + phi(x + u)) for u, m in zip(nodes, mass, strict=True)) for x in s]
        simpson = [1, *(4 if i % 2 else 2 for i in range(1, parts)), 1]
        nodes, mass = s, [w * step / 3 * y for w, y in zip(simpson, f, strict=True)]
        shares.append(1 - 2 * sum(mass))
    return tuple(shares)


def theory(K: float, alpha: float, looks: int) -> dict[str, float]:
    """Between whole numbers of looks the line that joins them."""
    shares, low = crossed(max(*LOOKS, looks), alpha), math.floor(K)
    if not 1 <= K <= len(shares):
        return {}
    high = shares[min(low, len(shares) - 1)]
    return {
        "any": shares[low - 1] + (K - low) * (high - shares[low - 1]),
        "last": alpha,
        "independent": 1 - (1 - alpha) ** K,
    }


def tolerance(point: Point, alpha: float, looks: int, N: int) -> float:
    """Four binomial errors, Bernstein's z²/3 for a few cases, and what the integration leaves out."""
    y = theory(point.x, alpha, looks)[point.series]
    return 4 * math.sqrt(y * (1 - y) / N) + 16 / (3 * N) + 2e-5


def question(K: float, alpha: float) -> NumberQuestion:
    return NumberQuestion(
        f"Two equal arms are compared {K:g} times, after equal parts of the data, and the test stops at the first "
        f"p < {alpha:g}. The share (0 to 1) of such tests that find a difference is about",
        "any",
        K,
        within=0.15,
        formula="P(some |z| > c)",
    )


def remark(outcome: Outcome, alpha: float, looks: int) -> str:
    share, most = at(outcome, "any", looks), max(outcome.sheet.xs)
    return (
        f"With {looks} looks {share:.1%} of true nulls are rejected, {share / alpha:.1f} times {alpha:g}; were the "
        f"looks independent, it would be {1 - (1 - alpha) ** looks:.1%}. A single look, after {most:g} parts, errs in "
        f"{at(outcome, 'last', most):.1%}."
    ).replace("%", " %")


def keeps_alpha(outcome: Outcome) -> float:
    alpha = outcome.sheet.values["alpha"]
    assert isinstance(alpha, float)
    return max(off(outcome, "any", K, alpha) for K in outcome.sheet.xs)


@demo(
    name="statistics.peeking",
    title="May one look at a running A/B test?",
    intro=lambda N, alpha: (
        f"{N:,} A/A tests: the arms are the same. Each is judged after every one of K equal parts of its data, and "
        f"stops at the first p < {alpha:g}. We measure how many find a difference that isn't there."
    ),
    parameters=(
        Int("looks", 10, 1, 100, label="K", scale=Scale.LOG, note="looks, where the question asks"),
        Float("alpha", 0.05, 0.001, 0.2, label="α", scale=Scale.LOG, note="level at every look"),
        Int("N", 100_000, 10_000, 200_000, scale=Scale.LOG, front=False, note="tests"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("looks K", "K", Scale.LOG),
    y=Axis("share rejected", low=0.0),
    series=(
        Series("any", "stops at the first", "theory", decimals=4),
        Series("last", "looks at the end", "α", decimals=4),
        Series("independent", "", "1−(1−α)^K", decimals=4),
    ),
    columns=(
        Column("any look", "any"),
        Column("±", "any", Fact.ERROR),
        Column("theory", "any", Fact.THEORY),
        Column("last look", "last"),
    ),
    xs=lambda looks: asked_last(LOOKS, looks),
    unit="numbers of looks",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four binomial errors",
    remark=remark,
    distractor=Distractor("each look has level α, so the test has", keeps_alpha),
    source="Armitage, McPherson & Rowe 1969, §2 and Table 2",
    pictures=(
        Picture("largest", "largest |z| over all looks", Form.HISTOGRAM, low=0.0, high=5.0, across="largest |z|"),
    ),
    quick={"N": 20_000},
)
def peeking(looks: int, alpha: float, N: int, seed: int) -> Iterator[Point | Image]:
    import torch

    g = torch.Generator().manual_seed(seed)
    for K in asked_last(LOOKS, looks):
        S = torch.zeros(N, dtype=torch.float64)  # (N,)
        largest = torch.zeros(N, dtype=torch.float64)  # (N,)
        for k in range(1, int(K) + 1):
            S += torch.randn(N, generator=g, dtype=torch.float64)
            z = S.abs() / math.sqrt(k)  # (N,)
            largest = torch.maximum(largest, z)
        for series, value in (("any", largest), ("last", z)):
            share = (value > threshold(alpha)).double().mean().item()
            yield Point(series, K, share, math.sqrt(share * (1 - share) / N))
        yield histogram("largest", K, largest.float(), 50, 0.0, 5.0)
