"""What does Muon do to a gradient? Singular values before and after five Newton-Schulz steps.

Muon divides a momentum matrix by its Frobenius norm and maps it five times X ← aX + bXX⊤X + c(XX⊤)²X. The singular
vectors stay, each singular value goes through p(s) = as + bs³ + cs⁵ at each step. Its coefficients 3.4445, −4.775,
2.0315 make small values grow by 3.44 a step, at the price that 1 is no fixed point: what has once come near 1 stays
between a minimum of p, 0.68, and a maximum, 1.20, in no order. The classical 1.5s − 0.5s³ does converge to 1, but grows
by 1.5 a step only.

Tolerance: rounding in float64. A step of a matrix of rank r and norm F = 1.21√r is inexact by (m + 2n)u(aF + |b|F³ +
cF⁵) at the most, and later steps enlarge that by the polynomial's steepest slope on [0, 1.21]: in the Frobenius norm
an odd function of singular values is as steep as it is for numbers.
Sources: Jordan et al. 2024, Muon: An optimizer for hidden layers in neural networks; Björck & Bowie 1971.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, off
from prep.demos.spec import (
    Axis,
    ChoiceQuestion,
    Column,
    Distractor,
    Fact,
    Float,
    Int,
    Option,
    Point,
    Scale,
    Series,
    demo,
)

if TYPE_CHECKING:
    from torch import Tensor

ROWS, COLUMNS = 64, 32
GRID = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
COEFFICIENTS = {"muon": (3.4445, -4.775, 2.0315), "classical": (1.5, -0.5, 0.0)}


def mapped(s: float, a: float, b: float, c: float, steps: int) -> float:
    for _ in range(steps):
        s = a * s + b * s**3 + c * s**5
    return s


def theory(s: float, steps: int) -> dict[str, float]:
    return {name: mapped(s, *abc, steps) for name, abc in COEFFICIENTS.items()}


def tolerance(point: Point, steps: int) -> float:
    """One step's rounding, enlarged by the slopes of those after it."""
    a, b, c = COEFFICIENTS[point.series]
    F = 1.21 * math.sqrt(len(GRID) + 2)
    once = (ROWS + 2 * COLUMNS) * 2**-53 * (a * F - b * F**3 + c * F**5)
    steepest = max(abs(a + 3 * b * s**2 + 5 * c * s**4) for s in (i / 1000 for i in range(1211)))
    return once * sum(steepest**k for k in range(steps + 1))


def question(s: float, steps: int) -> ChoiceQuestion:
    return ChoiceQuestion(
        f"A matrix of Frobenius norm 1 has the singular value {s:g}. After {steps} steps of Muon's iteration it is",
        "muon",
        s,
        (
            Option("below 0.6", -1.0, 0.6),
            Option("from 0.6 to 0.99", 0.6, 0.99),
            Option("1 to a hundredth", 0.99, 1.01),
            Option("larger", 1.01, 10.0),
        ),
    )


def remark(outcome: Outcome, steps: int) -> str:
    """The range in which those end that came close, and what the classical iteration makes of the smallest of them."""
    if not (near := [p for p in outcome.points if p.series == "muon" and p.y > 0.65]):
        return f"After {steps} steps none of these singular values is above 0.65 yet."
    low, high, first = min(p.y for p in near), max(p.y for p in near), min(p.x for p in near)
    return (
        f"From {first:g} on, all these singular values end between {low:.2f} and {high:.2f}: nearly orthogonal, not "
        f"orthogonal. The classical iteration has brought {first:g} to {at(outcome, 'classical', first):.3g}."
    )


def exactly_orthogonal(outcome: Outcome) -> float:
    """How far the value nearest to 1 is from it, in tolerances."""
    return min(off(outcome, "muon", s, 1.0) for s in outcome.sheet.xs)


@demo(
    name="optimiser.muon",
    title="What does Muon do to a gradient?",
    intro=lambda steps: (
        f"A {ROWS}×{COLUMNS} matrix with known singular values is divided by its Frobenius norm and goes through "
        f"{steps} Newton-Schulz steps with Muon's coefficients and with the classical ones. We measure what becomes of "
        "each singular value."
    ),
    parameters=(
        Float("s", 0.003, 0.001, 0.8, scale=Scale.LOG, note="singular value, where the question asks"),
        Int("steps", 5, 1, 10, note="Newton-Schulz steps"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("singular value before", "s", Scale.LOG),
    y=Axis("after", low=0.0),
    series=(
        Series("muon", "Muon's coefficients", "theory p(p(…s))"),
        Series("classical", "classical", "theory"),
    ),
    columns=(
        Column("Muon", "muon"),
        Column("theory", "muon", Fact.THEORY),
        Column("classical", "classical"),
        Column("theory", "classical", Fact.THEORY),
    ),
    xs=lambda s: asked_last(GRID, s),
    unit="singular values",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="rounding in float64, enlarged by the slopes of the polynomial",
    remark=remark,
    distractor=Distractor("five steps make the matrix orthogonal", exactly_orthogonal),
    source="Jordan et al. 2024, Muon; Björck & Bowie 1971",
)
def muon(s: float, steps: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    values = torch.tensor(asked_last(GRID, s), dtype=torch.float64)
    values = torch.cat([values, (1 - values.square().sum()).sqrt()[None]])  # one more, so that the norm is 1: (r,)
    U = torch.linalg.qr(torch.randn(ROWS, len(values), generator=g, dtype=torch.float64)).Q  # (ROWS, r)
    V = torch.linalg.qr(torch.randn(COLUMNS, len(values), generator=g, dtype=torch.float64)).Q  # (COLUMNS, r)
    M = 1000 * (U * values) @ V.T  # of any norm: (ROWS, COLUMNS)
    after = {name: (U.T @ _iterated(M, *abc, steps) @ V).diag() for name, abc in COEFFICIENTS.items()}  # (r,)
    for i, before in enumerate(asked_last(GRID, s)):
        for name, found in after.items():
            yield Point(name, before, found[i].item())


def _iterated(M: Tensor, a: float, b: float, c: float, steps: int) -> Tensor:
    X: Tensor = M / M.norm()
    for _ in range(steps):
        A = X.T @ X  # (COLUMNS, COLUMNS)
        X = a * X + X @ (b * A + c * A @ A)
    return X
