"""Does RoPE depend on the distance only, does its score decay with it, and what do low-precision positions break?

RoPE turns coordinate pair i of q and k by the angle position·θᵢ, θᵢ = base^(−2i/d). A rotation by m and one by n leave
a rotation by n − m in the product, so a common shift changes nothing. For q = k = (1, …, 1) the score at distance r is
2 Σ cos(rθᵢ): it falls on the whole, but it oscillates. For independent q and k there is no decay at all: a rotation
keeps the spread √d at every distance.

Positions in bfloat16 have 8 significant bits, so from 256 on neighbours share a position: the score is that of another
distance, bf16(shift + r) − bf16(shift).

Source: Su et al. 2021, RoFormer, §3.2-3.4.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.sample import sample_root
from prep.demos.spec import (
    Axis,
    Choice,
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

DISTANCES = (1, 2, 5, 10, 20, 50, 100, 200, 400, 700, 1000, 1400, 2000, 3000)
PAIRS = 4000
"""Random pairs q, k per distance."""
UNIT = {"fp64": 2.0**-53, "fp32": 2.0**-24, "bf16": 2.0**-24}
"""Rounding of the angles; bf16 positions are widened to float32 before they are multiplied."""


def angles(d: int, base: float) -> list[float]:
    """θᵢ = base^(−2i/d), i = 0 … d/2 − 1."""
    return [base ** (-i / (d // 2)) for i in range(d // 2)]


def aligned(r: float, d: int, base: float) -> float:
    """Score of q = k = (1, …, 1) at distance r: 2 Σ cos(rθᵢ)."""
    return 2 * math.fsum(math.cos(r * theta) for theta in angles(d, base))


def stored(position: float, dtype: str) -> float:
    """The position as the format holds it: 8 significant bits in bf16, ties to even; fp32 is exact up to 2²⁴."""
    if dtype != "bf16" or position == 0:
        return position
    ulp = 2.0 ** (math.floor(math.log2(position)) - 7)
    return round(position / ulp) * ulp


def theory(r: float, d: int, base: float, shift: int, dtype: str) -> dict[str, float]:
    """The score at the distance that the stored positions have; shifting costs its difference to the true one."""
    kept = stored(shift + r, dtype) - stored(shift, dtype)
    here, there = aligned(r, d, base), aligned(kept, d, base)
    return {"score": here, "shifted": there, "shift-error": abs(there - here), "spread": math.sqrt(d // 2 * 2)}


def tolerance(point: Point, d: int, base: float, shift: int, dtype: str) -> float:
    """Four standard errors for random pairs; else bounds of the rounding, with the unit roundoff u.

    Of the score's slope in an angle, at most 2 a pair, each product position·θ takes its u, in q and in k, and θ, which
    is good to 2u and is the same in both, counts r times: 8u(shift + r)Σθ. Cosines and sines to 2u make an entry of q
    or k err by 6u at most, so 16u a coordinate. The dot product of d terms runs in float64: d²·2⁻⁵³. Theory's own
    angles rθ, in float64, err by 3u: 6u rΣθ.
    """
    if point.series == "spread":
        return 4 * point.se
    turns, moved = math.fsum(angles(d, base)), point.series != "score"
    far = point.x + (shift if moved else 0)
    own = 2.0**-53 * (8 * point.x * turns + 16 * d + d**2 + 6 * far * turns)
    return own + (UNIT[dtype] * (8 * far * turns + 16 * d) if moved else 0)


def question(r: float, d: int, shift: int, dtype: str) -> ChoiceQuestion:
    return ChoiceQuestion(
        f"Shift query and key, {r:g} apart, by {shift:,} positions (kept in {dtype}). Their score, at most {d}, moves",
        "shift-error",
        r,
        (
            Option("not at all, up to rounding", -math.inf, 0.2),
            Option(f"by less than √{d}", 0.2, math.sqrt(d)),
            Option(f"by more than √{d}", math.sqrt(d), math.inf),
        ),
    )


def remark(outcome: Outcome) -> str:
    """The largest change by shifting, and whether the score only falls."""
    worst = max((p for p in outcome.points if p.series == "shift-error"), key=lambda p: p.y)
    scores = sorted((p.x, p.y) for p in outcome.points if p.series == "score")
    rises = [(a[0], b[0]) for a, b in pairwise(scores) if b[1] > a[1]]
    shape = (
        f"The score doesn't only fall with distance: it rises from {rises[0][0]:g} to {rises[0][1]:g}."
        if rises
        else "Over these distances the score falls at each step."
    )
    most = f"{worst.y:.2g}".replace("-", "−")
    return f"Shifting changed a score by at most {most}, at distance {worst.x:g}. {shape}"


def only_falls(outcome: Outcome) -> float:
    """The largest rise of the score from one distance to the next, in tolerances."""
    scores = sorted((p for p in outcome.points if p.series == "score"), key=lambda p: p.x)
    return max((b.y - a.y) / (outcome.tolerance("score", b.x) or math.inf) for a, b in pairwise(scores))


@demo(
    name="positions.rope",
    title="Is RoPE relative, and does it decay?",
    intro=lambda d, base, shift, dtype: (
        f"RoPE of width {d // 2 * 2} with base {base:g}. We measure the score of "
        f"q = k = (1, …, 1) at several distances, once from position 0 and once from {shift:,} (kept in {dtype}), "
        "and the spread of the scores of random q and k."
    ),
    parameters=(
        Ints("distance", DISTANCES, 0, 100_000, label="r", front=False, note="between query and key"),
        Int("d", 64, 16, 256, scale=Scale.TWOS, note="width of a head, rounded down to even"),
        Float("base", 1e4, 1e2, 1e7, scale=Scale.LOG, note="of the angles"),
        Int("shift", 7777, 0, 1_000_000, scale=Scale.LOG, note="added to both positions"),
        Choice("dtype", "fp64", ("fp64", "fp32", "bf16"), note="that holds the shifted positions"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("r", "r", Scale.LOG),
    y=Axis("score"),
    series=(
        Series("score", "q = k", "theory 2 Σ cos(rθᵢ)", decimals=2),
        Series("shifted", "the same, shifted", decimals=2),
        Series("shift-error", "change by the shift", "theory", plotted=False, decimals=2),
        Series("spread", "spread for random q, k", "theory √d", plotted=False, decimals=2),
    ),
    columns=(
        Column("score", "score"),
        Column("theory", "score", Fact.THEORY),
        Column("shifted", "shifted"),
        Column("change", "shift-error"),
        Column("random: std", "spread", wide=True),
        Column("theory", "spread", Fact.THEORY, wide=True),
    ),
    xs=lambda distance: distance,
    unit="distances",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="rounding of the angles; four standard errors for the spread",
    remark=remark,
    distractor=Distractor("the score falls with every further step", only_falls),
    source="Su et al. 2021, RoFormer: Enhanced Transformer with Rotary Position Embedding, §3.2-3.4",
)
def rope(distance: tuple[int, ...], d: int, base: float, shift: int, dtype: str, seed: int) -> Iterator[Point]:
    import torch

    d = d // 2 * 2
    g = torch.Generator().manual_seed(seed)
    held = {"fp64": torch.float64, "fp32": torch.float32, "bf16": torch.bfloat16}[dtype]
    wide = torch.float32 if dtype == "bf16" else held
    for r in distance:
        one = torch.ones(d, dtype=torch.float64)  # (d,)
        score = (rotated(one, 0, base) @ rotated(one, r, base)).item()
        positions = torch.tensor([shift, shift + r], dtype=torch.float64).to(held).to(wide)  # (2,)
        q, k = (rotated(one.to(wide), m, base) for m in positions)  # (d,)
        shifted = (q.double() @ k.double()).item()
        yield Point("score", r, score)
        yield Point("shifted", r, shifted)
        yield Point("shift-error", r, abs(shifted - score))
        Q, K = (torch.randn(PAIRS, d, generator=g, dtype=torch.float64) for _ in range(2))  # (pairs, d)
        s = (rotated(Q, 0, base) * rotated(K, r, base)).sum(1)  # (pairs,)
        yield sample_root("spread", r, s**2)  # E s² = d, as E s = 0


def rotated(x: Tensor, position: float | Tensor, base: float) -> Tensor:
    """R_position x, in the precision of x: pair i turned by position·θᵢ."""
    import torch

    d = x.shape[-1]
    theta = base ** (-torch.arange(0, d, 2, dtype=x.dtype) / d)  # (d/2,)
    cos, sin = (position * theta).cos(), (position * theta).sin()  # (d/2,)
    x1, x2 = x[..., 0::2], x[..., 1::2]  # (…, d/2)
    return torch.stack([x1 * cos - x2 * sin, x1 * sin + x2 * cos], -1).flatten(-2)  # (…, d)
