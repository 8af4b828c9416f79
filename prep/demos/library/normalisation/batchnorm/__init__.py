"""Why does a model behave in train() and not in eval()? Batch statistics against running ones.

In training BatchNorm divides by the *biased* variance of the batch, s²(B−1)/B on average, and outputs at most √(B−1):
±1 for a batch of two, whatever went in. For evaluation it keeps an exponential average, running ← (1−m)·running + m·new
of the batch mean and the *unbiased* variance, from 0 and 1: after t steps it has come 1 − (1−m)^t of the way, and its
momentum m is the weight of the new value.

Dropout before it breaks the agreement of the two: with entries kept with probability 1 − p and divided by it, the
variance s² in evaluation is (s² + µ²)/(1−p) − µ² in training, so evaluated outputs have variance 1 − p when µ = 0.

Sources: Ioffe & Szegedy 2015, Batch Normalization, Algorithm 2; torch.nn.BatchNorm1d; Li et al. 2019, Understanding the
Disharmony between Dropout and Batch Normalization, §3.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.normalisation.batchnorm.batch_moments import Batches, batches
from prep.demos.library.shared.image import histogram
from prep.demos.library.shared.sample import sample_mean
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

CHANNELS = 512
"""Independent channels: every mean over them has a standard error."""
EPS = 1e-12
"""Of the norm; torch refuses 0 in training."""
REACH, BINS = 4.0, 48
"""Of the outputs that are shown."""
FRESH = 1000
"""Examples in evaluation mode per step measured."""


def checked(steps: int) -> tuple[int, ...]:
    """1, 2, 5, 10, … and the last step."""
    return tuple(sorted({t for t in (1, 2, 5, 10, 20, 50, 100, 200) if t < steps} | {steps}))


def theory(t: float, batch: int, momentum: float, mean: float, std: float, dropout: float) -> dict[str, float]:
    """Means of the running statistics and of the biased batch variance, exact; the evaluated variance to first order.

    E[1/v] of the running variance v: a Gamma variable with relative variance w has E[1/v] = 1/(E v · (1 − w)).
    """
    of = batches(batch, mean, std, dropout)
    left = math.pow(1 - momentum, t)
    running = left + (1 - left) * of.variance
    known = {"mean": mean * (1 - left), "variance": running, "batch-variance": of.variance * (batch - 1) / batch}
    wobble = _wobble(t, of, momentum) / running**2
    if wobble < 0.1:  # beyond, 1/v has no steady mean
        known["eval-variance"] = std**2 / running / (1 - wobble)
    return known | ({"largest": 1.0} if batch == 2 else {})


def _wobble(t: float, of: Batches, momentum: float) -> float:
    """Variance of the running variance after t steps: Σ m²(1−m)^{2i} of the batch's."""
    squares = (1 - momentum) ** 2
    weights = momentum**2 * (t if squares == 1 else (1 - math.pow(squares, t)) / (1 - squares))
    return weights * of.wobble * of.variance**2


def tolerance(point: Point, batch: int, momentum: float, mean: float, std: float, dropout: float) -> float:
    """Four standard errors over channels; 3w², the next order, for the evaluated variance.

    ε takes a share ε/2d² of the ±1 of two that lie d from their mean; the largest d of 512 channels is above s/2. What
    float64 rounds: a batch's sums, and three operations a step.
    """
    of = batches(batch, mean, std, dropout)
    rounding = (3 * point.x + 2 * batch) * 2**-53 * (1 + abs(mean) + mean**2 + of.variance)
    if point.series == "largest":
        return 2 * EPS / std**2 + rounding
    if point.series != "eval-variance":
        return 4 * point.se + rounding
    left = math.pow(1 - momentum, point.x)
    w = _wobble(point.x, of, momentum) / (left + (1 - left) * of.variance) ** 2
    return 4 * point.se + 3 * w**2 * point.y + rounding


def question(t: float, batch: int, std: float, mean: float, dropout: float) -> NumberQuestion:
    variance = batches(batch, mean, std, dropout).variance
    return NumberQuestion(
        f"Entries have variance {variance:.3g}. With batches of {batch}, the variance that BatchNorm "
        "divides by in train() (as its root) is on average about",
        "batch-variance",
        t,
        within=0.05,
        formula=f"{variance:.3g}·{batch - 1}/{batch}",
    )


def remark(outcome: Outcome, mean: float, batch: int) -> str:
    """How far the running mean has come, and what evaluation makes of it."""
    last = outcome.sheet.xs[-1]
    running, evaluated, largest = (outcome.measured(s, last) for s in ("mean", "eval-variance", "largest"))
    assert running and evaluated and largest
    way = f"After {last:g} steps the running mean has come {100 * running.y / mean:.0f} % of the way. " if mean else ""
    return (
        f"{way}In eval() the outputs have variance {evaluated.y:.2f}; in train() the largest was {largest.y:.2f}, "
        f"and none can exceed √{batch - 1}."
    )


def keeps_a_tenth(outcome: Outcome) -> float:
    """How far the running mean is from 1 − m^t of the way, in tolerances: momentum is the weight of the new value."""
    momentum, mean = (outcome.sheet.values[name] for name in ("momentum", "mean"))
    assert isinstance(momentum, int | float) and isinstance(mean, int | float)
    return max(
        abs(p.y - mean * (1 - math.pow(momentum, p.x))) / (outcome.tolerance("mean", p.x) or math.inf)
        for p in outcome.points
        if p.series == "mean"
    )


@demo(
    name="normalisation.batchnorm",
    title="What does BatchNorm know in train, and in eval?",
    intro=lambda batch, momentum, steps, mean, std, dropout: (
        f"{steps} batches of {batch} with {CHANNELS} channels N({mean:g}, {std:g}²)"
        + (f", after dropout of {dropout:g}" if dropout else "")
        + f", pass torch's BatchNorm with momentum {momentum:g}. We measure what it divides by in train(), what it has "
        "stored for eval(), and the variance of its outputs then."
    ),
    parameters=(
        Int("batch", 8, 2, 128, label="B", scale=Scale.TWOS, note="examples in a batch"),
        Float("momentum", 0.1, 0.01, 1.0, label="m", scale=Scale.LOG, note="weight of the new value"),
        Int("steps", 50, 1, 400, scale=Scale.LOG),
        Float("mean", 5.0, -10.0, 10.0, label="µ", note="of the inputs"),
        Float("std", 2.0, 0.1, 10.0, label="s", scale=Scale.LOG, note="of the inputs"),
        Float("dropout", 0.0, 0.0, 0.9, label="p", front=False, note="before the norm, in training"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("step", "t", Scale.LOG),
    y=Axis("running statistic"),
    series=(
        Series("mean", "running mean", "theory µ(1−(1−m)ᵗ)", decimals=2),
        Series("variance", "running variance", "theory", decimals=2),
        Series("batch-variance", "biased batch variance", "theory s²(B−1)/B", plotted=False, decimals=3),
        Series("eval-variance", "output variance in eval()", "theory", plotted=False, decimals=3),
        Series("largest", "largest output in train()", "theory √(B−1)", plotted=False, decimals=3),
    ),
    columns=(
        Column("mean", "mean"),
        Column("theory", "mean", Fact.THEORY),
        Column("variance", "variance"),
        Column("theory", "variance", Fact.THEORY),
        Column("batch var", "batch-variance", wide=True),
        Column("theory", "batch-variance", Fact.THEORY, wide=True),
        Column("eval var", "eval-variance", wide=True),
        Column("theory", "eval-variance", Fact.THEORY, wide=True),
        Column("largest", "largest", wide=True),
    ),
    xs=checked,
    unit="steps",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors over channels; for the output in eval() the next order of its bias too",
    remark=remark,
    distractor=Distractor("momentum 0.1 keeps a tenth of the old value", keeps_a_tenth),
    source="Ioffe & Szegedy 2015, Batch Normalization, Algorithm 2; torch.nn.BatchNorm1d; Li et al. 2019, §3",
    pictures=lambda batch: (
        Picture(
            "outputs",
            f"outputs in train() of one batch of {batch}, all channels",
            Form.HISTOGRAM,
            low=-REACH,
            high=REACH,
            across="output",
        ),
    ),
)
def batchnorm(
    batch: int, momentum: float, steps: int, mean: float, std: float, dropout: float, seed: int
) -> Iterator[Point | Image]:
    import torch

    g = torch.Generator().manual_seed(seed)
    norm = torch.nn.BatchNorm1d(CHANNELS, momentum=momentum, eps=EPS, affine=False, dtype=torch.float64)
    variances, largest = torch.zeros(CHANNELS, dtype=torch.float64), 0.0
    for t in range(1, steps + 1):
        x = mean + std * torch.randn(batch, CHANNELS, generator=g, dtype=torch.float64)  # (batch, channels)
        x = x * (torch.rand(batch, CHANNELS, generator=g) >= dropout) / (1 - dropout)  # (batch, channels)
        norm.train()
        y = norm(x)  # (batch, channels)
        largest = max(largest, y.abs().max().item())
        variances += x.var(0, unbiased=False)  # (channels,)
        if t in checked(steps):
            assert norm.running_mean is not None and norm.running_var is not None
            yield sample_mean("mean", t, norm.running_mean)
            yield sample_mean("variance", t, norm.running_var)
            yield sample_mean("batch-variance", t, variances / t)
            norm.eval()
            fresh = mean + std * torch.randn(FRESH, CHANNELS, generator=g, dtype=torch.float64)  # (fresh, channels)
            yield sample_mean("eval-variance", t, norm(fresh).var(0))
            yield Point("largest", t, largest)
            yield histogram("outputs", t, y.float(), BINS, -REACH, REACH)
