"""Why is E[x²] − E[x]² a bad variance? Its relative error in float32 against mean over standard deviation.

Both terms are near µ² and are rounded to a share u = 2⁻²⁴ each; their difference is σ². So the relative error is of the
order u(µ/σ)², a formula for the order only: the result is a whole number of spacings of µ², may be zero and may be
negative. Subtracting the mean first (two passes) has an error near u, plus the square of the mean's own rounding, of
about uµ/2: (uµ/2σ)². torch.var takes Welford's update in float64 and rounds once. More numbers don't help: the rounding
of the final terms doesn't average out.

Tolerance: four standard errors of the median, and a factor F = 2 + √m either way. The roundings of E[x²], of E[x] and
of its square are half a spacing each, E[x]'s counting twice: together ½ to 2 uµ² in a typical sample. torch sums in
four levels of m = 16 terms (32 from half a million numbers on), whose roundings add up to √m if they go either way.

Sources: Higham 2002, Accuracy and Stability of Numerical Algorithms, §1.7 and §1.9; Welford 1962.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import brief, off
from prep.demos.library.shared.sample import sample_median
from prep.demos.spec import (
    Axis,
    ChoiceQuestion,
    Column,
    Distractor,
    Fact,
    Int,
    Ints,
    Option,
    Point,
    Scale,
    Series,
    demo,
)

U = 2.0**-24
"""Half the spacing of float32 at 1."""


def theory(ratio: float) -> dict[str, float]:
    """Orders of the relative errors."""
    return {"naive": U * (1 + ratio**2), "two-pass": U + (U * ratio / 2) ** 2, "torch": U}


def tolerance(point: Point, n: int, samples: int) -> float:
    """The factor of the docstring; two passes have the mean's error squared. torch.var's one rounding is at most u.

    Once a spacing of µ² exceeds σ², up to three in ten results are exactly zero: of fewer than 84 samples it may be
    more than half (four standard errors), and with them the median, as if nothing of the theory were there.
    """
    if point.series == "torch":
        return U + 1e-12  # of sums in float64
    factor = 2 + math.sqrt(2 ** max(4, math.ceil(math.log2(n)) // 4))
    if point.series == "two-pass":
        factor **= 2
    expected = theory(point.x)[point.series]
    if point.series == "naive" and samples < 84 and 2 * U * point.x**2 > 1:
        return 4 * point.se + max(point.y, expected)
    return 4 * point.se + max(point.y, expected) * (1 - 1 / factor)


def question(ratio: float) -> ChoiceQuestion:
    return ChoiceQuestion(
        f"Numbers have mean {ratio:g} and standard deviation 1. In float32 the relative error of "
        "E[x²] − E[x]² is typically",
        "naive",
        ratio,
        (
            Option("about 1e−7", -math.inf, 1e-5),
            Option("below a per cent", 1e-5, 0.01),
            Option("some per cent", 0.01, 0.6),
            Option("as large as the variance, or larger", 0.6, math.inf),
        ),
    )


def remark(outcome: Outcome) -> str:
    """The worst ratio: typical error, share of negative results, and what two passes do there."""
    worst = max(outcome.sheet.xs)
    y = {p.series: p.y for p in outcome.points if p.x == worst}
    signs = f"{100 * y['negative']:.0f} % of the results are negative" if y["negative"] else "no result is negative"
    off = float(f"{y['naive']:.2g}")
    return (
        f"At µ/σ = {worst:g} the naive variance is typically off by {off:,g} times the variance, and {signs}. "
        f"Two passes are off by {brief(y['two-pass'])}, torch.var, which adds in float64, by {brief(y['torch'])}."
    )


def every_formula_suffers(outcome: Outcome) -> float:
    """How far the two-pass error is below u(µ/σ)², in tolerances."""
    worst = max(outcome.sheet.xs)
    return off(outcome, "two-pass", worst, U * worst**2)


@demo(
    name="precision.cancellation",
    title="Why is E[x²] − E[x]² a bad variance?",
    intro=lambda n, samples: (
        f"{samples} samples of {n:,} float32 numbers with standard deviation 1 and ever larger "
        "mean µ. We compare three variances with that of the same numbers in float64, and take the median error."
    ),
    parameters=(
        Ints("ratio", (1, 10, 100, 1000, 10000, 100000), 1, 100000, label="µ/σ", scale=Scale.LOG),
        Int("n", 10_000, 100, 1_000_000, scale=Scale.LOG, note="numbers in a sample"),
        Int("samples", 100, 10, 1000, scale=Scale.LOG, front=False),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("mean over deviation µ/σ", "ratio", Scale.LOG),
    y=Axis("relative error", scale=Scale.LOG),
    series=(
        Series("naive", "E[x²] − E[x]²", "order u(µ/σ)²", decimals=4),
        Series("two-pass", "mean subtracted first", "u + (uµ/2σ)²", decimals=4),
        Series("torch", "torch.var", "theory, about u", plotted=False, decimals=4),
        Series("negative", "negative variances", plotted=False, percent=True, decimals=0),
    ),
    columns=(
        Column("naive", "naive"),
        Column("u(µ/σ)²", "naive", Fact.THEORY),
        Column("two passes", "two-pass"),
        Column("torch.var", "torch", wide=True),
        Column("negative", "negative"),
    ),
    xs=lambda ratio: ratio,
    unit="ratios",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="the order: a factor 2 + √m either way, m the terms in a level of torch's sums",
    remark=remark,
    distractor=Distractor("every formula for the variance suffers from a large mean", every_formula_suffers),
    source="Higham 2002, Accuracy and Stability of Numerical Algorithms, §1.7 and §1.9",
    quick={"samples": 10},
)
def cancellation(ratio: tuple[int, ...], n: int, samples: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    at_once = max(2, 2**20 // n)  # torch.var takes the mean of a single row in float32
    for r in ratio:
        naive, two_pass, by_torch, negative = [], [], [], []
        for start in range(0, samples - 1, at_once):
            rows = min(at_once, samples - start) + (samples - start == at_once + 1)
            x = (r + torch.randn(rows, n, generator=g, dtype=torch.float64)).float()  # (rows, n)
            true = x.double().var(1, unbiased=False)  # (rows,)
            difference = (x * x).mean(1) - x.mean(1) ** 2  # (rows,), float32
            naive.append((difference.double() - true).abs() / true)
            negative.append(difference < 0)
            two_pass.append((((x - x.mean(1, keepdim=True)) ** 2).mean(1).double() - true).abs() / true)
            by_torch.append((x.var(1, unbiased=False).double() - true).abs() / true)
        yield sample_median("naive", r, torch.cat(naive))
        yield sample_median("two-pass", r, torch.cat(two_pass))
        yield sample_median("torch", r, torch.cat(by_torch))
        yield Point("negative", r, torch.cat(negative).double().mean().item())
