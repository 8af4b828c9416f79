"""How far does a gradient reach back in a recurrent network? A linear one, whose W is ρ times an orthogonal matrix.

hₜ = Whₜ₋₁ + xₜ, so ∂h_T/∂h₀ = W^T, and an orthogonal matrix keeps every length: whatever the direction, the gradient
is multiplied by ρ at each step, ρ^T in all. With tanh each step has a further diagonal of slopes 1 − h², at most 1: ρ^T
is an upper bound there, and how far below it the gradient lies depends on the inputs.

For a general W, ρ^T with the spectral radius ρ holds only for the rate at large T. A single step can stretch by more,
as much as the largest singular value: that radius below 1 doesn't forbid a gradient to grow at first.

Tolerance: rounding in float64. A product with W errs by at most nu|g||W|, in norm n^1.5 u of the result since the
entries' sizes form a matrix of norm √n ρ at the most; QR leaves the orthogonal matrix as inexact once more.
Sources: Pascanu, Mikolov & Bengio 2013, On the difficulty of training recurrent neural networks, §2.1;
Arjovsky, Shah & Bengio 2016, Unitary Evolution Recurrent Neural Networks, §2.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, brief, off
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, NumberQuestion, Point, Scale, Series, demo

if TYPE_CHECKING:
    from torch import Tensor

STEPS = (1, 2, 5, 10, 20, 50, 100, 200)


def theory(T: float, rho: float) -> dict[str, float]:
    return {"linear": math.pow(rho, T)}


def tolerance(point: Point, rho: float, n: int) -> float:
    """T products, each off by a share of n^1.5 u for its own rounding and as much for that of the matrix."""
    return 2 * (point.x + 1) * math.pow(n, 1.5) * 2**-53 * math.pow(rho, point.x)


def question(T: float, rho: float) -> NumberQuestion:
    return NumberQuestion(
        f"W is {rho:g} times an orthogonal matrix. After T = {T:g} steps back, the gradient's length is, times its "
        "length at the start, about",
        "linear",
        T,
        within=0.5,
        formula=f"{rho:g}^{T:g}",
    )


def remark(outcome: Outcome, rho: float) -> str:
    """What arrives at the longest distance, and how many steps a factor of ten takes."""
    T = max(outcome.sheet.xs)
    linear, tanh = at(outcome, "linear", T), at(outcome, "tanh", T)
    tenfold = f"A factor of ten takes {math.log(10) / abs(math.log(rho)):.3g} steps. " if rho != 1 else ""
    return (
        f"{tenfold}Over {T:g} steps {brief(linear, 3)} of it arrives, with tanh {brief(tanh, 3)}: slopes below 1 only "
        "take away."
    )


def like_one_over_distance(outcome: Outcome) -> float:
    """How far the longest distance is from the share that 1/T would leave, in tolerances."""
    T = max(outcome.sheet.xs)
    return off(outcome, "linear", T, at(outcome, "linear", min(outcome.sheet.xs)) / T)


@demo(
    name="sequence.gradient",
    title="How far does a gradient reach back in a recurrent network?",
    intro=lambda n, rho: (
        f"A recurrent network of {n} units, whose matrix is {rho:g} times a random orthogonal one. A gradient of "
        "length 1 starts at the last state and is propagated T steps back by autograd, without an activation and with "
        "tanh. We measure the length that arrives at the first state."
    ),
    parameters=(
        Float("rho", 0.9, 0.5, 1.5, label="ρ", note="every singular value of W"),
        Int("T", 50, 1, 200, scale=Scale.LOG, note="steps back, where the question asks"),
        Int("n", 32, 2, 256, scale=Scale.TWOS, front=False, note="units"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("steps back T", "T", Scale.LOG),
    y=Axis("length of the gradient", scale=Scale.LOG),
    series=(
        Series("linear", "linear", "theory ρ^T"),
        Series("tanh", "with tanh"),
    ),
    columns=(
        Column("linear", "linear"),
        Column("theory", "linear", Fact.THEORY),
        Column("with tanh", "tanh"),
    ),
    xs=lambda T: asked_last(STEPS, T),
    unit="distances",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="rounding in float64: 2(T + 1)n^1.5 u of the value",
    remark=remark,
    distractor=Distractor("the gradient falls like 1/T", like_one_over_distance),
    source="Pascanu, Mikolov & Bengio 2013, §2.1; Arjovsky, Shah & Bengio 2016, §2",
)
def gradient(rho: float, T: int, n: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    Q = torch.linalg.qr(torch.randn(n, n, generator=g, dtype=torch.float64)).Q  # (n, n)
    x = torch.randn(max(*STEPS, T), n, generator=g, dtype=torch.float64)  # (steps, n)
    c = torch.nn.functional.normalize(torch.randn(n, generator=g, dtype=torch.float64), dim=0)  # (n,)
    for steps in asked_last(STEPS, T):
        inputs = x[: int(steps)]  # (T, n)
        yield Point("linear", steps, _reaching(rho * Q, inputs, c, torch.nn.Identity()))
        yield Point("tanh", steps, _reaching(rho * Q, inputs, c, torch.nn.Tanh()))


def _reaching(W: Tensor, inputs: Tensor, c: Tensor, act: Callable[[Tensor], Tensor]) -> float:
    """The length of ∂(c·h_T)/∂h₀."""
    import torch

    h = start = torch.zeros_like(c, requires_grad=True)  # (n,)
    for x in inputs:
        h = act(W @ h + x)
    return float(torch.autograd.grad(c @ h, start)[0].norm())
