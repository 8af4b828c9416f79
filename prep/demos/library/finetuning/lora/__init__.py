"""How close does LoRA come to the change it should learn? The trained residual against the best of its rank.

A frozen W should become W + D. LoRA learns D as BA with r columns in B. No matrix of rank r is closer to D than
√(Σ_{i>r} σᵢ²), the tail of its singular values (Eckart & Young 1936), and from B = 0 training gets there. At the start
B = 0 makes the adapted model the base model and ∇A = 0, while ∇B isn't: B moves first. With A = 0 as well both
gradients are zero, and nothing ever moves. BA costs r(d_out + d_in) parameters and merges into W for inference.

D is U diag(i^−decay) Vᵀ with random orthogonal U, V, so its singular values are known. The inputs are whitened exactly:
the squared error over the data is ‖BA − D‖². (The factor α/r is left out: it only rescales B.)

Sources: Hu et al. 2021, LoRA, §4; Eckart & Young 1936.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.finetuning.lora.spectrum import FLAT, change, orthonormal, tail, unsettled
from prep.demos.library.shared.reading import at, off
from prep.demos.spec import (
    Axis,
    ChoiceQuestion,
    Column,
    Distractor,
    Fact,
    Float,
    Int,
    Ints,
    Option,
    Point,
    Scale,
    Series,
    demo,
)

if TYPE_CHECKING:
    from torch import Tensor

N = 128
"""Inputs; at least d_in of them."""
STEPS, MOST = 100, 2000
"""Of training, at the least and at the most."""


def theory(r: float, d_out: int, d_in: int, decay: float) -> dict[str, float]:
    return {
        "residual": tail(r, d_out, d_in, decay),
        "both-zero": tail(0, d_out, d_in, decay),
        "grad-A": 0.0,
        "parameters": r * (d_out + d_in),
        "merge": 0.0,
    }


def tolerance(point: Point, d_out: int, d_in: int, decay: float) -> float:
    """Residual: what training may have left when it ended. And rounding: sums of d_in + r products are off by that many
    times u‖B‖‖A‖ = u‖D‖ times the condition of A, which for normals exceeds 32,000r once in 16,000 (Edelman 1988).

    Merged or not, rows of X, of length √N at most, meet W, with rows shorter than 4, and BA. The gradient of A is a
    product with zeros.
    """
    whole = tail(0, d_out, d_in, decay)
    rounding = (d_in + point.x) * 2.0**-53
    match point.series:
        case "residual":
            best, left = tail(point.x, d_out, d_in, decay), unsettled(int(point.x), d_out, d_in, decay)
            return rounding * whole * 32_000 * point.x + (left / (best + math.sqrt(best**2 + left)) if left else 0)
        case "both-zero":
            return rounding * whole
        case "merge":
            return 2 * rounding * math.sqrt(N) * (4 + whole * 32_000 * point.x)
        case _:
            return 0.0


def question(r: float) -> ChoiceQuestion:
    return ChoiceQuestion(
        f"Rank {r:g}, A random, B = 0. In the first step the gradient of A is",
        "grad-A",
        r,
        (
            Option("zero", -math.inf, 1e-12),
            Option("small, but not zero", 1e-12, 0.3),
            Option("about as large as that of B", 0.3, math.inf),
        ),
    )


def remark(outcome: Outcome, d_out: int, d_in: int, decay: float) -> str:
    """The residual at the smallest and largest rank, what that costs, and the start."""
    low, high = min(outcome.sheet.xs), max(outcome.sheet.xs)
    whole = tail(0, d_out, d_in, decay)
    stuck = at(outcome, "both-zero", low) / whole
    left = f"Rank {low:g} leaves {at(outcome, 'residual', low) / whole:.0%} of ‖D‖"
    if high > low:
        left += f", rank {high:g} {at(outcome, 'residual', high) / whole:.0%}"
    A, B = at(outcome, "grad-A", low), at(outcome, "grad-B", low)
    return (
        f"{left}, with {at(outcome, 'parameters', high):,.0f} parameters where D has {d_out * d_in:,}. At the "
        f"start ∇A has the length {A:g} and ∇B {B:.2g}; from A = 0 too {STEPS} steps leave {stuck:.0%} of "
        "D."
    ).replace("%", " %")


def zero_both(outcome: Outcome) -> float:
    return max(off(outcome, "residual", r, at(outcome, "both-zero", r)) for r in outcome.sheet.xs)


@demo(
    name="finetuning.lora",
    title="How close does LoRA come?",
    intro=lambda d_out, d_in, r, decay: (
        f"A {d_out} by {d_in} change D with singular values i^−{decay:g}. From {N} "
        f"whitened inputs we train BA to imitate it, for {len(r)} ranks r, and measure ‖BA − D‖, the first "
        "gradients, and what happens if both A and B start at zero."
    ),
    parameters=(
        Ints("r", (1, 2, 4, 16, 32, 8), 1, 32, note="ranks"),
        Int("d_out", 48, 4, 64, scale=Scale.TWOS, note="rows of D"),
        Int("d_in", 32, 4, 64, scale=Scale.TWOS, note="columns of D"),
        Float("decay", 0.5, 0.0, 2.0, note="of the singular values"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("r", "r", Scale.TWOS),
    y=Axis("‖BA − D‖", low=0.0),
    series=(
        Series("residual", "trained", "theory √Σσᵢ², i > r"),
        Series("both-zero", "from A = B = 0", "theory ‖D‖"),
        Series("grad-A", "|∇A| at the start", "theory", plotted=False),
        Series("grad-B", "|∇B| at the start", plotted=False),
        Series("parameters", "parameters", "theory r(d_out + d_in)", plotted=False, decimals=0),
        Series("merge", "(W + BA)x − (Wx + B(Ax))", "theory", plotted=False, decimals=1),
    ),
    columns=(
        Column("residual", "residual"),
        Column("theory", "residual", Fact.THEORY),
        Column("|∇A|", "grad-A"),
        Column("|∇B|", "grad-B"),
        Column("size", "parameters", wide=True),
        Column("A = B = 0", "both-zero", wide=True),
        Column("merged", "merge", wide=True),
    ),
    xs=lambda r: r,
    unit="ranks",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="what the last step, 1e-10 of ‖D‖², says may be left; rounding; counts are exact",
    remark=remark,
    distractor=Distractor("A = B = 0 is as good a start", zero_both),
    source="Hu et al. 2021, LoRA: Low-Rank Adaptation of Large Language Models, §4; Eckart & Young 1936",
)
def lora(r: tuple[int, ...], d_out: int, d_in: int, decay: float, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    D = change(d_out, d_in, decay, g)  # (d_out, d_in)
    W = torch.randn(d_out, d_in, generator=g, dtype=torch.float64) / math.sqrt(d_in)  # (d_out, d_in)
    X = orthonormal(N, d_in, g) * math.sqrt(N)  # (N, d_in), XᵀX = N
    for rank in r:
        A = torch.randn(rank, d_in, generator=g, dtype=torch.float64) / math.sqrt(d_in)  # (r, d_in)
        B = torch.zeros(d_out, rank, dtype=torch.float64)  # (d_out, r)
        fitted = _train(A, B, X, D)
        yield Point("residual", rank, (fitted[1] @ fitted[0] - D).norm().item())
        stuck = _train(torch.zeros_like(A), B, X, D)
        yield Point("both-zero", rank, (stuck[1] @ stuck[0] - D).norm().item())
        A.requires_grad_(), B.requires_grad_()
        for name, gradient in zip("AB", torch.autograd.grad(_loss(A, B, X, D), (A, B)), strict=True):
            yield Point(f"grad-{name}", rank, gradient.norm().item())
        yield Point("parameters", rank, A.numel() + B.numel())
        A, B = fitted
        merged, apart = X @ (W + B @ A).T, X @ W.T + (X @ A.T) @ B.T  # (N, d_out)
        yield Point("merge", rank, (merged - apart).abs().max().item())


def _loss(A: Tensor, B: Tensor, X: Tensor, D: Tensor) -> Tensor:
    """Squared error of the adapter's outputs, a mean over inputs."""
    return ((X @ A.T @ B.T - X @ D.T) ** 2).sum() / len(X)


def _train(A: Tensor, B: Tensor, X: Tensor, D: Tensor) -> tuple[Tensor, Tensor]:
    """A and B after steps down the gradient, each divided by the curvature: to the least loss in one of them at a time.

    Plain gradient descent goes to the same place, but takes thousands of steps where singular values are close.
    """
    import torch

    A, B = A.clone().requires_grad_(), B.clone().requires_grad_()
    whole = last = _loss(A, torch.zeros_like(B), X, D).item()  # ‖D‖²
    for step in range(1, MOST + 1):
        (slope,) = torch.autograd.grad(_loss(A, B, X, D), B)  # 2(BA − D)Aᵀ, (d_out, r)
        B = (B - slope / 2 @ _inverse(A @ A.T)).detach().requires_grad_()
        (slope,) = torch.autograd.grad(_loss(A, B, X, D), A)  # 2Bᵀ(BA − D), (r, d_in)
        A = (A - _inverse(B.T @ B) @ slope / 2).detach().requires_grad_()
        now = _loss(A, B, X, D).item()
        if step >= STEPS and last - now < FLAT * whole:
            break
        last = now
    return A.detach(), B.detach()


def _inverse(curvature: Tensor) -> Tensor:
    """Of (r, r), where it isn't flat; all zero stays all zero."""
    import torch

    inverse: Tensor = torch.linalg.pinv(curvature.detach(), rtol=1e-12, hermitian=True)
    return inverse
