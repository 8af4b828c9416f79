"""What calibration error does a perfect model show? The floor of binned ECE against N, and what temperature mends.

A perfect model's confidence c is right with probability c. In a bin with n cases the mean of hits minus confidences is
still about √(v/n) from zero, v the mean of c(1 − c) there; ECE adds the absolute gaps, so with c uniform and B bins its
mean is √(2/π) Σ_b √(v_b/(N B)), and falls with √N only.

Over-confidence by a factor: logits s·z, labels drawn from softmax(z). The scalar T that minimises the loss of s·z/T on
held-out cases is s, up to its error 1/√(N·information), and never changes which class is largest.

Sources: Guo et al. 2017, On Calibration of Modern Neural Networks, §4.2; Kumar et al. 2019; Roelofs et al. 2022.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import at, off
from prep.demos.library.shared.sample import sample_mean, student
from prep.demos.spec import (
    Axis,
    Column,
    Distractor,
    Fact,
    Float,
    Int,
    Ints,
    NumberQuestion,
    Point,
    Scale,
    Series,
    demo,
)

if TYPE_CHECKING:
    from torch import Generator, Tensor

CLASSES, SPREAD = 10, 2.0
"""Classes, and the spread of the true logits z."""
NEWTON = 12
"""Steps for 1/T; the loss is convex in it, six suffice."""


def bins_of(bins: int) -> list[float]:
    """v_b, the mean of c(1 − c) over each bin of equal width w: m(1 − m) − w²/12 at its middle m."""
    middles = [(b + 0.5) / bins for b in range(bins)]
    return [m * (1 - m) - 1 / (12 * bins**2) for m in middles]


def theory(N: float, s: float, bins: int) -> dict[str, float]:
    floor = math.sqrt(2 / math.pi) * sum(math.sqrt(v / (N * bins)) for v in bins_of(bins))
    return {"floor": floor, "T": s, "changed": 0.0}


def tolerance(point: Point, bins: int, reps: int) -> float:
    """Floor: as four standard errors, from so few test sets, and the next order in 1/n, n = N/B cases a bin.

    Hits aren't normal: a bin's gap is larger by (skewness² − excess kurtosis)/24 = 1/(12n) (Edgeworth; (1 − 4v)/v less
    (1 − 6v)/v is 2 for any c), and smaller by up to 1/(8n) as n varies: together less than 1/(8n) either way.
    T: what is normal is 1/T, four errors of which are at most 4(1 + 4 se/T) se of T.
    """
    match point.series:
        case "floor":
            return student(reps) * point.se + point.y * bins / (8 * point.x)
        case "T":
            return 4 * point.se * (1 + 4 * point.se / point.y)
        case _:
            return 0.0


def question(N: float, bins: int) -> NumberQuestion:
    return NumberQuestion(
        f"A perfectly calibrated model, N = {N:g} cases, {bins} bins: its ECE, a share, is about",
        "floor",
        N,
        within=0.25,
    )


def remark(outcome: Outcome, s: float) -> str:
    """What a small test set alone shows, and what the temperature did."""
    few, many = min(outcome.sheet.xs), max(outcome.sheet.xs)
    more = f" and {at(outcome, 'floor', many):.4f} with {many:,g}" if few < many else ""
    return (
        f"A perfect model shows ECE {at(outcome, 'floor', few):.3f} with {few:,g} cases{more}. Logits ×{s:g} have "
        f"ECE {at(outcome, 'before', many):.3f}; the fitted T = {at(outcome, 'T', many):.3f} leaves "
        f"{at(outcome, 'after', many):.4f} and changes {at(outcome, 'changed', many):.0f} predictions."
    )


def perfect_shows_none(outcome: Outcome) -> float:
    return max(off(outcome, "floor", N, 0) for N in outcome.sheet.xs)


@demo(
    name="evaluation.calibration",
    title="What calibration error does a perfect model show?",
    intro=lambda s, bins, reps: (
        f"ECE with {bins} bins of a perfect model (the mean of {reps} test sets of N cases), "
        f"and of a {CLASSES}-class model whose logits are {s:g} times too large, before and after one temperature T "
        "is fitted on its N cases."
    ),
    parameters=(
        Ints("N", (40_000, 10_000, 2000, 500, 200), 200, 40_000, scale=Scale.LOG, note="cases"),
        Float("s", 4.0, 0.25, 5.0, note="factor on the logits"),
        Int("bins", 15, 5, 30, note="of equal width"),
        Int("reps", 30, 10, 100, scale=Scale.LOG, front=False, note="test sets of the perfect model"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("N", "N", Scale.LOG),
    y=Axis("ECE", scale=Scale.LOG),
    series=(
        Series("floor", "perfect model", "theory ∝ 1/√N", decimals=4),
        Series("before", "logits × s", decimals=4),
        Series("after", "after temperature", decimals=4),
        Series("T", "fitted T", "theory s", plotted=False),
        Series("changed", "changed predictions", "theory", plotted=False, decimals=0),
        Series("accuracy", "accuracy", plotted=False),
    ),
    columns=(
        Column("perfect", "floor"),
        Column("theory", "floor", Fact.THEORY),
        Column("before", "before", decimals=3, wide=True),
        Column("after", "after"),
        Column("T", "T"),
        Column("± T", "T", Fact.ERROR, wide=True),
        Column("accuracy", "accuracy", wide=True),
    ),
    xs=lambda N: N,
    unit="sizes",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors, by Student for few test sets, and 1/(8n) for n cases a bin",
    remark=remark,
    distractor=Distractor("a perfectly calibrated model has ECE 0", perfect_shows_none),
    source="Guo et al. 2017, On Calibration of Modern Neural Networks, §4.2; Kumar et al. 2019; Roelofs et al. 2022",
)
def calibration(N: tuple[int, ...], s: float, bins: int, reps: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    for size in N:
        yield sample_mean(
            "floor", size, torch.tensor([_perfect(size, bins, g) for _ in range(reps)], dtype=torch.float64)
        )
        z = SPREAD * torch.randn(size, CLASSES, generator=g, dtype=torch.float64)  # (N, classes)
        y = torch.multinomial(z.softmax(1), 1, generator=g)[:, 0]  # (N,)
        T, error = _fitted(s * z, y)
        c, said = (s * z).softmax(1).max(1)  # (N,) each
        mended, then = (s * z / T).softmax(1).max(1)
        yield Point("before", size, ece(c, said == y, bins))
        yield Point("after", size, ece(mended, then == y, bins))
        yield Point("T", size, T, error)
        yield Point("changed", size, (said != then).sum().item())
        yield Point("accuracy", size, (said == y).double().mean().item())


def ece(c: Tensor, hit: Tensor, bins: int) -> float:
    """Σ_b n_b/N |accuracy − confidence| over bins of equal width; both (N,)."""
    gaps = c.new_zeros(bins)
    gaps.index_add_(0, (c * bins).long().clamp(max=bins - 1), hit.to(c.dtype) - c)  # (bins,)
    return gaps.abs().sum().item() / len(c)


def _perfect(N: int, bins: int, g: Generator) -> float:
    """ECE of one test set whose confidences, uniform, are right as often as they say."""
    import torch

    c, u = torch.rand(2, N, generator=g, dtype=torch.float64)  # (N,) each
    return ece(c, u < c, bins)


def _fitted(logits: Tensor, y: Tensor) -> tuple[float, float]:
    """T by Newton steps for 1/T on the mean loss, with autograd's derivatives; and its standard error."""
    import torch

    inverse = torch.ones((), dtype=torch.float64, requires_grad=True)
    for _ in range(NEWTON):
        loss = torch.nn.functional.cross_entropy(logits * inverse, y)
        (slope,) = torch.autograd.grad(loss, inverse, create_graph=True)
        (curvature,) = torch.autograd.grad(slope, inverse)
        step = (slope / curvature).detach()
        inverse = (inverse - step).clamp(min=inverse / 2).detach().requires_grad_()  # convex, yet no step below zero
        if step.abs() < 1e-12:
            break
    T = 1 / inverse.item()
    return T, T**2 / math.sqrt(len(y) * curvature.item())
