"""How large may the learning rate be? Heavy-ball gradient descent in a valley with curvatures λ/κ and λ.

Each direction is the recursion xₜ₊₁ = (1 + β − ηλ)xₜ − βxₜ₋₁ with the roots of z² − (1 + β − ηλ)z + β. The steep one
leaves the unit circle at z = −1: η < 2(1+β)/λ. At the best η for a given β, 2(1+β)/(λ + λ/κ), both directions shrink
alike, by the larger root while b² > 4β, b = (1+β)(κ−1)/(κ+1), by √β beyond: (κ−1)/(κ+1) a step without momentum,
(√κ−1)/(√κ+1) at the best β.

A rate counts as stable when the valley's walls haven't been climbed to √2 times the start after T steps. Near the limit
xₜ = ±a|z|ᵗ with a = (1+β)/(1−β) and ln |z| ≈ (1+β)(η/η* − 1)·2/(1−β), so the limit is misread by a share
|ln(2/a)|(1−β)/(2(1+β)T) at most. A measured shrinkage errs by the other root's remains, or by ln T/T at a double root.

Source: Polyak 1964, Some methods of speeding up the convergence of iteration methods.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.outcome import Outcome
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, NumberQuestion, Point, Scale, Series, demo

if TYPE_CHECKING:
    from torch import Tensor

BETAS = (0.0, 0.25, 0.5, 0.75)
STEPS = 1000
"""Before a rate is judged, and over which a shrinkage is averaged."""


def roots(beta: float, kappa: float) -> tuple[float, float]:
    """Sizes of the larger and smaller root of the flat direction at the best rate."""
    b = (1 + beta) * (kappa - 1) / (kappa + 1)
    if b * b <= 4 * beta:
        return math.sqrt(beta), math.sqrt(beta)
    large = (b + math.sqrt(b * b - 4 * beta)) / 2
    return large, beta / large


def theory(beta: float, lambda_max: float, kappa: float) -> dict[str, float]:
    return {"limit": 2 * (1 + beta) / lambda_max, "shrinkage": roots(beta, kappa)[0], "difference": 0.0}


def tolerance(point: Point, kappa: float) -> float:
    """The shares derived above; the limit is searched to 1e-5. Torch's optimiser may differ by rounding: each of 50
    steps rounds numbers up to a by some 8·2⁻⁵³, and the recursion enlarges that by a once more.
    """
    beta = point.x
    if point.series == "difference":
        return 50 * 2**-50 * ((1 + beta) / (1 - beta)) ** 2
    if point.series == "limit":
        climb = abs(math.log(2 * (1 - beta) / (1 + beta)))
        return point.y * (climb * (1 - beta) / (2 * (1 + beta) * STEPS) + 1e-5) * 1.01
    large, small = roots(beta, kappa)
    ratio = small / large if large else 0.0
    remains = ratio**STEPS / (1 - ratio) if ratio < 1 else math.inf
    return large * min(remains, math.log(2 * STEPS)) / STEPS + 1e-9


def question(x: float, beta: float, lambda_max: float) -> NumberQuestion:
    return NumberQuestion(f"With steepest curvature λ = {lambda_max:g} and momentum β = {beta:g} the largest stable "
                          "learning rate is about", "limit", beta, within=0.1, formula="2(1+β)/λ")


def remark(outcome: Outcome) -> str:
    """What momentum does to the limit and to the number of steps."""
    first, last = outcome.sheet.xs[0], outcome.sheet.xs[-1]
    y = {(p.series, p.x): p.y for p in outcome.points}
    told = f"From β = {first:g} to {last:g} the limit grows {y['limit', last] / y['limit', first]:.2f}-fold"
    slow, fast = (y["shrinkage", beta] for beta in (first, last))
    if not 0 < fast < slow < 1:
        return f"{told}."
    return (f"{told}; at the best rate, ten times nearer takes {math.log(0.1) / math.log(slow):,.0f} steps before and "
            f"{math.log(0.1) / math.log(fast):,.0f} after.")


def momentum_lowers_the_limit(outcome: Outcome) -> float:
    """How far the limit is from 2(1−β)/λ, which a step of effectively η/(1−β) suggests, in tolerances."""
    beta, curvature = outcome.sheet.xs[-1], outcome.sheet.values["lambda_max"]
    point = outcome.measured("limit", beta)
    assert point and isinstance(curvature, float)
    return abs(point.y - 2 * (1 - beta) / curvature) / (outcome.tolerance("limit", beta) or math.inf)


@demo(
    name="optimiser.stability",
    title="How large may the learning rate be?",
    intro=lambda lambda_max, kappa: f"Gradient descent with momentum β runs in a valley whose steepest curvature is "
          f"λ = {lambda_max:g} and whose flattest is λ/{kappa:g}. We search the largest learning rate that doesn't "
          "climb its walls, and measure how fast the best rate converges.",
    parameters=(
        Float("lambda_max", 10.0, 1.0, 100.0, label="λ", scale=Scale.LOG, note="steepest curvature"),
        Float("kappa", 1000.0, 1.0, 1e4, label="κ", scale=Scale.LOG, note="steepest over flattest curvature"),
        Float("beta", 0.9, 0.0, 0.99, label="β", note="momentum"),
        Int("seed", 0, 0, 2**31 - 1, front=False, note="draws the start"),
    ),
    question=question,
    x=Axis("momentum β", "beta"),
    y=Axis("largest stable η"),
    series=(
        Series("limit", "measured limit", "theory 2(1+β)/λ", decimals=4),
        Series("shrinkage", "factor a step at the best rate", "theory", plotted=False, decimals=5),
        Series("difference", "torch's SGD against these lines", "theory", plotted=False, decimals=1),
    ),
    columns=(
        Column("limit", "limit"),
        Column("theory", "limit", Fact.THEORY),
        Column("per step", "shrinkage"),
        Column("theory", "shrinkage", Fact.THEORY),
        Column("torch − this", "difference", wide=True),
    ),
    xs=lambda beta: tuple(sorted({*BETAS, beta})),
    unit="momenta",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="what a search over 1000 steps misreads, derived in the lesson",
    remark=remark,
    distractor=Distractor("momentum lowers the limit to 2(1−β)/λ", momentum_lowers_the_limit),
    source="Polyak 1964, Some methods of speeding up the convergence of iteration methods",
)
def stability(lambda_max: float, kappa: float, beta: float, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    signs = torch.randint(0, 2, (2,), generator=g) * 2.0 - 1
    start = signs.double()                                                              # (2,)
    H = torch.tensor([lambda_max / kappa, lambda_max], dtype=torch.float64)             # (2,)
    for x in sorted({*BETAS, beta}):
        yield Point("limit", x, _limit(H, x, start))
        yield Point("shrinkage", x, _shrinkage(H, x, start))
        yield Point("difference", x, _difference(H, x, start))


def _run(H: Tensor, eta: Tensor, beta: float, x: Tensor, v: Tensor, steps: int) -> tuple[Tensor, Tensor]:
    """Heavy ball from x with velocity v, one row for each rate η: (rates, 2) each."""
    for _ in range(steps):
        v = beta * v + H * x                               # the gradient of ½ xᵀHx is Hx
        x = x - eta * v
    return x, v


def _limit(H: Tensor, beta: float, start: Tensor) -> float:
    """The largest stable rate, in four rounds of 32 rates at a time, from (0, 8/λ)."""
    import torch

    low, high = 0.0, 8 / H[1].item()
    for _ in range(4):
        rates = torch.linspace(low, high, 34, dtype=torch.float64)[:, None]             # (rates, 1)
        x, _ = _run(H, rates, beta, start.expand(34, 2), torch.zeros(34, 2, dtype=torch.float64), STEPS)
        steep = x[:, 1].abs() <= 2                                                      # nan counts as climbing
        last = max(int(steep.nonzero().max()), 0)
        low, high = rates[last].item(), rates[min(last + 1, 33)].item()
    return (low + high) / 2


def _shrinkage(H: Tensor, beta: float, start: Tensor) -> float:
    """Mean factor a step at the best rate over the second STEPS steps; the state is rescaled so as not to vanish."""
    import torch

    eta = 2 * (1 + beta) / H.sum()
    x, v, log = start[None], torch.zeros(1, 2, dtype=torch.float64), 0.0                # (1, 2)
    for step in range(2 * STEPS):
        x, v = _run(H, eta, beta, x, v, 1)
        size = math.hypot(x.norm().item(), v.norm().item() * eta.item())
        if size < 1e-15:                                   # κ = 1: there in one step
            return 0.0
        x, v, log = x / size, v / size, log + (math.log(size) if step >= STEPS else 0.0)
    return math.exp(log / STEPS)


def _difference(H: Tensor, beta: float, start: Tensor) -> float:
    """Largest difference from torch.optim.SGD after 50 steps at the best rate."""
    import torch

    eta = 2 * (1 + beta) / H.sum()
    x = start.clone().requires_grad_()                                                  # (2,)
    sgd = torch.optim.SGD([x], lr=eta.item(), momentum=beta)
    for _ in range(50):
        sgd.zero_grad()
        (H * x * x).sum().div(2).backward()                # type: ignore[no-untyped-call]
        sgd.step()
    mine, _ = _run(H, eta, beta, start[None], torch.zeros(1, 2, dtype=torch.float64), 50)
    return float((x.detach() - mine[0]).abs().max())
