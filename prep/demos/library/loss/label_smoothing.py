"""How confident does label smoothing let a model become? The logit gap between the right class and the others.

With targets 1 − ε + ε/K for the right class and ε/K for the others, cross-entropy is least where softmax equals the
target: gap ln[(1 − ε + ε/K)/(ε/K)], finite, and a loss of the target's entropy. With ε = 0 there is no optimum: the gap
grows like ln t for ever. Gradient descent with rate 1 keeps the K − 1 wrong logits equal, so the gap obeys

    gap ← gap − (p₁ − q₁) + (p₂ − q₂),    p₁ = 1/(1 + (K−1)e^{−gap}), p₂ = (1 − p₁)/(K − 1):

theory is that recursion, exact up to float64 rounding, which it damps. The optimum is found by L-BFGS, as near as its
line search can tell losses apart: where they differ by their own rounding δ, the gap is off by √(2δ/(p₁(1 − p₁))).
Both run every time, so there is no choice of a solver.
Random logits of spread 1 have a loss of about ln K + ½ (less for few classes), more than the ln K of a guess.

Source: Szegedy et al. 2016, Rethinking the Inception Architecture, §7; Soudry et al. 2018 (ln t).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.gaussian_softmax import fixed_spread
from prep.demos.library.shared.sample import sample_mean
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, NumberQuestion, Point, Scale, Series, demo

if TYPE_CHECKING:
    from torch import Tensor


ROWS = 2000
"""Of random logits."""


def times(steps: int) -> tuple[int, ...]:
    """1, 3, 10, 30, … and the last step."""
    return (*(t for t in (1, 3, 10, 30, 100, 300, 1000, 3000) if t < steps), steps)


@cache
def gaps(K: int, eps: float, steps: int) -> tuple[float, ...]:
    """The gap after 0 … steps steps of gradient descent with rate 1."""
    gap, found = 0.0, [0.0]
    q1, q2 = 1 - eps + eps / K, eps / K
    for _ in range(steps):
        p1 = 1 / (1 + (K - 1) * math.exp(-gap))
        gap -= (p1 - q1) - ((1 - p1) / (K - 1) - q2)
        found.append(gap)
    return tuple(found)


def theory(t: float, K: int, eps: float, steps: int) -> dict[str, float]:
    if t > steps:
        return {}
    known = {"smoothed": gaps(K, eps, steps)[round(t)], "plain": gaps(K, 0.0, steps)[round(t)], "autograd-error": 0.0}
    if t < steps:
        return known
    row, right, wrong = fixed_spread(K, 1.0), 1 - eps + eps / K, eps / K
    known["random"] = row.entropy + row.trace  # E ln Σ exp z of normal z, by Stein's identity
    if not eps:
        return known
    return known | {
        "optimum": math.log(right / wrong),
        "confidence": right,
        "floor": -right * math.log(right) - (K - 1) * wrong * math.log(wrong),
    }


def tolerance(point: Point, K: int, eps: float) -> float:
    """Rounding for the descent, whose steps rounding may displace by 2⁻⁵⁰ each, and for one softmax or one loss over K
    logits up to 12; what that leaves of the optimum. For random logits four standard errors, and the quadrature's 1e-6.
    """
    one, right = (24 + math.sqrt(K)) * 2**-53, 1 - eps + eps / K
    match point.series:
        case "autograd-error" | "floor":  # the floor rounds, and is as much above the least loss
            return one if point.series == "autograd-error" else 2 * one
        case "random":
            return 4 * point.se + 1e-6
        case "optimum":
            return math.sqrt(2 * one / (right * (1 - right)))
        case "confidence":
            return math.sqrt(2 * one * right * (1 - right))
    return (point.x + 10) * 2**-50


def question(t: float, K: int, eps: float) -> NumberQuestion:
    if not eps:
        return NumberQuestion(
            f"Without smoothing, after t = {t:g} steps, the gap between the logits is about", "plain", t, within=0.25
        )
    return NumberQuestion(
        f"With ε = {eps:g} and {K} classes the best gap between the right logit and the others is about",
        "optimum",
        t,
        within=0.1,
        formula="ln[(1−ε+ε/K)/(ε/K)]",
    )


def remark(outcome: Outcome) -> str:
    """Where the two descents are at the end."""
    y = {p.series: p.y for p in outcome.points if p.x == outcome.sheet.xs[-1]}
    told = f"After {outcome.sheet.xs[-1]:,g} steps the gap is {y['plain']:.2f} without smoothing, and still growing"
    if "optimum" not in y:
        return f"{told}."
    return (
        f"{told}; with smoothing it is {y['smoothed']:.2f} of the best {y['optimum']:.2f}, at confidence "
        f"{y['confidence']:.3f} and a loss of {y['floor']:.3f}, not 0."
    )


def smoothed_grows_too(outcome: Outcome) -> float:
    """How far the smoothed gap stays behind the plain one, in tolerances."""
    last = outcome.sheet.xs[-1]
    smoothed, plain = outcome.measured("smoothed", last), outcome.measured("plain", last)
    assert smoothed and plain
    return (plain.y - smoothed.y) / (outcome.tolerance("smoothed", last) or math.inf)


@demo(
    name="loss.label-smoothing",
    title="How confident does label smoothing let a model become?",
    intro=lambda K, eps, steps: (
        f"{K} free logits learn one label by gradient descent with rate 1, for {steps:,} "
        f"steps, with smoothing ε = {eps:g} and without. We follow the gap between the right logit and the others, "
        "and find the best gap with L-BFGS."
    ),
    parameters=(
        Int("K", 10, 2, 1000, scale=Scale.LOG, note="classes"),
        Float("eps", 0.1, 0.0, 0.5, label="ε", note="smoothing"),
        Int("steps", 10_000, 10, 10_000, scale=Scale.LOG, front=False, note="of gradient descent"),
        Int("seed", 0, 0, 2**31 - 1, front=False, note="draws the right class"),
    ),
    question=question,
    x=Axis("step t", "t", Scale.LOG),
    y=Axis("logit gap"),
    series=(
        Series("plain", "ε = 0", "theory"),
        Series("smoothed", "smoothed", "theory"),
        Series("optimum", "best gap", "theory", plotted=False),
        Series("confidence", "p at the best gap", "theory 1−ε+ε/K", plotted=False, decimals=4),
        Series("floor", "least loss", "entropy of the target", plotted=False, decimals=4),
        Series("random", "loss of random logits", "theory", plotted=False),
        Series("autograd-error", "autograd against p − q", "theory", plotted=False, decimals=1),
    ),
    columns=(
        Column("ε = 0", "plain"),
        Column("smoothed", "smoothed"),
        Column("theory", "smoothed", Fact.THEORY),
        Column("best", "optimum"),
        Column("p", "confidence", wide=True),
        Column("loss", "floor", wide=True),
        Column("random", "random", wide=True),
    ),
    xs=times,
    unit="times",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="rounding, and what it leaves of the optimum",
    remark=remark,
    distractor=Distractor("smoothing only slows the growth of the gap to that of plain labels", smoothed_grows_too),
    source="Szegedy et al. 2016, Rethinking the Inception Architecture, §7; Soudry et al. 2018",
    quick={"steps": 1000},
)
def label_smoothing(K: int, eps: float, steps: int, seed: int) -> Iterator[Point]:
    import torch
    from torch.nn.functional import cross_entropy

    g = torch.Generator().manual_seed(seed)
    right = torch.randint(K, (1,), generator=g)  # (1,)
    q = torch.full((2, K), 0.0, dtype=torch.float64)  # targets, smoothed and plain
    q[0] = eps / K
    q[:, right] += torch.tensor([[1 - eps], [1.0]], dtype=torch.float64)
    z = torch.zeros_like(q)  # (2, K)
    for t in range(1, steps + 1):
        step = z.softmax(1) - q  # the gradient
        if t in times(steps):
            asked = z[:1].clone().requires_grad_()
            (by_torch,) = torch.autograd.grad(cross_entropy(asked, right, label_smoothing=eps), asked)  # (1, K)
        z = z - step
        if t in times(steps):
            gap = z[:, right[0]] - z[:, (right[0] + 1) % K]  # (2,)
            yield Point("smoothed", t, gap[0].item())
            yield Point("plain", t, gap[1].item())
            yield Point("autograd-error", t, (by_torch - step[:1]).abs().max().item())
    if eps:
        best, loss = _optimum(K, eps, right)
        yield Point("optimum", steps, (best[0, right[0]] - best[0, (right[0] + 1) % K]).item())
        yield Point("confidence", steps, best.softmax(1)[0, right[0]].item())
        yield Point("floor", steps, loss)
    Z = torch.randn(ROWS, K, generator=g, dtype=torch.float64)  # (rows, K)
    yield sample_mean("random", steps, cross_entropy(Z, right.expand(ROWS), reduction="none"))


def _optimum(K: int, eps: float, right: Tensor) -> tuple[Tensor, float]:
    """(logits (1, K), loss) where torch's own smoothed cross-entropy is least, by L-BFGS with a line search."""
    import torch

    z = torch.zeros(1, K, dtype=torch.float64, requires_grad=True)
    lbfgs = torch.optim.LBFGS(
        [z], max_iter=500, tolerance_grad=1e-12, tolerance_change=1e-18, line_search_fn="strong_wolfe"
    )

    def loss() -> Tensor:
        lbfgs.zero_grad()
        value = torch.nn.functional.cross_entropy(z, right, label_smoothing=eps)
        value.backward()  # type: ignore[no-untyped-call]
        return value

    for _ in range(3):
        lbfgs.step(loss)  # type: ignore[no-untyped-call]
    return z.detach(), loss().item()
