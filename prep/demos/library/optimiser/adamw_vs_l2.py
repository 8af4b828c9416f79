"""Is Adam with L2 the same as AdamW? The mean of many weights under noise gradients, with either kind of decay.

AdamW shrinks every weight by 1 − ηλ a step: the mean is w₀(1 − ηλ)ᵗ, exactly, whatever the noise. With L2 the term
λw joins the gradient and is divided by √v like everything else, so weights with large gradients decay less. Mean
field: m and v average λw and s² + (λw)², w ← w − η m̂/(√v̂ + ε); for s ≫ λw it is w₀e^{−ηλt/s}. In plain SGD the two
coincide.

The recursion treats v̂ as its mean. The second-order terms that it leaves out are, relative to the step, at most
Σwᵢvᵢ (numerator and denominator share a gradient) and half the curvature times the spread ηt² of the weights: their
sum is the named bias.

Source: Loshchilov & Hutter 2019, Decoupled Weight Decay Regularization, Algorithm 2, Propositions 1-2.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.sample import sample_mean, student
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, NumberQuestion, Point, Scale, Series, demo

B1, B2, EPS = 0.9, 0.999, 1e-8
"""Adam's defaults."""
W0 = 5.0
"""Where every weight starts."""


@cache
def recursion(s: float, lr: float, wd: float, steps: int) -> tuple[tuple[float, float], ...]:
    """(mean weight, bias of the mean field up to there) after 0 … steps steps of Adam with L2."""
    w, m, v, bias, found = W0, 0.0, 0.0, 0.0, [(W0, 0.0)]
    for t in range(1, steps + 1):
        pull = wd * w
        m, v = B1 * m + (1 - B1) * pull, B2 * v + (1 - B2) * (s**2 + pull**2)
        c1, c2 = 1 - B1**t, 1 - B2**t
        update = lr * (m / c1) / (math.sqrt(v / c2) + EPS)
        shared = (1 - B1) * (1 - B2) * (1 - (B1 * B2) ** t) / ((1 - B1 * B2) * c1 * c2)
        bend = 1.5 * s**2 * wd**2 * abs(pull) / (s**2 + pull**2) ** 2.5
        bias += abs(update) * shared + lr * bend * lr**2 * t
        w -= update
        found.append((w, bias))
    return tuple(found)


def tenths(steps: int) -> tuple[int, ...]:
    """Ten times up to the last."""
    return tuple(steps * k // 10 for k in range(1, 11))


def theory(x: float, s: float, lr: float, wd: float, steps: int) -> dict[str, float]:
    if x > steps:
        return {}
    decayed = W0 * (1 - lr * wd) ** x
    left = math.floor(x)
    (here, _), (there, _) = (recursion(s, lr, wd, steps)[min(t, steps)] for t in (left, left + 1))
    return {"adamw": decayed, "adam-l2": here + (x - left) * (there - here), "sgd-l2": decayed}


def tolerance(point: Point, s: float, lr: float, wd: float, steps: int, weights: int) -> float:
    """Four standard errors, by Student; for Adam with L2 the bias of the mean field too.

    A step rounds w₀ by less than 8·2⁻⁵³.
    """
    bias = recursion(s, lr, wd, steps)[round(point.x)][1] if point.series == "adam-l2" else 0.0
    return student(weights) * point.se + bias + 8 * point.x * 2**-53 * W0


def question(t: float, s: float, lr: float, wd: float) -> NumberQuestion:
    return NumberQuestion(
        f"Weights {W0:g}, ηλ = {lr * wd:g}, gradient noise {s:g}: after t = {t:g} steps of Adam with "
        "L2 the mean weight is about",
        "adam-l2",
        t,
        within=0.1,
        formula="5·e^(−ηλt/s)" if s >= 2 * wd * W0 else "",
    )


def remark(outcome: Outcome) -> str:
    """How far each has decayed at the end."""
    last = outcome.sheet.xs[-1]
    left = {p.series: p.y / W0 for p in outcome.points if p.x == last}
    gap = abs(left["adamw"] - left["adam-l2"])
    which = (
        "Both kinds of decay left about the same"
        if gap < 0.02
        else "L2 decayed these weights less than AdamW"
        if left["adam-l2"] > left["adamw"]
        else "L2 decayed these weights more than AdamW"
    )
    return (
        f"{which}: after {last:g} steps {100 * left['adam-l2']:.0f} % of them are left with L2, "
        f"{100 * left['adamw']:.0f} % with AdamW."
    )


def the_same(outcome: Outcome) -> float:
    """How far the mean under L2 is from AdamW's, in tolerances of the former."""
    last = outcome.sheet.xs[-1]
    point, expected = outcome.measured("adam-l2", last), outcome.expected("adamw", last)
    assert point and expected is not None
    return abs(point.y - expected) / (outcome.tolerance("adam-l2", last) or math.inf)


@demo(
    name="optimiser.adamw-vs-l2",
    title="Is Adam with L2 the same as AdamW?",
    intro=lambda weights, s: (
        f"{weights:,} weights start at {W0:g}; their gradients are noise of standard deviation "
        f"s = {s:g}, so only the decay moves their mean. We follow that mean under AdamW, and under Adam with the "
        "same λ as an L2 term in the loss."
    ),
    parameters=(
        Float("s", 10.0, 0.01, 100.0, scale=Scale.LOG, note="noise of the gradients"),
        Float("lr", 1e-2, 1e-4, 1e-1, label="η", scale=Scale.LOG, note="learning rate"),
        Float("wd", 0.1, 0.0, 1.0, label="λ", note="decay"),
        Int("steps", 500, 50, 2000, scale=Scale.LOG, front=False),
        Int("weights", 2000, 100, 10000, scale=Scale.LOG, front=False),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("step t", "t"),
    y=Axis("mean weight"),
    series=(
        Series("adamw", "AdamW", "w₀(1−ηλ)ᵗ"),
        Series("adam-l2", "Adam with L2", "mean field"),
        Series("sgd-l2", "SGD with L2", "w₀(1−ηλ)ᵗ", plotted=False),
    ),
    columns=(
        Column("AdamW", "adamw"),
        Column("theory", "adamw", Fact.THEORY),
        Column("Adam + L2", "adam-l2"),
        Column("theory", "adam-l2", Fact.THEORY),
        Column("SGD + L2", "sgd-l2", wide=True),
    ),
    xs=tenths,
    unit="times",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors, and what the mean field leaves out",
    remark=remark,
    distractor=Distractor("Adam with L2 decays like AdamW", the_same),
    source="Loshchilov & Hutter 2019, Decoupled Weight Decay Regularization, Algorithm 2",
    quick={"weights": 1000},
)
def adamw_vs_l2(s: float, lr: float, wd: float, steps: int, weights: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    w = {
        name: torch.full((weights,), W0, dtype=torch.float64, requires_grad=True)  # (weights,)
        for name in ("adamw", "adam-l2", "sgd-l2")
    }
    optimisers = (
        torch.optim.AdamW([w["adamw"]], lr=lr, weight_decay=wd),
        torch.optim.Adam([w["adam-l2"]], lr=lr, weight_decay=wd),
        torch.optim.SGD([w["sgd-l2"]], lr=lr, weight_decay=wd),
    )
    for t in range(1, steps + 1):
        noise = s * torch.randn(weights, generator=g, dtype=torch.float64)  # (weights,)
        for one, optimiser in zip(w.values(), optimisers, strict=True):
            one.grad = noise.clone()  # the loss has no other gradient
            optimiser.step()
        if t in tenths(steps):
            for name, one in w.items():
                yield sample_mean(name, t, one.detach())
