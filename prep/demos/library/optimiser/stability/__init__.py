"""How large may the learning rate be? Heavy-ball gradient descent in a valley with curvatures λ/κ and λ.

Each direction is the recursion xₜ₊₁ = (1 + β − ηλ)xₜ − βxₜ₋₁ with the roots of z² − (1 + β − ηλ)z + β. The steep one
leaves the unit circle at z = −1: η < 2(1+β)/λ. At the best η for a given β, 2(1+β)/(λ + λ/κ), both directions shrink
alike, by the larger root while b² > 4β, b = (1+β)(κ−1)/(κ+1), by √β beyond: (κ−1)/(κ+1) a step without momentum,
(√κ−1)/(√κ+1) at the best β.

A rate counts as stable when the steep wall isn't climbed to more than twice the start after T steps. With the roots z
and w, xₜ is at most A|z|ᵗ + B|w|ᵗ: the limit is misread by no more than where that bound comes to 2. A measured
shrinkage errs by the other root's remains, or by ln T/T at a double root.

A network isn't a fixed valley. Full-batch gradient descent at rate η goes where it gets steeper until its sharpness,
the largest eigenvalue of the Hessian, is about 2/η, and hovers there: so the rate sets the sharpness. That is an
observation without an exact theory. In the last third, 33 looks give the deviation of the hovering, and 2/η must lie
within five of it; before that nothing is compared. The mean of the looks lies a little above 2/η, by up to 2 %. Rates
are those at which 1600 steps reach the edge and none diverges at the start.

Sources: Polyak 1964, Some methods of speeding up the convergence of iteration methods; Cohen et al. 2021, Gradient
Descent on Neural Networks Typically Occurs at the Edge of Stability, §3.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from statistics import stdev

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.optimiser.stability.heavy_ball import STEPS, difference, limit, misread, roots, shrinkage
from prep.demos.library.optimiser.stability.sharpness import trained
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

BETAS = (0.0, 0.25, 0.5, 0.75)

TRAINING = range(0, 2401, 200)
"""Steps of the network at which its sharpness is shown."""
LATE = range(1600, 2401, 25)
"""Steps at which it is measured to see how far it hovers."""


def theory(x: float, lambda_max: float, kappa: float, mode: str, lr: float) -> dict[str, float]:
    if mode == "network":
        return {"edge": 2 / lr} | ({"sharpness": 2 / lr} if x >= LATE[0] else {})
    return {"limit": 2 * (1 + x) / lambda_max, "shrinkage": roots(x, kappa)[0], "difference": 0.0}


def tolerance(point: Point, kappa: float, lambda_max: float) -> float:
    """Five deviations of the hovering; else the bounds derived above, and the width of the search, 8/33⁴ of 1/λ.

    Torch's optimiser may differ by rounding: each of 50 steps rounds numbers up to a = (1+β)/(1−β) by some 8·2⁻⁵³, and
    the recursion enlarges that by a once more. So it does with what a step of a shrinkage rounds,
    besides the sum of its logarithms.
    """
    beta = point.x
    match point.series:
        case "sharpness":
            return 5 * point.se
        case "difference":
            return 50 * 2**-50 * ((1 + beta) / (1 - beta)) ** 2
        case "limit":
            return (misread(beta) + 8 / 33**4) / lambda_max
    large, small = roots(beta, kappa)
    ratio = small / large if large else 0.0
    remains = ratio**STEPS / (1 - ratio) if ratio < 1 else math.inf
    rounding = (8 * (1 + beta) / (1 - beta) + STEPS * abs(math.log(large or 1))) * 2**-53
    return large * min(remains, math.log(2 * STEPS)) / STEPS + rounding


def question(x: float, beta: float, lambda_max: float, mode: str, lr: float) -> NumberQuestion:
    if mode == "network":
        return NumberQuestion(
            f"After {x:g} steps with η = {lr:g} the sharpness of the network's loss is about",
            "sharpness",
            x,
            within=0.2,
            formula=f"2/{lr:g}",
        )
    return NumberQuestion(
        f"With steepest curvature λ = {lambda_max:g} and momentum β = {beta:g} the largest stable "
        "learning rate is about",
        "limit",
        beta,
        within=0.1,
        formula="2(1+β)/λ",
    )


def intro(mode: str, lambda_max: float, kappa: float, lr: float) -> str:
    if mode == "network":
        return (
            f"A small tanh network is trained by full-batch gradient descent with η = {lr:g}. We measure its "
            "sharpness, the largest eigenvalue of the Hessian of its loss, by Lanczos' method."
        )
    return (
        f"Gradient descent with momentum β runs in a valley whose steepest curvature is λ = {lambda_max:g} and "
        f"whose flattest is λ/{kappa:g}. We search the largest learning rate that doesn't climb its walls, and "
        "measure how fast the best rate converges."
    )


def series(mode: str) -> tuple[Series, ...]:
    if mode == "network":
        return (
            Series("sharpness", "measured sharpness, late ± 2 deviations", decimals=2),
            Series("edge", "", "2/η"),
            Series("loss", "loss", plotted=False),
        )
    return (
        Series("limit", "measured limit", "theory 2(1+β)/λ", decimals=4),
        Series("shrinkage", "factor a step at the best rate", "theory", plotted=False, decimals=5),
        Series("difference", "torch's SGD against these lines", "theory", plotted=False, decimals=1),
    )


def columns(mode: str) -> tuple[Column, ...]:
    if mode == "network":
        return (Column("sharpness", "sharpness"), Column("2/η", "sharpness", Fact.THEORY), Column("loss", "loss"))
    return (
        Column("limit", "limit"),
        Column("theory", "limit", Fact.THEORY),
        Column("per step", "shrinkage"),
        Column("theory", "shrinkage", Fact.THEORY),
        Column("torch − this", "difference", wide=True),
    )


def remark(outcome: Outcome, mode: str, lr: float) -> str:
    """What momentum does to the limit and to the number of steps; or where the sharpness began and where it stays."""
    if mode == "network":
        sharp = [p for p in outcome.points if p.series == "sharpness"]
        if sharp[-1].x < TRAINING[-1]:
            return f"Training diverged after step {sharp[-1].x:g}, at sharpness {sharp[-1].y:.3g}."
        late = [p.y for p in sharp if p.x >= LATE[0]]
        return (
            f"The sharpness begins at {sharp[0].y:.2g}; in the last third it is between {min(late):.2f} and "
            f"{max(late):.2f}, around 2/η = {2 / lr:.2f}."
        )
    first, last = outcome.sheet.xs[0], outcome.sheet.xs[-1]
    y = {(p.series, p.x): p.y for p in outcome.points}
    told = f"From β = {first:g} to {last:g} the limit grows {y['limit', last] / y['limit', first]:.2f}-fold"
    slow, fast = (y["shrinkage", beta] for beta in (first, last))
    if not 0 < fast < slow < 1:
        return f"{told}."
    return (
        f"{told}; at the best rate, ten times nearer takes {math.log(0.1) / math.log(slow):,.0f} steps before and "
        f"{math.log(0.1) / math.log(fast):,.0f} after."
    )


def momentum_lowers_the_limit(outcome: Outcome) -> float:
    """How far the limit is from 2(1−β)/λ, which a step of effectively η/(1−β) suggests, in tolerances."""
    beta, curvature = outcome.sheet.xs[-1], outcome.sheet.values["lambda_max"]
    point = outcome.measured("limit", beta)
    assert point and isinstance(curvature, float)
    return abs(point.y - 2 * (1 - beta) / curvature) / (outcome.tolerance("limit", beta) or math.inf)


@demo(
    name="optimiser.stability",
    title="How large may the learning rate be?",
    intro=intro,
    parameters=(
        Float("lambda_max", 10.0, 1.0, 100.0, label="λ", scale=Scale.LOG, note="steepest curvature"),
        Float("kappa", 1000.0, 1.0, 1e4, label="κ", scale=Scale.LOG, note="steepest over flattest curvature"),
        Float("beta", 0.9, 0.0, 0.99, label="β", scale=Scale.ONES, note="momentum"),
        Choice("mode", "quadratic", ("quadratic", "network"), note="a valley, or a network's loss"),
        Float("lr", 0.3, 0.2, 0.3, label="η", front=False, note="learning rate of the network"),
        Int("seed", 0, 0, 2**31 - 1, front=False, note="draws the start"),
    ),
    question=question,
    x=lambda mode: Axis("step t", "t") if mode == "network" else Axis("momentum β", "beta"),
    y=lambda mode: Axis("sharpness", low=0.0) if mode == "network" else Axis("largest stable η"),
    series=series,
    columns=columns,
    xs=lambda beta, mode: TRAINING if mode == "network" else tuple(sorted({*BETAS, beta})),
    theory=theory,
    tolerance=tolerance,
    tolerance_note="what 1000 steps can misread; for a network five deviations of its hovering",
    remark=remark,
    distractor=Distractor("momentum lowers the limit to 2(1−β)/λ", momentum_lowers_the_limit),
    source="Polyak 1964, Some methods of speeding up convergence; Cohen et al. 2021, Edge of Stability, §3",
)
def stability(lambda_max: float, kappa: float, beta: float, mode: str, lr: float, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    if mode == "network":
        late = []  # (step, sharpness, loss)
        for look in trained(lr, TRAINING[-1], {*TRAINING, *LATE}, g):
            if look[0] in LATE:
                late.append(look)
            else:
                yield from _look(*look, 0.0)
        hovering = stdev(sharpness for _, sharpness, _ in late) if len(late) > 1 else 0.0
        for look in late:
            if look[0] in TRAINING:
                yield from _look(*look, hovering)
        return
    signs = torch.randint(0, 2, (2,), generator=g) * 2.0 - 1
    start = signs.double()  # (2,)
    H = torch.tensor([lambda_max / kappa, lambda_max], dtype=torch.float64)  # (2,)
    for x in sorted({*BETAS, beta}):
        yield Point("limit", x, limit(H, x, start))
        yield Point("shrinkage", x, shrinkage(H, x, start))
        yield Point("difference", x, difference(H, x, start))


def _look(t: int, sharpness: float, loss: float, deviation: float) -> Iterator[Point]:
    yield Point("sharpness", t, sharpness, deviation)
    yield Point("loss", t, loss)
