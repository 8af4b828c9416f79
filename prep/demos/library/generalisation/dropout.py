"""How much noise does dropout add? Mean and variance of a dropped value, and of a neuron behind dropped inputs.

Inverted dropout keeps a value x with probability 1 − p and divides it by 1 − p: the mean stays x, the variance is
x²p/(1−p). A neuron Σwᵢxᵢ behind it gains p/(1−p) Σwᵢ²xᵢ². In evaluation dropout is the identity. p is the probability
to drop, in torch and here.

Tolerance: four standard errors of a variance of n values, by their fourth moment. For values that are 0 or x/(1−p)
that is x²√(p/(1−p)) · |1 − 2p|/(1−p) /√n, which vanishes at p = ½; there the square of the mean's error remains, 4²/n
of the variance at the most, and the 1/n that a variance around the sample's own mean lacks.
Source: Srivastava et al. 2014, Dropout: A Simple Way to Prevent Neural Networks from Overfitting, §4; scaling in
training: §10.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import off
from prep.demos.library.shared.sample import sample_mean
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, NumberQuestion, Point, Scale, Series, demo

if TYPE_CHECKING:
    from torch import Tensor

RATES = (0.1, 0.3, 0.5, 0.7, 0.9)
WIDTH = 256
"""Inputs of the neuron."""
COPIES = 4000
"""Of the neuron's dropped inputs."""


def theory(p: float, x: float) -> dict[str, float]:
    """The neuron's variance is relative to Σwᵢ²xᵢ², which a draw decides."""
    added = p / (1 - p)
    return {"variance": x**2 * added, "torch": x**2 * added, "mean": x, "neuron": added}


def tolerance(point: Point, n: int, x: float) -> float:
    """Four standard errors; a variance also owes the square of its mean's error and 1/n, together 17/n of it."""
    if point.series == "mean":
        return 4 * point.se + 1e-12 * x
    return 4 * point.se + 17 * point.y / (COPIES if point.series == "neuron" else n) + 1e-12  # rounding at p = 0


def question(_: float, p: float, x: float) -> NumberQuestion:
    return NumberQuestion(
        f"x = {x:g} is dropped with p = {p:g} and rescaled. In training its variance is about",
        "variance",
        p,
        within=0.1,
        formula="x²p/(1−p)",
    )


def remark(outcome: Outcome, x: float) -> str:
    """What the highest rate does to the mean and to the spread."""
    p = max(outcome.sheet.xs)
    y = {point.series: point.y for point in outcome.points if point.x == p}
    deviation = math.sqrt(y["variance"])
    return (
        f"At p = {p:g} the mean is still {y['mean']:.3g}, and the standard deviation is {deviation:.3g}, "
        f"{deviation / x:.2g} times the value itself."
    )


def p_is_kept(outcome: Outcome) -> float:
    """How far the variance is from x²(1−p)/p, as if p were the probability to keep, in tolerances."""
    p, x = max(outcome.sheet.xs), outcome.sheet.values["x"]
    assert isinstance(x, float)
    return off(outcome, "variance", p, x**2 * (1 - p) / p)


@demo(
    name="generalisation.dropout",
    title="How much noise does dropout add?",
    intro=lambda n, x: (
        f"The value x = {x:g} goes {n:,} times through inverted dropout with drop probability p. We "
        f"measure mean and variance, by hand and with torch's own dropout, and what a neuron with {WIDTH} dropped "
        "inputs gains."
    ),
    parameters=(
        Float("p", 0.9, 0.0, 0.95, note="probability to drop, the one asked about"),
        Float("x", 2.0, 0.1, 10.0, scale=Scale.LOG, note="the value"),
        Int("n", 400_000, 10_000, 1_000_000, scale=Scale.LOG, front=False, note="copies"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("drop probability p", "p"),
    y=Axis("variance"),
    series=(
        Series("variance", "measured", "theory x²p/(1−p)"),
        Series("torch", "torch's dropout", "theory", plotted=False),
        Series("mean", "mean", "theory x", plotted=False),
        Series("neuron", "a neuron's gain over Σw²x²", "theory p/(1−p)", plotted=False),
    ),
    columns=(
        Column("variance", "variance"),
        Column("±", "variance", Fact.ERROR),
        Column("theory", "variance", Fact.THEORY),
        Column("mean", "mean"),
        Column("torch's", "torch", wide=True),
        Column("neuron", "neuron", wide=True),
    ),
    xs=lambda p: tuple(sorted({*RATES, p})),
    unit="rates",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors, and a share (4² + 1)/n of a variance",
    remark=remark,
    distractor=Distractor("p is the probability to keep", p_is_kept),
    source="Srivastava et al. 2014, Dropout, §4 and §10",
    quick={"n": 100_000},
)
def dropout(p: float, x: float, n: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    w = torch.randn(WIDTH, generator=g, dtype=torch.float64)  # (WIDTH,)
    inputs = torch.randn(WIDTH, generator=g, dtype=torch.float64)  # (WIDTH,)
    for rate in sorted({*RATES, p}):
        y = x * (torch.rand(n, generator=g, dtype=torch.float64) >= rate) / (1 - rate)  # (n,)
        yield _variance("variance", rate, y)
        yield sample_mean("mean", rate, y)
        with torch.random.fork_rng(devices=[]):  # torch's dropout takes no generator
            torch.manual_seed(seed)
            theirs = torch.nn.functional.dropout(torch.full((n,), x, dtype=torch.float64), rate, training=True)
        yield _variance("torch", rate, theirs)
        keep = torch.rand(COPIES, WIDTH, generator=g, dtype=torch.float64) >= rate  # (COPIES, WIDTH)
        neuron = (inputs * keep / (1 - rate)) @ w  # (COPIES,)
        yield _variance("neuron", rate, neuron / (w * inputs).norm())


def _variance(series: str, x: float, values: Tensor) -> Point:
    """The variance of independent values; its error from the spread of the squares around it."""
    squares = (values - values.mean()) ** 2  # (n,)
    return sample_mean(series, x, squares)
