"""Does a small update arrive? A sum in low precision, rounded to nearest and stochastically.

A format with p significant bits has the spacing 2^{e+1−p} in [2^e, 2^{e+1}). An addend below half of it is lost, every
time: adding 1 for ever stalls at 2^p (256 in bfloat16, 2048 in float16, 16 777 216 in float32), and a weight of 1
never moves by steps of less than 2^{−p−1}. The bias doesn't cancel. Stochastic rounding goes up with probability equal
to the fraction that is cut: the mean over many copies is exact.

Theory for nearest rounding does the same sum in integers and fractions of plain math, ties to even. The stochastic mean
agrees within four standard errors, and what its float64 rounds.

Both ways of rounding run side by side; `rounding` says which of them is asked about. The sum starts at one of three
places, where a format stalls and where it doesn't. A weight under a learning rate of 10⁻³ is start=1 increment=-0.001.

Sources: IEEE 754; Gupta et al. 2015, Deep Learning with Limited Numerical Precision, §3; Micikevicius et al. 2018,
Mixed Precision Training, §3.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.rounding import rounded, spacing
from prep.demos.library.shared.sample import sample_mean, student
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
    from torch import Generator, Tensor, dtype

BITS = {"bf16": 8, "fp16": 11, "fp32": 24}
"""Significant bits p, the hidden one included."""
STALL = {"bf16": "2⁸", "fp16": "2¹¹", "fp32": "2²⁴"}
NAMES = {"bf16": "bfloat16", "fp16": "float16", "fp32": "float32"}


def begin(start: str, format: str) -> float:
    """Where the sum starts; "edge" is four ones below 2^p, where no loop of millions is needed to stall."""
    return 2.0 ** BITS[format] - 4 if start == "edge" else float(start)


@cache
def sums(format: str, start: str, increment: float, steps: int) -> tuple[float, ...]:
    """The sum after 0 … steps additions, rounded to nearest each time."""
    p, x = BITS[format], begin(start, format)
    addend, found = rounded(increment, p), [x]
    for _ in range(steps):
        x = rounded(x + addend, p)
        found.append(x)
    return tuple(found)


def theory(k: float, format: str, start: str, increment: float, steps: int) -> dict[str, float]:
    if k > steps:
        return {}
    nearest = sums(format, start, increment, steps)[round(k)]
    known = {"nearest": nearest, "stochastic": begin(start, format) + k * increment}
    return known | ({"threshold": spacing(nearest, BITS[format], increment) / 2} if nearest > 0 else {})


def tolerance(point: Point, format: str, copies: int) -> float:
    """None for nearest. The threshold is at least 2^{−p−1} of the sum, and is searched in a sum in float64, to 2⁻⁵² of
    it; torch rounds that to 16 bits by way of float32, which leaves 2⁻²³. The stochastic mean rounds once a step, and
    once a copy when it is taken.
    """
    if point.series == "threshold":
        return point.y * (2.0**-30 + 2.0 ** (BITS[format] + 1 - (52 if format == "fp32" else 23)))
    if point.series == "nearest":
        return 0.0
    return student(copies) * point.se + (point.x + copies) * 2**-53 * max(1.0, abs(point.y))


def question(k: float, format: str, start: str, increment: float, rounding: str) -> NumberQuestion:
    by = f"{increment:g}".replace("-", "−")
    stalls = increment == 1 and start != "1" and begin(start, format) + k > 2 ** BITS[format]
    ways = {"nearest": "to nearest: the sum is", "stochastic": "stochastically: the mean of many sums is"}
    return NumberQuestion(
        f"Start at {begin(start, format):.9g} and add {by} {k:g} times in {NAMES[format]}, rounding "
        f"{ways[rounding]} about",
        rounding,
        k,
        within=0.1,
        formula=STALL[format] if stalls and rounding == "nearest" else "",
    )


def remark(outcome: Outcome, increment: float) -> str:
    """How much of the way the sum has gone, and why."""
    last = outcome.sheet.xs[-1]
    y = {p.series: p.y for p in outcome.points if p.x == last}
    exact = outcome.expected("stochastic", last)
    if exact is None or y["nearest"] == exact:
        return f"Every one of the {last:g} additions arrived in full."
    told = (
        f"The exact sum is {exact:.9g}; rounded to nearest it is {y['nearest']:.9g}, rounded stochastically "
        f"{y['stochastic']:.3f} on average.".replace("-", "−")
    )
    least = y.get("threshold")
    return (
        told
        if least is None or abs(increment) > least
        else (f"{told} At {y['nearest']:.9g} only what exceeds {least:.3g} arrives, and {abs(increment):g} doesn't.")
    )


def errors_average_out(outcome: Outcome) -> float:
    """How far the nearest sum is from the exact one, in spacings of the format there."""
    last = outcome.sheet.xs[-1]
    point, exact = outcome.measured("nearest", last), outcome.expected("stochastic", last)
    assert point and exact is not None
    return abs(point.y - exact) / spacing(point.y, BITS[str(outcome.sheet.values["format"])])


@demo(
    name="precision.stagnation",
    title="Does a small update arrive?",
    intro=lambda format, start, increment, steps, copies: (
        f"We start at {begin(start, format):.9g} and add "
        f"{increment:g} in {steps:,} steps in {NAMES[format]}: rounded to nearest, as hardware does, and rounded "
        f"stochastically, in {copies:,} copies whose mean is shown."
    ),
    parameters=(
        Choice("format", "bf16", tuple(BITS)),
        Choice("start", "0", ("0", "1", "edge"), note="of the sum; edge is 2^p − 4"),
        Float("increment", 1.0, -1.0, 1.0, label="add", note="added in each step"),
        Choice("rounding", "nearest", ("nearest", "stochastic"), front=False, note="the one asked about"),
        Int("steps", 1000, 1, 2000, scale=Scale.LOG, note="additions"),
        Int("copies", 4000, 100, 10000, scale=Scale.LOG, front=False, note="with stochastic rounding"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("additions", "k"),
    y=Axis("sum"),
    series=lambda increment: (
        Series("nearest", "to nearest", "theory", decimals=0 if increment == 1 else 4),
        Series("stochastic", "stochastic mean", "exact sum", decimals=1 if increment == 1 else 4),
        Series("threshold", "least addend that arrives", "half the spacing", plotted=False, decimals=4),
    ),
    columns=(
        Column("nearest", "nearest"),
        Column("theory", "nearest", Fact.THEORY),
        Column("stochastic", "stochastic"),
        Column("exact", "stochastic", Fact.THEORY),
        Column("least addend", "threshold", wide=True),
    ),
    xs=lambda steps: tuple(sorted({max(1, steps * k // 10) for k in range(1, 11)})),
    unit="sums",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="exact; four standard errors for the stochastic mean",
    remark=remark,
    distractor=Distractor("rounding errors average out", errors_average_out),
    source="IEEE 754; Gupta et al. 2015, Deep Learning with Limited Numerical Precision, §3",
    quick={"copies": 1000},
)
def stagnation(format: str, start: str, increment: float, steps: int, copies: int, seed: int) -> Iterator[Point]:
    import torch

    low = {"bf16": torch.bfloat16, "fp16": torch.float16, "fp32": torch.float32}[format]
    g = torch.Generator().manual_seed(seed)
    x = torch.tensor(begin(start, format), dtype=low)  # ()
    addend = torch.tensor(increment, dtype=torch.float64).to(low)
    many = torch.full((copies,), begin(start, format), dtype=torch.float64)  # (copies,)
    xs = {max(1, steps * k // 10) for k in range(1, 11)}
    for k in range(1, steps + 1):
        x = x + addend
        many = _stochastic(many + increment, BITS[format], g)
        if k in xs:
            yield Point("nearest", k, x.item())
            yield sample_mean("stochastic", k, many)
            if x > 0:
                yield Point("threshold", k, _threshold(x, low, 1 if increment >= 0 else -1))


def _stochastic(x: Tensor, p: int, g: Generator) -> Tensor:
    """Each entry to p significant bits, up with probability equal to the fraction cut off."""
    import torch

    fraction, exponent = torch.frexp(x)  # (copies,)
    up = torch.rand(len(x), generator=g, dtype=x.dtype)
    return torch.ldexp((torch.ldexp(fraction, torch.tensor(p)) + up).floor(), exponent - p)


def _threshold(x: Tensor, low: dtype, sign: int) -> float:
    """The size of the least addend of this sign that changes x, by bisection."""
    lost, arrives = 0.0, x.item()
    while arrives - lost > arrives * 2**-32:
        middle = (lost + arrives) / 2
        if (x.double() + sign * middle).to(low) == x:
            lost = middle
        else:
            arrives = middle
    return arrives
