"""Which step checks a gradient best? The error of one-sided and central differences over h.

f(x) = 1/x on [1.25, 1.75], because its differences are exact: (f(x+h) − f(x−h))/2h = −1/(x² − h²) is off by
h²/x²(x² − h²), one side is −1/x(x+h) and off by h/x²(x+h). The values are rounded, and no more: x and h are multiples
of powers of two, so x ± h is exact, and division rounds 1/x correctly. Its rounding errors are spread evenly over
one ulp, 2⁻⁵³ for values in [½, 1) in float64 (2⁻²⁴ in float32). Two of them are divided by 2h or by h: a mean square of
ulp²/24h² or ulp²/6h². So central differences are best where h² balances u/h, near u^(1/3), one-sided ones near √u.

The root mean square over x is compared; the tolerance is four standard errors of it, two ulps for what autograd rounds,
and ulp/200h: at the shortest step f(x+h) − f(x) sweeps 20 ulps only, and the part of a period that is left over moves
the mean square of the rounding by up to 2 %.
Source: Press et al. 2007, Numerical Recipes, §5.7; Higham 2002, Accuracy and Stability of Numerical Algorithms, §1.14.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import at, brief, off
from prep.demos.library.shared.sample import sample_mean
from prep.demos.spec import (
    Axis,
    Choice,
    Column,
    Distractor,
    Fact,
    Int,
    Item,
    OrderQuestion,
    Point,
    Scale,
    Series,
    demo,
)

LOW, HIGH = 1.25, 1.75
BITS = {"fp64": 53, "fp32": 24}
"""An ulp of values in [½, 1) is 2 to the power of minus this."""
HALVINGS = {"fp64": (3, 6, 10, 14, 17, 20, 24, 27, 32, 37, 42, 47), "fp32": (3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18)}
ASKED = {"fp64": (6, 17, 27, 42), "fp32": (4, 8, 12, 18)}
"""About u^(1/3) and √u, and a step on either side: h is 2 to the power of minus these."""


def theory(h: float, dtype: str) -> dict[str, float]:
    """Root mean squares over x: truncation by Simpson's rule, rounding by the ulp."""
    ulp = 2.0 ** -BITS[dtype]
    xs = [LOW + (HIGH - LOW) * i / 200 for i in range(201)]
    weights = [1 if i in (0, 200) else 4 if i % 2 else 2 for i in range(201)]
    central = [(h**2 / (x**2 * (x**2 - h**2))) ** 2 for x in xs]
    one_sided = [(h / (x**2 * (x + h))) ** 2 for x in xs]
    squares = {"central": (central, ulp**2 / (24 * h**2)), "one-sided": (one_sided, ulp**2 / (6 * h**2))}
    return {
        name: math.sqrt(math.fsum(w * y for w, y in zip(weights, ys, strict=True)) / 600 + rounding)
        for name, (ys, rounding) in squares.items()
    }


def tolerance(point: Point, dtype: str) -> float:
    """Besides: a root bends by at most its relative error's square."""
    ulp = 2.0 ** -BITS[dtype]
    return 4 * point.se + 16 * point.se**2 / point.y + ulp / point.x / 200 + 2 * ulp


def question(_: float, dtype: str) -> OrderQuestion:
    return OrderQuestion(
        f"A gradient is checked in {dtype} by central differences. Order the steps h by their error.",
        tuple(Item(f"h = {brief(2.0**-k, 2)}", "central", 2.0**-k) for k in ASKED[dtype]),
    )


def remark(outcome: Outcome) -> str:
    """The best step of each, and what the shortest costs."""
    best = {
        name: min((p for p in outcome.points if p.series == name), key=lambda p: p.y)
        for name in ("central", "one-sided")
    }
    short = min(outcome.sheet.xs)
    return (
        f"Central differences are best at h = {brief(best['central'].x, 2)}, off by {brief(best['central'].y, 2)}; "
        f"one-sided ones at {brief(best['one-sided'].x, 2)}, off by {brief(best['one-sided'].y, 2)}. "
        f"At h = {brief(short, 2)} the error is {brief(at(outcome, 'central', short), 2)}: rounding alone."
    )


def shorter_is_better(outcome: Outcome) -> float:
    """How far the error of the shortest step is from its truncation, which is next to nothing, in tolerances."""
    return off(outcome, "central", min(outcome.sheet.xs), 0.0)


@demo(
    name="autograd.check",
    title="Which step checks a gradient best?",
    intro=lambda dtype, n: (
        f"The derivative of 1/x at {n:,} points between {LOW} and {HIGH}, by central and by one-sided differences in "
        f"{dtype}, against autograd in fp64. We measure the root mean square error over the step h."
    ),
    parameters=(
        Choice("dtype", "fp64", ("fp64", "fp32"), note="in which the differences are computed"),
        Int("n", 10_000, 1000, 100_000, scale=Scale.LOG, front=False, note="points x"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("step h", "h", Scale.LOG),
    y=Axis("error", scale=Scale.LOG),
    series=(
        Series("central", "central", "theory h² and u/h", decimals=2),
        Series("one-sided", "one-sided", "theory h and u/h", decimals=2),
    ),
    columns=(
        Column("central", "central"),
        Column("theory", "central", Fact.THEORY),
        Column("one-sided", "one-sided"),
        Column("theory", "one-sided", Fact.THEORY),
    ),
    xs=lambda dtype: tuple(2.0**-k for k in HALVINGS[dtype]),
    unit="steps",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors; ulp/200h; two ulps",
    remark=remark,
    distractor=Distractor("the shorter the step, the smaller the error", shorter_is_better),
    source="Press et al. 2007, Numerical Recipes, §5.7; Higham 2002, §1.14",
    quick={"n": 5000},
)
def check(dtype: str, n: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    fine = 2 ** {"fp64": 45, "fp32": 20}[dtype]  # x is a multiple of 1/fine, so that x ± h is exact
    x = torch.randint(int(LOW * fine), int(HIGH * fine), (n,), generator=g).double() / fine  # (n,)
    x.requires_grad_()
    exact = torch.autograd.grad((1 / x).sum(), x)[0]  # (n,)
    at = x.detach().to({"fp64": torch.float64, "fp32": torch.float32}[dtype])
    for h in (2.0**-k for k in HALVINGS[dtype]):
        central = (1 / (at + h) - 1 / (at - h)) / (2 * h)
        one_sided = (1 / (at + h) - 1 / at) / h
        for name, found in (("central", central), ("one-sided", one_sided)):
            squares = sample_mean(name, h, (found.double() - exact).square())
            root = math.sqrt(squares.y)
            yield Point(name, h, root, squares.se / (2 * root))
