"""How noisy is the gradient of a mini-batch? Its mean squared error over the batch size, with and without replacement.

A batch of B examples drawn with replacement is a mean of B independent gradients, so E|g − G|² = tr Σ/B, with G and Σ
the mean and the covariance of the N examples' own gradients. Drawn without replacement, as when one shuffles and goes
through the data, it has the further factor (N − B)/(N − 1), which is 0 for B = N. The error itself, the root of it,
falls like 1/√B only: a hundred times the batch is ten times as exact.

The examples are a logistic regression's at w = 0, whose gradients are ±x/2. What is measured is relative to the trace
of the very examples' Σ, so that nothing but the choice of batches is random, and the formulas are exact.

Sources: Cochran 1977, Sampling Techniques, §2.5; McCandlish et al. 2018, An Empirical Model of Large-Batch
Training, §2.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, off
from prep.demos.library.shared.sample import sample_mean
from prep.demos.spec import Axis, Column, Distractor, Fact, Int, NumberQuestion, Point, Scale, Series, demo

if TYPE_CHECKING:
    from torch import Tensor

SIZES = (1, 2, 5, 10, 20, 50, 100, 200)
D = 10
"""Weights."""


def sizes(B: int, N: int) -> tuple[float, ...]:
    """Batch sizes up to that of the data, the one asked about last."""
    return asked_last((size for size in SIZES if size <= N), min(B, N))


def theory(B: float, N: int) -> dict[str, float]:
    left = max(0.0, (N - B) / (N - 1))
    return {"replaced": 1 / B, "shuffled": left / B, "error": 1 / math.sqrt(B)}


def tolerance(point: Point) -> float:
    """Four standard errors; the root also bends: at most the square of its relative error, and 1e-12 of rounding."""
    bend = point.se**2 / point.y if point.series == "error" else 0.0
    return 4 * point.se + 16 * bend + 1e-12


def question(B: float, N: int) -> NumberQuestion:
    return NumberQuestion(
        f"One example's gradient is off by 1, root mean square. That of a batch of B = {B:g}, drawn with replacement, "
        "is off by about",
        "error",
        B,
        within=0.1,
        formula=f"1/√{B:g}",
    )


def remark(outcome: Outcome, N: int) -> str:
    """What the largest batch costs and brings, and what shuffling saves there."""
    B = max(outcome.sheet.xs)
    saved = 1 - at(outcome, "shuffled", B) / at(outcome, "replaced", B)
    return (
        f"A batch of {B:g} costs {B:g} times one example and is {1 / at(outcome, 'error', B):.3g} times as exact. "
        f"Without replacement, {100 * B / N:.3g} % of the data, its squared error is {100 * saved:.3g} % lower."
    )


def error_falls_like_one_over_size(outcome: Outcome) -> float:
    """How far the error of the largest batch is from 1/B, in tolerances."""
    B = max(outcome.sheet.xs)
    return off(outcome, "error", B, 1 / B)


@demo(
    name="optimiser.gradient-noise",
    title="How noisy is the gradient of a mini-batch?",
    intro=lambda N, n: (
        f"A logistic regression on {N:,} examples. {n:,} batches of each size are drawn, with replacement and "
        "without, and compared with the gradient on all examples. We measure the mean squared error, in units of that "
        "of a single example, and its root."
    ),
    parameters=(
        Int("B", 100, 1, 1000, scale=Scale.LOG, note="batch size, where the question asks"),
        Int("N", 1000, 2, 2000, scale=Scale.LOG, note="examples in the data; a batch has no more"),
        Int("n", 1000, 100, 4000, scale=Scale.LOG, front=False, note="batches of each size"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("batch size B", "B", Scale.LOG),
    y=Axis("squared error of the gradient", scale=Scale.LOG),
    series=(
        Series("replaced", "with replacement ± 2 s.e.", "theory 1/B", decimals=4),
        Series("shuffled", "without", "theory", decimals=4),
        Series("error", "root, with replacement", "theory 1/√B", plotted=False),
    ),
    columns=(
        Column("with", "replaced"),
        Column("theory", "replaced", Fact.THEORY),
        Column("without", "shuffled"),
        Column("theory", "shuffled", Fact.THEORY),
        Column("root", "error"),
        Column("theory", "error", Fact.THEORY, wide=True),
    ),
    xs=sizes,
    unit="batch sizes",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors over batches",
    remark=remark,
    distractor=Distractor("the error falls like 1/B", error_falls_like_one_over_size),
    source="Cochran 1977, Sampling Techniques, §2.5; McCandlish et al. 2018, §2",
    quick={"n": 500},
)
def gradient_noise(B: int, N: int, n: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    X = torch.randn(N, D, generator=g, dtype=torch.float64)  # (N, D)
    y = torch.randint(2, (N,), generator=g, dtype=torch.float64)  # (N,)
    each = (X @ torch.zeros(D, dtype=torch.float64)).sigmoid().sub(y)[:, None] * X  # gradients at w = 0: (N, D)
    away = each - each.mean(0)
    away /= away.square().sum(1).mean().sqrt()  # the trace of Σ is 1
    for size in map(int, sizes(B, N)):
        replaced = _squared(away, torch.randint(N, (n, size), generator=g))  # (n,)
        shuffled = _squared(away, torch.rand(n, N, generator=g).topk(size).indices)  # (n,)
        found = sample_mean("replaced", size, replaced)
        yield found
        yield sample_mean("shuffled", size, shuffled)
        yield Point("error", size, math.sqrt(found.y), found.se / (2 * math.sqrt(found.y)))


def _squared(away: Tensor, rows: Tensor) -> Tensor:
    """The squared error of the mean over each row of examples: (n,)."""
    return away[rows].mean(1).square().sum(1)
