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

from prep.demos.library.reading import at, off
from prep.demos.outcome import Outcome
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
    from torch import Generator, Tensor

N = 128
"""Inputs; at least d_in of them."""
STEPS = 100
"""Of training. Each shrinks what is wrong in the direction of σⱼ in favour of σᵢ by (σⱼ/σᵢ)²."""


def tail(r: float, d_out: int, d_in: int, decay: float) -> float:
    """√(Σ_{i>r} σᵢ²), σᵢ = i^−decay; ‖D‖ for r = 0. Between whole r the squares are interpolated."""
    rest = [i ** (-2 * decay) for i in range(1, min(d_out, d_in) + 1)][int(r):]
    return math.sqrt(max(0.0, math.fsum(rest) - (r - int(r)) * rest[0])) if rest else 0.0


def theory(r: float, d_out: int, d_in: int, decay: float) -> dict[str, float]:
    return {"residual": tail(r, d_out, d_in, decay), "both-zero": tail(0, d_out, d_in, decay), "grad-A": 0.0,
            "parameters": r * (d_out + d_in), "merge": 0.0}


def tolerance(point: Point, d_out: int, d_in: int, decay: float) -> float:
    """A 10⁻⁴ of ‖D‖ for training that stops before it has settled; it never ends below the theory. Wrong directions
    cost σᵢ² − σⱼ², so those that are slow to vanish, close singular values, cost next to nothing.

    Merging sums d_in + r products of normals below 6 in another order; the gradient of A is a product with zeros.
    """
    match point.series:
        case "residual":
            return 1e-4 * tail(0, d_out, d_in, decay)
        case "both-zero":
            return 64 * 2.0**-53 * tail(0, d_out, d_in, decay)
        case "merge":
            return (d_in + point.x) * 36 * 2 * 2.0**-53
        case _:
            return 0.0


def question(r: float) -> ChoiceQuestion:
    return ChoiceQuestion(f"Rank {r:g}, A random, B = 0. In the first step the gradient of A is", "grad-A", r, (
        Option("zero", -math.inf, 1e-12), Option("small, but not zero", 1e-12, 0.3),
        Option("about as large as that of B", 0.3, math.inf)))


def remark(outcome: Outcome, d_out: int, d_in: int) -> str:
    """The residual at the smallest and largest rank, what that costs, and the start."""
    low, high = min(outcome.sheet.xs), max(outcome.sheet.xs)
    whole = at(outcome, "both-zero", low)
    left = f"Rank {low:g} leaves {at(outcome, 'residual', low) / whole:.0%} of ‖D‖"
    if high > low:
        left += f", rank {high:g} {at(outcome, 'residual', high) / whole:.0%}"
    return (f"{left}, with {at(outcome, 'parameters', high):,.0f} parameters where D has {d_out * d_in:,}. In the "
            f"first step only B has a gradient ({at(outcome, 'grad-B', low):.2g}); with A = 0 too nothing moved in "
            f"{STEPS} steps.").replace("%", " %")


def zero_both(outcome: Outcome) -> float:
    return max(off(outcome, "residual", r, at(outcome, "both-zero", r)) for r in outcome.sheet.xs)


@demo(
    name="finetuning.lora",
    title="How close does LoRA come?",
    intro=lambda d_out, d_in, r, decay: f"A {d_out} by {d_in} change D with singular values i^−{decay:g}. From {N} "
          f"whitened inputs we train BA to imitate it, for {len(r)} ranks r, and measure ‖BA − D‖, the first "
          "gradients, and what happens if both A and B start at zero.",
    parameters=(
        Ints("r", (1, 2, 4, 16, 32, 8), 1, 32, note="ranks"),
        Int("d_out", 48, 4, 64, note="rows of D"),
        Int("d_in", 32, 4, 64, note="columns of D"),
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
    tolerance_note="1e-4 of ‖D‖, for where training stops; rounding; counts are exact",
    remark=remark,
    distractor=Distractor("A = B = 0 is as good a start", zero_both),
    source="Hu et al. 2021, LoRA: Low-Rank Adaptation of Large Language Models, §4; Eckart & Young 1936",
)
def lora(r: tuple[int, ...], d_out: int, d_in: int, decay: float, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    k = min(d_out, d_in)
    sigma = torch.arange(1, k + 1, dtype=torch.float64) ** -decay                       # (k,)
    D = _orthonormal(d_out, k, g) * sigma @ _orthonormal(d_in, k, g).T                  # (d_out, d_in)
    W = torch.randn(d_out, d_in, generator=g, dtype=torch.float64) / math.sqrt(d_in)    # (d_out, d_in)
    X = _orthonormal(N, d_in, g) * math.sqrt(N)                                         # (N, d_in), XᵀX = N
    for rank in r:
        A = torch.randn(rank, d_in, generator=g, dtype=torch.float64) / math.sqrt(d_in)  # (r, d_in)
        B = torch.zeros(d_out, rank, dtype=torch.float64)                               # (d_out, r)
        fitted = _train(A, B, X, D)
        yield Point("residual", rank, (fitted[1] @ fitted[0] - D).norm().item())
        stuck = _train(torch.zeros_like(A), B, X, D)
        yield Point("both-zero", rank, (stuck[1] @ stuck[0] - D).norm().item())
        A.requires_grad_(), B.requires_grad_()
        for name, gradient in zip("AB", torch.autograd.grad(_loss(A, B, X, D), (A, B)), strict=True):
            yield Point(f"grad-{name}", rank, gradient.norm().item())
        yield Point("parameters", rank, A.numel() + B.numel())
        A, B = fitted
        merged, apart = X @ (W + B @ A).T, X @ W.T + (X @ A.T) @ B.T                    # (N, d_out)
        yield Point("merge", rank, (merged - apart).abs().max().item())


def _orthonormal(rows: int, columns: int, g: Generator) -> Tensor:
    """(rows, columns) with orthonormal columns, at random."""
    import torch

    Q: Tensor = torch.linalg.qr(torch.randn(rows, columns, generator=g, dtype=torch.float64)).Q
    return Q


def _loss(A: Tensor, B: Tensor, X: Tensor, D: Tensor) -> Tensor:
    """Squared error of the adapter's outputs, a mean over inputs."""
    return ((X @ A.T @ B.T - X @ D.T) ** 2).sum() / len(X)


def _train(A: Tensor, B: Tensor, X: Tensor, D: Tensor) -> tuple[Tensor, Tensor]:
    """A and B after steps down the gradient, each divided by the curvature: to the least loss in one of them at a time.

    Plain gradient descent goes to the same place, but takes thousands of steps where singular values are close.
    """
    import torch

    A, B = A.clone().requires_grad_(), B.clone().requires_grad_()
    for _ in range(STEPS):
        (slope,) = torch.autograd.grad(_loss(A, B, X, D), B)                            # 2(BA − D)Aᵀ, (d_out, r)
        B = (B - slope / 2 @ _inverse(A @ A.T)).detach().requires_grad_()
        (slope,) = torch.autograd.grad(_loss(A, B, X, D), A)                            # 2Bᵀ(BA − D), (r, d_in)
        A = (A - _inverse(B.T @ B) @ slope / 2).detach().requires_grad_()
    return A.detach(), B.detach()


def _inverse(curvature: Tensor) -> Tensor:
    """Of (r, r), where it isn't flat; all zero stays all zero."""
    import torch

    inverse: Tensor = torch.linalg.pinv(curvature.detach(), rtol=1e-12, hermitian=True)
    return inverse
