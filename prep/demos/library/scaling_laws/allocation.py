"""How many tokens per parameter does a budget buy? The optimum of a fitted loss under C = 6ND, by brute force.

L(N, D) = E + A/N^α + B/D^β with D = C/(6N) is least at N* = G (C/6)^{β/(α+β)}, G = (αA/(βB))^{1/(α+β)}, so the tokens
per parameter are D*/N* = (C/6)^{(α−β)/(α+β)} / G²: constant only if α = β. Close to that, α − β is what is hardest to
fit. The digits printed for approach 3 of Hoffmann et al. have α > β, and rounding alone moves the answer by half; the
paper's own table of that approach says about 60 to 70 at 67 B parameters, its approaches 1 and 2 say 20 to 25, and the
refit of its data about 20.

Sources: Hoffmann et al. 2022, §3.3, App. D.2 and Table A3; Besiroglu et al. 2024 (the refit).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, brief, off
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


class PowerLaw(NamedTuple):
    """L(N, D) = E + A/N^α + B/D^β, in nats a token."""

    E: float
    A: float
    B: float
    alpha: float
    beta: float


FITS = {
    "printed": PowerLaw(1.69, 406.4, 410.7, 0.34, 0.28),
    "unrounded": PowerLaw(1.69, 406.4, 410.7, 0.3392, 0.2849),
    "refit": PowerLaw(1.8172, 482.01, 2085.43, 0.3478, 0.3658),
}
SIZES = 20_001
"""Model sizes tried, 10⁴ to 10¹⁵ parameters."""
STEP = 11 * math.log(10) / (SIZES - 1)
"""From one to the next in ln N."""


def best_size(C: float, fit: str) -> float:
    """N* = G (C/6)^{β/(α+β)}."""
    _, A, B, alpha, beta = FITS[fit]
    G = (alpha * A / (beta * B)) ** (1 / (alpha + beta))
    return float(G * (C / 6) ** (beta / (alpha + beta)))


def theory(C: float, fit: str) -> dict[str, float]:
    """Tokens per parameter at the optimum; there the slope of the loss in ln N is zero."""
    ratios = {name: C / 6 / best_size(C, name) ** 2 for name in FITS}
    return {**ratios, "parameters": best_size(C, fit) / 1e9, "slope": 0.0}


def tolerance(point: Point) -> float:
    """The least of a grid is within half a step of the optimum, and D/N goes with N⁻²; rounding for the slope.

    The slope is a difference of two terms below 10 that each round in a handful of operations.
    """
    if point.series == "slope":
        return 100 * 2.0**-53
    return math.expm1(STEP if point.series in FITS else STEP / 2) * point.y


def question(C: float, fit: str) -> NumberQuestion:
    words = {
        "printed": "the printed digits of Hoffmann et al.'s fit",
        "unrounded": "their digits before rounding",
        "refit": "the refit by Besiroglu et al.",
    }[fit]
    return NumberQuestion(
        f"To spend {brief(C, 3)} FLOPs best, by {words}, the tokens per parameter are about",
        fit,
        C,
        within=0.25,
        formula="(C/6)^((α−β)/(α+β))/G²",
    )


def remark(outcome: Outcome, fit: str) -> str:
    """Range over budgets, and how the fits differ at the budget asked for."""
    C, ratios = outcome.sheet.xs[-1], [p.y for p in outcome.points if p.series == fit]
    here = ", ".join(f"{at(outcome, name, C):.0f} ({name})" for name in FITS)
    return (
        f"At C = {brief(C, 3)} the optimum takes {here} tokens per parameter; with {fit} coefficients "
        f"{min(ratios):.0f} to {max(ratios):.0f} over all budgets here. The best loss there is "
        f"{at(outcome, 'loss', C):.3f}; a model four times smaller loses {at(outcome, 'loss-small', C):.3f} on it."
    )


def twenty_everywhere(outcome: Outcome) -> float:
    return max(off(outcome, "printed", C, 20) for C in outcome.sheet.xs)


@demo(
    name="scaling-laws.allocation",
    title="How many tokens per parameter does a budget buy?",
    intro=f"Three sets of coefficients of L = E + A/N^α + B/D^β. For each budget C = 6ND we try {SIZES:,} model sizes "
    "and note the tokens per parameter, D/N, where the loss is least.",
    parameters=(
        Float("C", 5.76e23, 1e18, 1e25, scale=Scale.LOG, note="FLOPs; Chinchilla's are 5.76e23"),
        Choice("fit", "printed", tuple(FITS), note="whose coefficients"),
        Int("seed", 0, 0, 2**31 - 1, front=False, note="nothing is random here"),
    ),
    question=question,
    x=Axis("C", "C", Scale.LOG),
    y=Axis("tokens per parameter", scale=Scale.LOG),
    series=(
        Series("printed", "printed", "theory", decimals=1),
        Series("unrounded", "unrounded", "theory", decimals=1),
        Series("refit", "refit", "theory", decimals=1),
        Series("parameters", "best N, billions", "theory", plotted=False, decimals=2),
        Series("loss", "loss there, nats", plotted=False),
        Series("loss-small", "loss added by N*/4", plotted=False),
        Series("slope", "dL/d ln N at N*, by autograd", "theory", plotted=False, decimals=1),
    ),
    columns=(
        Column("printed", "printed"),
        Column("unrounded", "unrounded"),
        Column("refit", "refit"),
        Column("theory", "printed", Fact.THEORY, wide=True),
        Column("N*/1e9", "parameters", wide=True),
        Column("loss", "loss", wide=True),
        Column("N*/4", "loss-small", wide=True),
    ),
    xs=lambda C: asked_last([10.0**e for e in range(18, 26)], C),
    unit="budgets",
    theory=theory,
    tolerance=tolerance,
    tolerance_note=f"one step of the grid, {100 * STEP:.2f} %; float64 rounding for the slope",
    remark=remark,
    distractor=Distractor("20 tokens per parameter are best at every budget, whatever the fit", twenty_everywhere),
    source="Hoffmann et al. 2022, Training Compute-Optimal Large Language Models, §3.3 and D.2; Besiroglu et al. 2024",
)
def allocation(C: float, fit: str) -> Iterator[Point]:
    import torch

    N = torch.logspace(4, 15, SIZES, dtype=torch.float64)  # (sizes,)
    for budget in asked_last([10.0**e for e in range(18, 26)], C):
        for name in FITS:
            best = N[_loss(N, budget / (6 * N), FITS[name]).argmin()]
            yield Point(name, budget, (budget / (6 * best**2)).item())
            if name == fit:
                yield Point("parameters", budget, best.item() / 1e9)
        sizes = (best_size(budget, fit) / k for k in (1, 4))
        least, small = (_loss(n, budget / (6 * n), FITS[fit]) for n in sizes)
        yield Point("loss", budget, least)
        yield Point("loss-small", budget, small - least)
        n = torch.tensor(best_size(budget, fit), dtype=torch.float64).log().requires_grad_()
        (slope,) = torch.autograd.grad(_loss(n.exp(), budget / (6 * n.exp()), FITS[fit]), n)
        yield Point("slope", budget, slope.item())


def _loss(N: Any, D: Any, fit: PowerLaw) -> Any:
    """L(N, D), of numbers or of tensors."""
    return fit.E + fit.A / N**fit.alpha + fit.B / D**fit.beta
