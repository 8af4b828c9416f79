"""Why is the distillation loss multiplied by T²? The size of its gradient in the student's logits, against T.

For student logits z and teacher logits v (both centred, K classes) the gradient of KL(p_T‖q_T) is (q_T − p_T)/T. At
high temperature softmax(z/T)ᵢ ≈ (1 + zᵢ/T)/K, so it becomes (z − v)/(K T²): without the factor T² the soft part of
the loss fades as soon as T rises. T²‖∇‖ → ‖z − v‖/K says that distillation then matches logits.

The logits are drawn with Python's own generator, so that theory, the formula (q_T − p_T)/T in plain math, knows them.
Source: Hinton, Vinyals & Dean 2015, Distilling the Knowledge in a Neural Network, §2, equations 2-4.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from functools import cache

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import off
from prep.demos.spec import Axis, Column, Distractor, Fact, Int, Ints, NumberQuestion, Point, Scale, Series, demo


@cache
def logits(K: int, seed: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Student's and teacher's, standard normal and centred."""
    g = random.Random(seed)
    both = [[g.gauss(0, 1) for _ in range(K)] for _ in range(2)]
    z, v = (tuple(x - sum(row) / K for x in row) for row in both)
    return z, v


def softmax(row: tuple[float, ...], T: float) -> list[float]:
    largest = max(row)
    weights = [math.exp((x - largest) / T) for x in row]
    total = sum(weights)
    return [w / total for w in weights]


def gradient(T: float, K: int, seed: int) -> float:
    """‖(q_T − p_T)/T‖."""
    z, v = logits(K, seed)
    return math.dist(softmax(z, T), softmax(v, T)) / T


def theory(T: float, K: int, seed: int) -> dict[str, float]:
    limit, size = math.dist(*logits(K, seed)) / K, gradient(T, K, seed)
    return {"scaled": T**2 * size / limit, "plain": size / limit, "fall": gradient(T / 5, K, seed) / size}


def tolerance(point: Point, K: int) -> float:
    """Rounding in float64: p and q, close to 1/K, are off by a share (K + 8)u, K for their sums and 8 for the rest.

    Their difference is a share of about 1/T of them, so it is off by T times as much; there are two of them in a fall.
    """
    return 4 * (K + 8) * 2**-53 * point.x * max(point.y, 1 / point.x)


def question(T: float) -> NumberQuestion:
    return NumberQuestion(
        f"From T = {T / 5:g} to T = {T:g} the gradient of the plain loss is divided by about",
        "fall",
        T,
        within=0.2,
        formula="5²" if T >= 50 else "",
    )


def remark(outcome: Outcome) -> str:
    """How far from logit matching the ends are, with the factor T²."""
    first, last = min(outcome.sheet.xs), max(outcome.sheet.xs)
    y = {(p.series, p.x): p.y for p in outcome.points}
    far = max(abs(p.y - 1) for p in outcome.points if p.series == "scaled")
    start = f"from {y['plain', first]:.2g} " if first < last else ""
    return (
        f"With the factor T² the gradient stays within {100 * far:.2g} % of ‖z − v‖/K; without it, it falls "
        f"{start}to {y['plain', last]:.2g} times that."
    )


def falls_like_one_over_t(outcome: Outcome) -> float:
    """How far the fall over the last factor 5 in T is from 5."""
    return off(outcome, "fall", max(outcome.sheet.xs), 5)


@demo(
    name="loss.distillation",
    title="Why is the distillation loss multiplied by T²?",
    intro=lambda K: (
        f"Student and teacher have random logits z and v over {K} classes. We take the gradient of "
        "KL(softmax(v/T) ‖ softmax(z/T)) in z by autograd and measure its norm, as a multiple of ‖z − v‖/K."
    ),
    parameters=(
        Ints("T", (1, 2, 5, 10, 20, 50, 100), 1, 1000, scale=Scale.LOG, note="temperatures"),
        Int("K", 20, 2, 1000, scale=Scale.LOG, note="classes"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("temperature T", "T", Scale.LOG),
    y=Axis("gradient / (‖z−v‖/K)", scale=Scale.LOG),
    series=(
        Series("scaled", "times T²", "theory"),
        Series("plain", "plain", "theory/T²", decimals=5),
        Series("fall", "gradient at T/5 over that at T", "theory", plotted=False, decimals=2),
    ),
    columns=(
        Column("times T²", "scaled"),
        Column("theory", "scaled", Fact.THEORY),
        Column("plain", "plain"),
        Column("from T/5", "fall"),
    ),
    xs=lambda T: T,
    unit="temperatures",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="rounding in float64",
    remark=remark,
    distractor=Distractor("the gradient falls like 1/T", falls_like_one_over_t),
    source="Hinton, Vinyals & Dean 2015, Distilling the Knowledge in a Neural Network, §2",
)
def distillation(T: tuple[int, ...], K: int, seed: int) -> Iterator[Point]:
    import torch
    from torch.nn import functional as F

    z, v = (torch.tensor(row, dtype=torch.float64) for row in logits(K, seed))  # (K,)
    z.requires_grad_()
    limit = (z.detach() - v).norm() / K

    def gradient_norm(t: float) -> float:
        loss = F.kl_div((z / t).log_softmax(0), (v / t).softmax(0), reduction="sum")
        return float(torch.autograd.grad(loss, z)[0].norm() / limit)

    for x in T:
        size = gradient_norm(x)
        yield Point("scaled", x, x**2 * size)
        yield Point("plain", x, size)
        yield Point("fall", x, gradient_norm(x / 5) / size)
