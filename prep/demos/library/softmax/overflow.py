"""Where does exp overflow, and what does subtracting the maximum save?

exp(x) is infinite as soon as it would exceed the largest number of the format, so from x = ln(max) on; max is nearly
2^(2^(e−1)) with e exponent bits, hence ln(max) ≈ 2^(e−1) ln 2: the exponent bits decide, not the digits. float16 has 5
(11.09), bfloat16 and float32 have 8 (88.7), float64 has 11 (709.8). Softmax is unchanged when a constant is subtracted
from all scores: with the maximum subtracted the largest exponential is 1, and what underflows is below a rounding.

Source: Blanchard, Higham & Higham 2021, Accurately computing the log-sum-exp and softmax functions, §1-3.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import at, brief, off
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

if TYPE_CHECKING:
    from torch import dtype

DIGITS = {11: 53, 8: 24, 5: 11}
"""Significant bits of float64, float32 and float16, by exponent bits."""
NAMES = {11: "float64", 8: "float32", 5: "float16"}
BFLOAT16 = 8
"""Its significant bits; it shares the exponent bits of float32."""


def largest(e: float, digits: float) -> float:
    """ln of the largest finite number with e exponent bits and so many significant bits."""
    return (2 ** (e - 1)) * math.log(2) + math.log1p(-(2.0**-digits))


def spacing(x: float, digits: int) -> float:
    """Distance of neighbouring numbers of the format near x."""
    return 2.0 ** (math.floor(math.log2(x)) + 1 - digits)


def theory(e: float, z: float) -> dict[str, float]:
    """ln(max); naive softmax survives below it; the stable one is right up to rounding."""
    digits = DIGITS.get(round(e), 53)
    known = {"overflow": largest(e, digits), "stable-error": 0.0, "naive-survives": float(z < largest(e, digits))}
    return known | ({"bfloat16": largest(8, BFLOAT16)} if e == 8 else {})


def tolerance(point: Point, z: float) -> float:
    """The next number of the format beyond ln(max); for softmax three roundings and those of z and z − 1."""
    digits = BFLOAT16 if point.series == "bfloat16" else DIGITS[round(point.x)]
    if point.series == "stable-error":
        return 2 * spacing(max(z, 2), digits) + 3 * 2.0**-digits
    return 0.0 if point.series == "naive-survives" else spacing(point.y, digits)


def exponents(dtype: str) -> tuple[int, ...]:
    """Exponent bits to try; those of the format that is asked about come last."""
    asked = next((e for e, name in NAMES.items() if name == dtype), 8)
    return (*(e for e in NAMES if e != asked), asked)


def question(e: float, dtype: str) -> NumberQuestion:
    asked = exponents(dtype)[-1]
    return NumberQuestion(
        f"The first x at which exp(x) overflows in {dtype} ({asked} exponent bits) is about",
        "bfloat16" if dtype == "bfloat16" else "overflow",
        asked,
        within=0.1,
        formula="ln(max)",
    )


def remark(outcome: Outcome, z: float) -> str:
    """Where the 16-bit formats overflow, which formats the naive softmax survives, and how wrong the stable one is."""
    half, brain = at(outcome, "overflow", 5), at(outcome, "bfloat16", 8)
    dead = [NAMES[round(p.x)] for p in outcome.points if p.series == "naive-survives" and not p.y]
    wrong = max(p.y for p in outcome.points if p.series == "stable-error")
    naive = (
        f"The naive softmax of ({z:g}, {z - 1:g}, 0) is not a number in {', '.join(dead)}"
        if dead
        else (f"The naive softmax of ({z:g}, {z - 1:g}, 0) survives in all formats")
    )
    return (
        f"Of the 16-bit formats float16 overflows at {half:.4g} and bfloat16 at {brain:.4g}. {naive}; with the "
        f"maximum subtracted the error is at most {brief(wrong)} everywhere."
    )


def sixteen_bits_are_alike(outcome: Outcome) -> float:
    """How far bfloat16 is from overflowing where float16 does, in tolerances."""
    return off(outcome, "bfloat16", 8, at(outcome, "overflow", 5))


@demo(
    name="softmax.overflow",
    title="From which score on does exp overflow?",
    intro=lambda z: (
        "We search, in each floating-point format, the first x whose exponential is infinite. Then we take "
        f"the softmax of ({z:g}, {z - 1:g}, 0) twice: as the formula is written, and with the maximum "
        "subtracted first."
    ),
    parameters=(
        Choice("dtype", "float16", ("float16", "bfloat16", "float32", "float64"), note="the format asked about"),
        Float("z", 1000.0, 1.0, 10000.0, scale=Scale.LOG, note="the largest of three scores"),
        Int("seed", 0, 0, 2**31 - 1, front=False, note="nothing is random here"),
    ),
    question=question,
    x=Axis("exponent bits", "e"),
    y=Axis("first x with exp(x) = ∞", scale=Scale.LOG),
    series=(
        Series("overflow", "float16, float32, float64", "theory ln(max)", decimals=2),
        Series("bfloat16", "bfloat16", "theory ln(max)", plotted=False, decimals=2),
        Series("naive-survives", "naive softmax is finite", plotted=False, decimals=0),
        Series("stable-error", "error of the stable softmax", "theory", plotted=False, decimals=1),
    ),
    columns=(
        Column("overflow", "overflow"),
        Column("theory", "overflow", Fact.THEORY),
        Column("bfloat16", "bfloat16"),
        Column("naive ok", "naive-survives"),
        Column("stable error", "stable-error", wide=True),
    ),
    xs=exponents,
    unit="formats",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="one number of the format; rounding for softmax",
    remark=remark,
    distractor=Distractor("both 16-bit formats overflow at the same x", sixteen_bits_are_alike),
    source="Blanchard, Higham & Higham 2021, Accurately computing the log-sum-exp and softmax functions, §1-3",
)
def overflow(z: float, dtype: str) -> Iterator[Point]:
    import torch

    for e in exponents(dtype):
        format = {11: torch.float64, 8: torch.float32, 5: torch.float16}[e]
        yield Point("overflow", e, _first_infinite(format))
        if e == 8:
            yield Point("bfloat16", e, _first_infinite(torch.bfloat16))
        s = torch.tensor([z, z - 1, 0.0], dtype=torch.float64)  # (3,)
        low = s.to(format)  # (3,)
        naive = low.exp() / low.exp().sum()  # (3,)
        yield Point("naive-survives", e, float(naive.isfinite().all()))
        exact = torch.exp(s - s.max()) / torch.exp(s - s.max()).sum()  # (3,)
        yield Point("stable-error", e, (low.softmax(0).double() - exact).abs().max().item())


def _first_infinite(format: dtype) -> float:
    """The smallest number of the format whose exponential, taken in the format, is infinite, by bisection."""
    import torch

    finite, infinite = 1.0, 1024.0
    while True:
        middle = torch.tensor((finite + infinite) / 2, dtype=torch.float64).to(format)
        if not finite < middle.item() < infinite:  # they are neighbours
            return infinite
        if middle.exp().isinf():
            infinite = middle.item()
        else:
            finite = middle.item()
