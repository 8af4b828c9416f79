"""Can more parameters lower the test error? The risk of least squares through the point where it interpolates.

n samples, p standard-normal features, y = Xβ + noise with |β|² = r² and noise variance s². The excess risk ‖β̂ − β‖² of
the minimum-norm solution has, for every finite n, the mean

    s²p/(n−p−1)  for p < n − 1,        r²(1 − n/p) + s²n/(p−n−1)  for p > n + 1,

and none at p ∈ {n−1, n, n+1}. Its variance, from the moments of inverse Wishart matrices, exists for |p − n| > 3 and
gives the standard error; nearer than 8 it is too heavy-tailed for a mean over so few draws, and theory is silent.
With the best ridge, λ = p s²/r², the risk is s² E tr(XᵀX + λ)⁻¹: the Marchenko-Pastur integral, its correction of order
1/n for real entries, and a rest of order 1/n², which is taken to be smaller than the last term that is known. The peak
is a matter of conditioning: ridge removes it.

Sources: Belkin, Hsu & Xu 2020, Two Models of Double Descent; Hastie et al. 2022, Surprises in High-Dimensional
Ridgeless Least Squares Interpolation, Theorem 1 and §6; Dumitriu & Edelman 2006 (the correction).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.sample import sample_mean, sample_median, student
from prep.demos.spec import (
    Axis,
    Choice,
    Column,
    Distractor,
    Fact,
    Float,
    Int,
    Ints,
    Item,
    OrderQuestion,
    Point,
    Scale,
    Series,
    demo,
)

if TYPE_CHECKING:
    from torch import Tensor

NEAR = 8
"""Closer to n than this no mean is compared."""


def plain_risk(p: float, n: int, s2: float, r2: float) -> tuple[float, float]:
    """(mean, variance) of one draw's excess risk without ridge."""
    big, small = max(p, n), min(p, n)
    m = big - small
    trace = small / (m - 1)  # E tr W⁻¹
    spread = 2 * small * (big - 1) / (m * (m - 1) ** 2 * (m - 3))  # Var tr W⁻¹
    squared = small * (big - 1) / (m * (m - 1) * (m - 3))  # E tr W⁻²
    noise = s2**2 * (spread + 2 * squared)
    if p < n:
        return s2 * trace, noise
    missed = r2**2 * 2 * n * (p - n) / (p**2 * (p + 2))  # of what the rows can't see of β
    return r2 * (1 - n / p) + s2 * trace, noise + missed


def ridge_risk(p: float, n: int, s2: float, r2: float) -> tuple[float, float]:
    """(mean excess risk with λ = p s²/r², the correction that is in it)."""
    if not s2:
        return r2 * max(0.0, 1 - n / p), 0.0
    gamma, c = p / n, p / n * s2 / r2  # of XᵀX/n, with λ/n = c
    root = math.sqrt((1 - gamma + c) ** 2 + 4 * gamma * c)
    stieltjes = (root - (1 - gamma + c)) / (2 * gamma * c)  # mean of 1/(eigenvalue + c)
    low, high = (1 - math.sqrt(gamma)) ** 2 + c, (1 + math.sqrt(gamma)) ** 2 + c
    correction = s2 / n * ((1 / low + 1 / high) / 4 - 1 / (2 * math.sqrt(low * high)))
    return s2 / n * p * stieltjes + correction, correction


def theory(p: float, n: int, s2: float, r2: float, ridge: str) -> dict[str, float]:
    if ridge == "best":
        return {"mean": ridge_risk(p, n, s2, r2)[0]}
    return {"mean": plain_risk(p, n, s2, r2)[0]} if abs(p - n) >= NEAR else {}


def tolerance(point: Point, n: int, s2: float, r2: float, ridge: str, draws: int) -> float:
    """Four exact standard errors; with ridge measured ones, by Student, and the last known term of its series.
    A solution rounds by its condition, below 10³, times p 2⁻⁵³: 1e-10 of what there is.
    """
    if ridge == "best":
        return student(draws) * point.se + abs(ridge_risk(point.x, n, s2, r2)[1]) + 1e-10 * (r2 + s2)
    return 4 * math.sqrt(plain_risk(point.x, n, s2, r2)[1] / draws) + 1e-10 * (r2 + s2)


def question(_: float, p: tuple[int, ...], n: int) -> OrderQuestion:
    nearest = [min(p, key=lambda x: abs(x - wanted)) for wanted in (n / 2, n, 2 * n)]
    return OrderQuestion(
        f"{n} samples. Order by the typical excess risk, largest first",
        tuple(Item(f"{x} parameters", "median", x) for x in dict.fromkeys(nearest)),
    )


def remark(outcome: Outcome, n: int) -> str:
    """Where the typical risk peaks, and what lies on both sides."""
    typical = sorted((p for p in outcome.points if p.series == "median"), key=lambda p: p.x)
    peak = max(typical, key=lambda p: p.y)
    below, above = (
        min(side, key=lambda p: p.y, default=None)
        for side in ([p for p in typical if p.x < peak.x], [p for p in typical if p.x > peak.x])
    )
    told = f"The typical risk is largest at p = {peak.x:g} ({peak.y:.3g}), with {n} samples."
    if below and above:
        return f"{told} It is {below.y:.2g} at p = {below.x:g} and comes down to {above.y:.2g} at p = {above.x:g}."
    return told


def beyond_n_it_only_rises(outcome: Outcome) -> float:
    """How far the mean risk falls from just beyond n to its next minimum, in tolerances of both."""
    n = outcome.sheet.values["n"]
    assert isinstance(n, int)
    beyond = sorted((p for p in outcome.points if p.series == "mean" and p.x >= n + NEAR), key=lambda p: p.x)
    first, least = beyond[0], min(beyond, key=lambda p: p.y)
    return (first.y - least.y) / sum(outcome.tolerance("mean", p.x) or math.inf for p in (first, least))


@demo(
    name="generalisation.double-descent",
    title="Can more parameters lower the test error?",
    intro=lambda n, draws, ridge: (
        f"Least squares on {n} samples with more and more random features, {draws} draws, "
        + ("by the solution of least norm." if ridge == "none" else "with the best ridge.")
        + " We measure the excess risk ‖β̂ − β‖²: its mean, and its median, because the mean has heavy tails near p = n."
    ),
    parameters=(
        Int("n", 100, 50, 200, note="samples"),
        Choice("ridge", "none", ("none", "best")),
        Ints(
            "p",
            (10, 30, 50, 80, 90, 100, 120, 150, 200, 400, 1000),
            1,
            1000,
            scale=Scale.LOG,
            front=False,
            note="parameters",
        ),
        Float("s2", 0.25, 0.0, 1.0, label="s²", note="variance of the noise"),
        Float("r2", 1.0, 0.1, 10.0, label="r²", scale=Scale.LOG, front=False, note="|β|²"),
        Int("draws", 60, 5, 100, scale=Scale.LOG, front=False),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("parameters p", "p", Scale.LOG),
    y=Axis("excess risk", scale=Scale.LOG),
    series=(
        Series("mean", "mean", "theory for the mean"),
        Series("median", "median"),
    ),
    columns=(
        Column("mean", "mean"),
        Column("±", "mean", Fact.ERROR),
        Column("theory", "mean", Fact.THEORY),
        Column("median", "median"),
    ),
    xs=lambda p: p,
    unit="widths",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four exact standard errors; silent nearer to n than 8; with ridge the last known term too",
    remark=remark,
    distractor=Distractor("beyond p = n the risk only rises", beyond_n_it_only_rises),
    source="Belkin, Hsu & Xu 2020, Two Models of Double Descent; Hastie et al. 2022, Theorem 1",
    quick={"draws": 20},
)
def double_descent(
    n: int, ridge: str, p: tuple[int, ...], s2: float, r2: float, draws: int, seed: int
) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    for width in p:
        risks = []
        for _ in range(draws):
            beta = torch.randn(width, generator=g, dtype=torch.float64)  # (p,)
            beta *= math.sqrt(r2) / beta.norm()
            X = torch.randn(n, width, generator=g, dtype=torch.float64)  # (n, p)
            y = X @ beta + math.sqrt(s2) * torch.randn(n, generator=g, dtype=torch.float64)  # (n,)
            found = _least_squares(X, y) if ridge == "none" else _ridge(X, y, width * s2 / r2)
            risks.append((found - beta).square().sum())
        yield sample_mean("mean", width, torch.stack(risks))
        yield sample_median("median", width, torch.stack(risks))


def _least_squares(X: Tensor, y: Tensor) -> Tensor:
    """The solution of least norm among those of least squares, by QR: (p,)."""
    import torch

    n, p = X.shape
    if p <= n:
        Q, R = torch.linalg.qr(X)  # (n, p), (p, p)
        solved: Tensor = torch.linalg.solve_triangular(R, (Q.T @ y)[:, None], upper=True)
    else:
        Q, R = torch.linalg.qr(X.T)  # (p, n), (n, n)
        solved = Q @ torch.linalg.solve_triangular(R.T, y[:, None], upper=False)
    return solved[:, 0]


def _ridge(X: Tensor, y: Tensor, penalty: float) -> Tensor:
    """(XᵀX + λ)⁻¹Xᵀy, through the smaller of the two Gram matrices: (p,)."""
    import torch

    n, p = X.shape
    if not penalty:
        return _least_squares(X, y)
    if p <= n:
        solved: Tensor = torch.linalg.solve(X.T @ X + penalty * torch.eye(p, dtype=X.dtype), X.T @ y)
    else:
        solved = X.T @ torch.linalg.solve(X @ X.T + penalty * torch.eye(n, dtype=X.dtype), y)
    return solved
