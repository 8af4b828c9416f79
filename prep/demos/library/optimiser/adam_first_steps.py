"""How big are Adam's first steps? The size of its updates, in learning rates, from the first step on.

The first update is α g/(|g| + ε): ±α, whatever the gradient's size, as long as |g| ≫ ε. Then the two averages drift
apart. For gradients that are noise, gᵢ ~ N(0, s²), with weights wᵢ of the first average and vᵢ of the second,

    E u² = s² Σ wᵢ² ∫ h(ε√t) (1 + 2tvᵢs²)⁻¹ Πⱼ (1 + 2tvⱼs²)^(−1/2) dt,    h(b) = (1 + 2b²) e^{b²} erfc(b) − 2b/√π,

because 1/(√Q + ε)² = ∫ h(ε√t) e^{−tQ} dt: exact, ε included. Late in the run it is (1−β₁)/(1+β₁), so the first steps
are some four times as large as the steady ones, and all sign. Without bias correction the first update is
α (1−β₁)/√(1−β₂), larger still.

Source: Kingma & Ba 2015, Adam, §2-3. Updates are measured in weights of up to α t: rounding is below 4t·2⁻⁵².
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import brief
from prep.demos.library.shared.sample import sample_mean, sample_root, student
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

EPS = 1e-8
"""torch's default."""


def times(steps: int) -> tuple[int, ...]:
    """1, 2, 5, 10, … and the last step."""
    ladder = (digit * 10**power for power in range(4) for digit in (1, 2, 5))
    return (*(t for t in ladder if t < steps), steps)


@cache
def weights(t: int, beta: float, correct: bool) -> tuple[float, ...]:
    """Of the gradients 1 … t in the average after t steps, the newest first."""
    total = 1 - beta**t if correct else 1.0
    return tuple((1 - beta) * beta**age / total for age in range(t))


def kernel(b: float) -> float:
    """h(b) to 1e-8 of itself: below 20 cancellation leaves so much, beyond it the next term of the series."""
    if b > 20:
        return (1 - 3 / b**2 + 11.25 / b**4 - 52.5 / b**6) / (math.sqrt(math.pi) * b**3)
    return (1 + 2 * b * b) * math.exp(b * b) * math.erfc(b) - 2 * b / math.sqrt(math.pi)


@cache
def rms(t: int, s: float, beta1: float, beta2: float, correct: bool) -> float:
    """√(E u²) for noise: the trapezoid rule in ln t, whose error falls like e^{−2π²/step}: 4e-12 here."""
    w = [x * x for x in weights(t, beta1, correct)]
    v = weights(t, beta2, correct)
    total = 0.0
    for k in range(-40, 64):
        y = 0.75 * k
        scale = math.exp(y)  # of ts², so that s has no part in the range
        spread = [1 + 2 * scale * x for x in v]
        log_product = sum(map(math.log, spread)) / 2
        if log_product < 300:
            total += (
                scale
                * kernel(EPS / s * math.exp(y / 2))
                * math.exp(-log_product)
                * sum(a / b for a, b in zip(w, spread, strict=True))
            )
    return math.sqrt(0.75 * total)


def first_size(s: float) -> float:
    """E |g|/(|g| + ε) for a standard normal g/s, by the trapezoid rule in ln |g|."""
    ys = [k / 20 for k in range(-800, 60)]
    return (
        sum(math.exp(y - math.exp(2 * y) / 2) / (1 + EPS / s * math.exp(-y)) for y in ys) / 20 * math.sqrt(2 / math.pi)
    )


def theory(x: float, s: float, beta1: float, beta2: float, gradient: str, correction: str) -> dict[str, float]:
    t, correct = max(1, round(x)), correction == "yes"
    found = {"difference": 0.0} if correct else {}
    if gradient == "constant":
        size = (1 if correct else 1 - beta1**t) * s / ((1 if correct else math.sqrt(1 - beta2**t)) * s + EPS)
        return {"rms": size, "size": size} | found
    found["rms"] = rms(t, s, beta1, beta2, correct)
    return found | ({"size": first_size(s)} if correct and x == 1 else {})


def tolerance(point: Point, s: float, gradient: str, n: int) -> float:
    """Four standard errors, by Student; what rounds an update read from weights of up to α t; h to 1e-8 of itself.

    In step 1 one gradient of n may be next to nothing and take 1/n with it: tails of 1/|g| are heavy. Less than
    n|g|/s = 1/16,000 is as rare as four standard errors, so it is ε/s times that at most.
    """
    lost = min(1 / n, 16_000 * EPS / s) if point.x == 1 and gradient == "noise" else 0.0
    return student(n) * point.se + lost + (4 * point.x + 10) * 2**-52 * max(1, point.y) + 1e-8 * point.y


def question(t: float, gradient: str, correction: str) -> NumberQuestion:
    kind = "of pure noise" if gradient == "noise" else "that never change"
    late = "√((1−β₁)/(1+β₁))" if gradient == "noise" and t > 100 and correction == "yes" else ""
    return NumberQuestion(
        f"In step t = {t:g}, with gradients {kind}, the rms update in units of α is about",
        "rms",
        t,
        within=0.25,
        formula=late,
    )


def remark(outcome: Outcome) -> str:
    """First update against the last, with the gradient's own size beside it."""
    sizes = [p for p in outcome.points if p.series == "rms"]
    first, last, s = sizes[0], sizes[-1], outcome.sheet.values["s"]
    assert isinstance(s, float)
    told = f"Gradients of size {brief(s, 6)} give a first update of {first.y:.3g} α"
    if first.x == last.x:
        return f"{told}."
    fall = first.y / last.y
    change = (
        f"{fall:.2g} times the update of step {last.x:g}"
        if fall > 1.05
        else (f"a share {fall:.2g} of the update of step {last.x:g}" if fall < 0.95 else f"as in step {last.x:g}")
    )
    return f"{told}, {change}."


def first_is_proportional(outcome: Outcome) -> float:
    """How far the first update is from the gradient itself, as plain gradient descent would have it."""
    first, s = outcome.measured("size", 1), outcome.sheet.values["s"]
    assert first and isinstance(s, float)
    return abs(first.y - s * math.sqrt(2 / math.pi)) / (outcome.tolerance("size", 1) or math.inf)


@demo(
    name="optimiser.adam-first-steps",
    title="How big are Adam's first steps?",
    intro=lambda n, s, gradient: (
        f"Adam runs on {n:,} weights whose gradients are "
        + (f"independent noise of standard deviation s = {s:g}" if gradient == "noise" else f"all {s:g}, in every step")
        + ". We measure the root mean square of the updates, in units of the learning rate α, step by step."
    ),
    parameters=(
        Float("s", 1e-6, 1e-10, 1e4, scale=Scale.LOG, note="size of the gradients"),
        Choice("gradient", "noise", ("noise", "constant")),
        Choice("correction", "yes", ("yes", "no"), note="of the bias of both averages"),
        Float("beta1", 0.9, 0.0, 0.99, label="β₁", scale=Scale.ONES, front=False),
        Float("beta2", 0.999, 0.9, 0.9999, label="β₂", scale=Scale.ONES, front=False),
        Float("lr", 1e-3, 1e-5, 1.0, label="α", scale=Scale.LOG, front=False, note="learning rate"),
        Int("steps", 600, 1, 600, scale=Scale.LOG, front=False),
        Int("n", 4000, 100, 20000, scale=Scale.LOG, front=False, note="weights"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("step t", "t", Scale.LOG),
    y=Axis("rms update / α", scale=Scale.LOG),
    series=(
        Series("rms", "measured rms update", "theory"),
        Series("size", "mean |update|", plotted=False),
        Series("difference", "torch's Adam against these lines", "theory", plotted=False, decimals=1),
    ),
    columns=(
        Column("rms", "rms"),
        Column("±", "rms", Fact.ERROR),
        Column("theory", "rms", Fact.THEORY),
        Column("mean |u|", "size"),
        Column("torch − this", "difference", wide=True),
    ),
    xs=times,
    unit="steps",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors, and rounding",
    remark=remark,
    distractor=Distractor("the first step is proportional to the gradient", first_is_proportional),
    source="Kingma & Ba 2015, Adam: A Method for Stochastic Optimization, §2-3",
    quick={"steps": 50},
)
def adam_first_steps(
    s: float, gradient: str, correction: str, beta1: float, beta2: float, lr: float, steps: int, n: int, seed: int
) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    theta = torch.zeros(n, dtype=torch.float64, requires_grad=True)  # (n,)
    adam = torch.optim.Adam([theta], lr=lr, betas=(beta1, beta2), eps=EPS)
    m, v = torch.zeros(n, dtype=torch.float64), torch.zeros(n, dtype=torch.float64)  # (n,)
    for t in range(1, steps + 1):
        noise = torch.randn(n, generator=g, dtype=torch.float64)
        grad = s * (noise if gradient == "noise" else torch.ones_like(noise))  # (n,)
        m, v = beta1 * m + (1 - beta1) * grad, beta2 * v + (1 - beta2) * grad**2
        fix1, fix2 = (1 - beta1**t, 1 - beta2**t) if correction == "yes" else (1.0, 1.0)
        u = m / fix1 / ((v / fix2).sqrt() + EPS)  # (n,)
        before, theta.grad = theta.detach().clone(), grad
        adam.step()
        if t in times(steps):
            yield sample_root("rms", t, u**2)
            yield sample_mean("size", t, u.abs())
            if correction == "yes":  # torch knows no Adam without it
                yield Point("difference", t, ((before - theta.detach()) / lr - u).abs().max().item())
