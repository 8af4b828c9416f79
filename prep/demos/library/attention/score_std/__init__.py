"""How wide are raw attention scores? The standard deviation of q·k against √dₖ, and what breaks the rule.

A score is a sum of dₖ products. If query and key are independent, centred and of unit variance, each product has
variance 1 and variances add: Var(q·k) = dₖ (Vaswani et al. 2017, §3.2.1, note 4). Uncorrelated isn't enough: with
kᵢ = ±qᵢ, one fair sign a coordinate, every correlation is zero and yet Var(q·k) = κdₖ, κ = E q⁴ (3 for normals).

Independent vectors: n queries against n keys, all n² scores. Dependent ones: 50 n pairs (q, k).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.attention.score_std.dependence import DEPENDENCES, RHO, coefficients, pairs
from prep.demos.library.shared.image import histogram
from prep.demos.library.shared.random_entries import KURTOSIS, draw
from prep.demos.running.device import require_device
from prep.demos.spec import (
    Axis,
    Choice,
    Column,
    Distractor,
    Fact,
    Float,
    Form,
    Image,
    Int,
    Ints,
    NumberQuestion,
    Picture,
    Point,
    Scale,
    Series,
    demo,
)

if TYPE_CHECKING:
    from torch import Tensor

BINS, REACH = 60, 3.0
"""Of the histogram of scores: bins, and how many deviations of the widest width it shows on each side."""
PAIRS = 50
"""Pairs per unit of n when q and k depend on each other: their scores share no vectors, so more are needed."""


def theory(d: float, law: str, dependence: str, mean: float) -> dict[str, float]:
    a, b = coefficients(law, dependence, mean)
    return {"std": math.sqrt(a * d**2 + b * d), "mean": d * (mean**2 + (RHO if dependence == "aligned" else 0))}


def symbol(d: str, law: str, dependence: str, mean: float) -> str:
    """Theory's standard deviation in symbols: "√512", "√(3dₖ)", "√(dₖ² + 2dₖ)"."""
    a, b = coefficients(law, dependence, mean)
    linear = f"{b:.3g}·{d}" if b != 1 else d
    return f"√({d}² + {linear})" if a and b else d if a else f"√{d}" if b == 1 else f"√({linear})"


def tolerance(point: Point, n: int, law: str, dependence: str) -> float:
    """Four standard errors, and a share 1/n: subtracting the measured mean narrows the spread by less than that.

    Products of dependent Student-5 entries have tail index 5/2, so their variance settles like (50 n)^(−1/5) only.
    """
    if point.series == "mean":
        return 4 * point.se
    slow = 3 * (PAIRS * n) ** -0.2 if law == "student5" and dependence != "none" else 0
    return 4 * point.se + (1 / n + slow) * point.y


def intro(n: int, d_k: tuple[int, ...], law: str, dependence: str, mean: float) -> str:
    entries = {
        "normal": "standard-normal entries",
        "uniform": "uniform entries of unit variance",
        "rademacher": "entries ±1",
        "laplace": "Laplace entries of unit variance",
        "student5": "Student-5 entries of unit variance",
    }[law]
    shifted = f" shifted by {mean:g}" if mean else ""
    widths = "one head width" if len(d_k) == 1 else f"{len(d_k)} head widths"
    tie = {
        "random-sign": "kᵢ = ±qᵢ, one fair sign for each coordinate",
        "shared-sign": "k = ±q, one fair sign for all",
        "aligned": f"kᵢ correlated with qᵢ by {RHO:g}",
    }.get(dependence)
    if tie:
        return (
            f"{PAIRS * n:,} pairs of a query and a key with {entries}{shifted}, and {tie}. "
            f"We measure the standard deviation of q·k, for {widths} dₖ."
        )
    return (
        f"{n:,} queries and {n:,} keys with independent {entries}{shifted}. We take all {n * n:,} products q·k "
        f"and measure their standard deviation, for {widths} dₖ."
    )


def question(d: float, law: str, dependence: str, mean: float) -> NumberQuestion:
    return NumberQuestion(
        f"At dₖ = {d:g} the standard deviation of q·k is about",
        "std",
        d,
        within=0.1,
        formula=symbol(f"{d:g}", law, dependence, mean),
    )


def series(law: str, dependence: str, mean: float) -> tuple[Series, ...]:
    return (
        Series("std", "measured ± 2 s.e.", f"theory {symbol('dₖ', law, dependence, mean)}", decimals=2),
        Series("mean", "mean of q·k", "theory", plotted=False, decimals=3),
    )


def remark(outcome: Outcome) -> str:
    """How the spread grows between the first and the last width."""
    stds = sorted((p for p in outcome.points if p.series == "std"), key=lambda p: p.x)
    first, last = stds[0], stds[-1]
    if first.x == last.x:
        return f"At dₖ = {last.x:g} the spread is {last.y / math.sqrt(last.x):.3g} times √dₖ."
    wider, spread = last.x / first.x, last.y / first.y
    power = math.log(spread) / math.log(wider)
    law = (
        "like √dₖ, not dₖ"
        if abs(power - 0.5) < 0.05
        else "like dₖ itself, not √dₖ"
        if abs(power - 1) < 0.05
        else f"like dₖ to the power {power:.2f}"
    )
    return (
        f"The spread grows {law}: from {first.x:g} to {last.x:g} the width grows {wider:.3g}-fold, "
        f"the spread {spread:.3g}-fold."
    )


def pictures(d_k: tuple[int, ...], dependence: str) -> tuple[Picture, ...]:
    """How the scores widen; of pairs that depend on each other only the spread is shown."""
    reach = REACH * max(d_k) ** 0.5
    strips = Picture(
        "scores", "how often each score q·k comes, at each width", Form.HISTOGRAM, low=-reach, high=reach, across="q·k"
    )
    return (strips,) if dependence == "none" else ()


def linear_misses(outcome: Outcome) -> float:
    """How many tolerances the claim "std = dₖ" is off, where it is off most."""
    stds = [p for p in outcome.points if p.series == "std"]
    return max(abs(p.y - p.x) / (outcome.tolerance("std", p.x) or math.inf) for p in stds)


@demo(
    name="attention.score-std",
    title="How wide are raw attention scores?",
    intro=intro,
    parameters=(
        Ints("d_k", (8, 64, 128, 512), 1, 4096, label="dₖ", note="head widths"),
        Int("n", 1000, 100, 4000, scale=Scale.LOG, note="queries, and as many keys"),
        Choice("law", "normal", tuple(KURTOSIS), note="of the entries, at unit variance"),
        Choice("dependence", "none", DEPENDENCES, front=False, note="between a query and its key"),
        Float("mean", 0.0, 0.0, 1.0, front=False, note="of the entries of both"),
        Int("seed", 0, 0, 2**31 - 1),
        Choice("device", "cpu", ("cpu", "cuda"), front=False),
    ),
    question=question,
    x=Axis("dₖ", "d_k", Scale.TWOS),
    y=Axis("standard deviation of q·k", scale=Scale.LOG),
    series=series,
    columns=(
        Column("measured", "std"),
        Column("±", "std", Fact.ERROR),
        Column("theory", "std", Fact.THEORY),
        Column("ratio", "std", Fact.RATIO, decimals=3),
        Column("mean", "mean", wide=True),
    ),
    xs=lambda d_k: d_k,
    unit="widths",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors and a share 1/n",
    remark=remark,
    distractor=Distractor("the spread is dₖ", linear_misses),
    source="Vaswani et al. 2017, Attention Is All You Need, §3.2.1, note 4",
    pictures=pictures,
    needs=lambda d_k, n: (28 * n * n + 24 * n * max(d_k)) / 2**20,  # S four times, once in float64; Q and K
    quick={"d_k": (8, 128), "n": 500},
)
def score_std(
    d_k: tuple[int, ...], n: int, law: str, dependence: str, mean: float, seed: int, device: str
) -> Iterator[Point | Image]:
    import torch

    require_device(device)
    g = torch.Generator().manual_seed(seed)  # on the CPU: the same draws on every device
    for d in d_k:
        if dependence == "none":
            Q = draw(law, n, d, g).to(device) + mean  # (n, d)
            K = draw(law, n, d, g).to(device) + mean  # (n, d)
            S = Q @ K.T  # (n, n)
            yield Point("std", d, S.std().item(), _crossed_error((S - S.mean()) ** 2) / (2 * S.std().item()))
            yield Point("mean", d, S.mean().item(), _crossed_error(S))
            yield histogram("scores", d, S, BINS, -REACH * max(d_k) ** 0.5, REACH * max(d_k) ** 0.5)
        else:
            s = torch.cat([pairs(law, dependence, mean, n, d, g, device) for _ in range(PAIRS)])  # (50 n,)
            square = (s - s.mean()) ** 2
            root = math.sqrt(len(s))
            yield Point("std", d, s.std().item(), square.std().item() / root / (2 * s.std().item()))
            yield Point("mean", d, s.mean().item(), s.std().item() / root)


def _crossed_error(F: Tensor) -> float:
    """Standard error of the mean of F, whose n² entries f(qᵢ, kⱼ) share only 2n independent vectors.

    A row's mean varies with its query, a column's with its key: Var ≈ (var of row means + var of column means) / n.
    Each holds the interaction's share var_qk / n², which belongs there once: one is taken away, one is left.
    For standard normals this estimates Var(s²)/dₖ² = 4/(n dₖ) + 2(1 + 1/dₖ)/n².
    """
    n = len(F)
    F = F.double()  # (n, n)
    rows, columns = F.mean(1).var().item(), F.mean(0).var().item()
    interaction = max(F.var().item() - rows - columns, 0.0)
    return math.sqrt(max((rows + columns) / n - interaction / n**2, interaction / n**2))
