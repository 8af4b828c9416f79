"""Does clipping a gradient change its direction? The cosine with the original gradient, against the threshold.

Clipping by norm multiplies by min(1, c/‖g‖) and keeps the direction. Clipping each entry to [−c, c] doesn't: for
entries of unit variance the cosine is E[clip(g)g]/√(E clip(g)²), which falls to E|g| when every entry is clipped and
only signs are left: √(2/π) = 0.80 for normals, less for heavier tails.

Source: Pascanu, Mikolov & Bengio 2013, On the difficulty of training recurrent neural networks, §3.2.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.random_entries import KURTOSIS, draw
from prep.demos.library.shared.reading import off
from prep.demos.library.shared.sample import sample_mean
from prep.demos.spec import (
    Axis,
    Choice,
    Column,
    Distractor,
    Fact,
    Float,
    Int,
    NumberQuestion,
    Point,
    Scale,
    Series,
    demo,
)

if TYPE_CHECKING:
    from torch import Tensor

THRESHOLDS = (10.0, 5.0, 3.0, 2.0, 1.0, 0.5, 0.2, 0.1, 0.01)


def beyond(c: float, law: str) -> tuple[float, float, float]:
    """P(|g| > c), E[|g|; |g| > c] and E[g²; |g| ≤ c] of a law of unit variance."""
    match law:
        case "uniform":
            a = math.sqrt(3)
            inside = min(c, a)
            return 1 - inside / a, (3 - inside**2) / (2 * a), inside**3 / (3 * a)
        case "laplace":
            b = 1 / math.sqrt(2)
            tail = math.exp(-c / b)
            return tail, (c + b) * tail, 1 - (c**2 + 2 * b * c + 1) * tail
        case _:
            density = math.exp(-c * c / 2) / math.sqrt(2 * math.pi)
            return math.erfc(c / math.sqrt(2)), 2 * density, math.erf(c / math.sqrt(2)) - 2 * c * density


def theory(c: float, law: str) -> dict[str, float]:
    share, tail, inside = beyond(c, law)
    cosine = (inside + c * tail) / math.sqrt(inside + c * c * share)
    return {"by-value": cosine, "by-norm": 1.0, "share": share}


def tolerance(point: Point, n: int, law: str) -> float:
    """Four standard errors, for a share binomial ones and Bernstein's z²/3 for rare entries.

    A cosine is A/√(BC) with means A, B, C whose relative variances are at most (κ − 1)/n, κ the kurtosis; to second
    order that biases it by (½ + ½ + ⅜ + ⅜ + ¼)(κ − 1)/n at the most. Rounding of sums of n for the norm.
    """
    match point.series:
        case "by-norm":
            return n * 2**-52
        case "share":
            share = theory(point.x, law)["share"]
            return 4 * math.sqrt(max(0.0, share * (1 - share)) / n) + 16 / (3 * n)
        case _:
            return 4 * point.se + 2 * (KURTOSIS[law] - 1) / n


def question(x: float, c: float, law: str) -> NumberQuestion:
    limit = {"normal": "√(2/π)", "laplace": "1/√2", "uniform": "√3/2"}[law]
    every = ", so nearly all of them," if c < 0.05 else ""
    return NumberQuestion(
        f"With its entries clipped at ±{c:g} σ{every} a gradient's cosine with the original is about",
        "by-value",
        c,
        within=0.1,
        formula=limit if c < 0.05 else "",
    )


def remark(outcome: Outcome) -> str:
    """The lowest cosine of either kind of clipping, and what share it took."""
    low = min((p for p in outcome.points if p.series == "by-value"), key=lambda p: p.y)
    share = outcome.measured("share", low.x)
    kept = min(p.y for p in outcome.points if p.series == "by-norm")
    assert share
    angle = math.degrees(math.acos(min(low.y, 1)))
    return (
        f"At {low.x:g} standard deviations {100 * share.y:.1f} % of the entries are clipped and the cosine is "
        f"{low.y:.3f}, an angle of {angle:.0f}°. Clipping by norm keeps a cosine of {kept:.3f}."
    )


def direction_is_kept(outcome: Outcome) -> float:
    """How far the cosine falls below 1, in tolerances, at the smallest threshold."""
    return off(outcome, "by-value", min(outcome.sheet.xs), 1)


@demo(
    name="optimiser.clipping",
    title="Does clipping a gradient change its direction?",
    intro=lambda n, law: (
        f"A gradient with {n:,} independent {law} entries of unit variance is clipped with torch: "
        "each entry to [−c, c], or the whole by its norm, to c√n. We measure the cosine with the original."
    ),
    parameters=(
        Float("c", 0.001, 0.001, 10.0, scale=Scale.LOG, note="threshold, in standard deviations"),
        Choice("law", "normal", ("normal", "uniform", "laplace"), note="of the entries"),
        Int("n", 100_000, 1000, 1_000_000, scale=Scale.LOG, front=False, note="entries"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("threshold c / σ", "c", Scale.LOG),
    y=Axis("cosine with the gradient"),
    series=(
        Series("by-value", "each entry clipped", "theory"),
        Series("by-norm", "clipped by norm"),
        Series("share", "share of entries clipped", "theory", plotted=False, decimals=1, percent=True),
    ),
    columns=(
        Column("by value", "by-value"),
        Column("theory", "by-value", Fact.THEORY),
        Column("clipped", "share"),
        Column("by norm", "by-norm"),
    ),
    xs=lambda c: tuple(sorted({*THRESHOLDS, c}, reverse=True)),
    unit="thresholds",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors, and the bias of a ratio of means, 2(κ−1)/n",
    remark=remark,
    distractor=Distractor("clipping by value keeps the direction", direction_is_kept),
    source="Pascanu, Mikolov & Bengio 2013, On the difficulty of training recurrent neural networks, §3.2",
    quick={"n": 20_000},
)
def clipping(c: float, law: str, n: int, seed: int) -> Iterator[Point]:
    import torch
    from torch.nn.utils import clip_grad_norm_, clip_grad_value_

    generator = torch.Generator().manual_seed(seed)
    g = draw(law, n, 1, generator)[:, 0].double()  # (n,)
    w = torch.zeros_like(g, requires_grad=True)  # (n,)
    for x in sorted({*THRESHOLDS, c}, reverse=True):
        w.grad = g.clone()
        clip_grad_value_([w], x)
        yield _cosine("by-value", x, w.grad, g)
        yield sample_mean("share", x, (w.grad != g).double())
        w.grad = g.clone()
        clip_grad_norm_([w], x * math.sqrt(n))
        yield Point("by-norm", x, torch.cosine_similarity(w.grad, g, dim=0).item())


def _cosine(series: str, x: float, a: Tensor, b: Tensor) -> Point:
    """The cosine of a and b, and its standard error by the influence of each pair of entries."""
    A, B, C = (a * b).mean(), (a * a).mean(), (b * b).mean()
    cosine = A / (B * C).sqrt()
    influence = cosine * (a * b / A - a * a / (2 * B) - b * b / (2 * C))  # (n,)
    return Point(series, x, cosine.item(), influence.std().item() / math.sqrt(len(a)))
