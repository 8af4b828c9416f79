"""Is a chain that accepts everything a good one? Random-walk Metropolis on N(0, 1) with proposals x + N(0, s²).

A move by d = y − x is accepted with probability min(1, e^{(x² − y²)/2}), on average over x of N(0, 1) with 2Φ(−|d|/2).
Over d of N(0, s²) that is an acceptance of (2/π)·arctan(2/s). The mean squared jump, d² of the accepted moves, is
(2/π)(s²·arctan(2/s) − 2s³/(s² + 4)); in equilibrium the correlation of neighbours is 1 less half of it. Small steps are
nearly always accepted and lead nowhere, large ones nearly never: the jump is largest at s = 2.43, with 44 % accepted.
In many dimensions the best acceptance is 23 %.

Chains begin in equilibrium, and means over a whole chain are independent between chains: their spread gives the error.

Sources: Gelman, Roberts & Gilks 1996, Efficient Metropolis Jumping Rules; Roberts, Gelman & Gilks 1997, Weak
Convergence and Optimal Scaling, Corollary 1.2 (23 %).
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, off
from prep.demos.library.shared.sample import sample_mean
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, NumberQuestion, Point, Scale, Series, demo

STEPS = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0)


def theory(s: float) -> dict[str, float]:
    jump = s**2 * math.atan(2 / s) - 2 * s**3 / (s**2 + 4)
    return {"acceptance": 2 / math.pi * math.atan(2 / s), "jump": 2 / math.pi * jump, "square": 1.0}


def tolerance(point: Point, chains: int, length: int) -> float:
    """Four standard errors over chains; Bernstein's z²/3 for moves that are rare: of 1, or of four deviations."""
    largest = {"acceptance": 1.0, "jump": min(4 * point.x, 8.0) ** 2}.get(point.series, 0.0)
    return 4 * point.se + 16 * largest / (3 * chains * length)


def question(s: float) -> NumberQuestion:
    return NumberQuestion(
        f"A Metropolis chain on N(0, 1) proposes x + N(0, {s:g}²). In equilibrium the share (0 to 1) of accepted "
        "proposals is about",
        "acceptance",
        s,
        formula="(2/π)·arctan(2/s)",
    )


def remark(outcome: Outcome, s: float) -> str:
    """Which step goes far, and what the smallest one's acceptance is worth."""
    xs = outcome.sheet.xs
    far, small = max(xs, key=lambda x: at(outcome, "jump", x)), min(xs)
    return (
        f"Of these steps s = {far:g} jumps farthest: {at(outcome, 'jump', far):.3g} squared, with "
        f"{100 * at(outcome, 'acceptance', far):.0f} % accepted. s = {small:g} has "
        f"{100 * at(outcome, 'acceptance', small):.0f} % accepted and jumps {at(outcome, 'jump', small):.2g}: "
        f"neighbours correlate with {1 - at(outcome, 'jump', small) / 2:.3f}."
    )


def accepting_mixes(outcome: Outcome) -> float:
    """How far the jump of the most accepting chain is from the largest, in tolerances."""
    best = max(outcome.sheet.xs, key=lambda x: at(outcome, "acceptance", x))
    return off(outcome, "jump", best, max(at(outcome, "jump", x) for x in outcome.sheet.xs))


@demo(
    name="statistics.mcmc",
    title="Is a chain that accepts everything a good one?",
    intro=lambda chains, length: (
        f"{chains:,} Metropolis chains on N(0, 1), begun in equilibrium, take {length} steps with proposals x + N(0, "
        "s²). We measure how many are accepted, the mean squared jump, and whether the chain keeps E x² = 1."
    ),
    parameters=(
        Float("s", 2.4, 0.05, 100.0, scale=Scale.LOG, note="deviation of a proposal, where the question asks"),
        Int("chains", 2000, 200, 5000, scale=Scale.LOG, front=False),
        Int("length", 200, 20, 500, scale=Scale.LOG, front=False, note="steps of a chain"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("step s", "s", Scale.LOG),
    y=Axis("acceptance, jump", low=0.0),
    series=(
        Series("acceptance", "accepted", "(2/π)·arctan(2/s)", decimals=4),
        Series("jump", "squared jump", "theory", decimals=4),
        Series("square", "E x²", "1", plotted=False),
    ),
    columns=(
        Column("accepted", "acceptance"),
        Column("theory", "acceptance", Fact.THEORY),
        Column("jump", "jump"),
        Column("theory", "jump", Fact.THEORY),
        Column("E x²", "square", wide=True),
    ),
    xs=lambda s: asked_last(STEPS, s),
    unit="steps",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors over chains",
    remark=remark,
    distractor=Distractor("the chain that accepts most moves farthest", accepting_mixes),
    source="Gelman, Roberts & Gilks 1996, Efficient Metropolis Jumping Rules; Roberts, Gelman & Gilks 1997",
    quick={"chains": 500, "length": 100},
)
def mcmc(s: float, chains: int, length: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    for step in asked_last(STEPS, s):
        x = torch.randn(chains, generator=g, dtype=torch.float64)  # (chains,)
        accepted, jump, square = (torch.zeros_like(x) for _ in range(3))  # (chains,) each, sums over steps
        for _ in range(length):
            y = x + step * torch.randn(chains, generator=g, dtype=torch.float64)
            taken = torch.rand(chains, generator=g, dtype=torch.float64) < ((x**2 - y**2) / 2).exp()
            accepted += taken
            jump += taken * (y - x) ** 2
            x = torch.where(taken, y, x)
            square += x**2
        yield sample_mean("acceptance", step, accepted / length)
        yield sample_mean("jump", step, jump / length)
        yield sample_mean("square", step, square / length)
