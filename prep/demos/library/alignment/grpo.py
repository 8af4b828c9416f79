"""When does GRPO learn nothing? Groups whose rewards are all equal, against how hard the prompt is.

G answers to a prompt get rewards r of 0 or 1; the advantage is A = (r − mean)/(std + ε). If all are right or all are
wrong, every A is 0 and with it the policy-gradient term: that happens with probability p^G + (1 − p)^G. (A KL term with
β > 0, as first published, would still move the policy.) With k right ones of G the gradient of (1/G) Σ A ln π by the
logit of success is √(k/G (1 − k/G)): nothing at the ends, most at one half, with the binomial's mean in between.

Source: Shao et al. 2024, DeepSeekMath, §4.1 (GRPO); Yu et al. 2025, DAPO, §3.2 (dynamic sampling).
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, off
from prep.demos.library.shared.sample import sample_mean
from prep.demos.spec import (
    Axis,
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

RATES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99)
EPS = 1e-6
"""In the denominator of the advantage."""


def theory(p: float, G: int) -> dict[str, float]:
    if not 0 < p < 1:
        return {}
    signal = math.fsum(
        math.comb(G, k) * p**k * (1 - p) ** (G - k) * math.sqrt(k / G * (1 - k / G)) for k in range(G + 1)
    )
    return {"dead": p**G + (1 - p) ** G, "all-wrong": (1 - p) ** G, "signal": signal}


def tolerance(point: Point, G: int, groups: int) -> float:
    """Four exact standard errors with Bernstein's z²/3 for rare events.

    ε takes at most ε/std of a gradient that is std: at most ε. Its mean is of values in [0, ½].
    """
    if point.series == "signal":
        return 4 * point.se + 16 / (6 * groups) + EPS
    rate = theory(point.x, G)[point.series]
    return 4 * math.sqrt(rate * (1 - rate) / groups) + 16 / (3 * groups)


def question(p: float, G: int) -> NumberQuestion:
    return NumberQuestion(
        f"Answers are right with probability {p:g}, groups have {G}: the share of groups without any gradient is about",
        "dead",
        p,
        within=0.1,
        formula=f"{p:g}^{G} + {1 - p:.4g}^{G}",
    )


def remark(outcome: Outcome, G: int) -> str:
    """Where groups die, and where they teach most."""
    rates = sorted(outcome.sheet.xs)
    hard, easy = rates[0], rates[-1]
    best = max(rates, key=lambda p: at(outcome, "signal", p))
    return (
        f"Of groups of {G}, {at(outcome, 'dead', hard):.0%} teach nothing at p = {hard:g} and "
        f"{at(outcome, 'dead', easy):.0%} at p = {easy:g}: too hard and too easy alike. The mean gradient is "
        f"largest at p = {best:g}, {at(outcome, 'signal', best):.2f}."
    ).replace("%", " %")


def only_failures(outcome: Outcome) -> float:
    return max(off(outcome, "dead", p, at(outcome, "all-wrong", p)) for p in outcome.sheet.xs)


@demo(
    name="alignment.grpo",
    title="When does GRPO learn nothing?",
    intro=lambda G, groups: (
        f"{groups:,} groups of {G} answers, each right with probability p. We compute advantages "
        "and, by autograd, the gradient of the policy, and count the groups whose gradient is exactly zero."
    ),
    parameters=(
        Float("p", 0.1, 0.01, 0.99, note="success rate, where the question asks"),
        Int("G", 8, 2, 64, scale=Scale.TWOS, note="answers in a group"),
        Int("groups", 20_000, 1000, 100_000, scale=Scale.LOG, front=False, note="sampled at each p"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("p", "p"),
    y=Axis("share; |∂θ|", low=0.0, high=1.0),
    series=(
        Series("dead", "groups without gradient", "pᴳ + (1−p)ᴳ"),
        Series("signal", "mean |gradient|", "theory"),
        Series("all-wrong", "groups all wrong", "theory", plotted=False),
    ),
    columns=(
        Column("dead", "dead"),
        Column("theory", "dead", Fact.THEORY),
        Column("gradient", "signal"),
        Column("theory", "signal", Fact.THEORY),
        Column("all wrong", "all-wrong", wide=True),
    ),
    xs=lambda p: asked_last(RATES, p),
    unit="success rates",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors and z²/3 rare groups",
    remark=remark,
    distractor=Distractor("only groups that are all wrong are dead", only_failures),
    source="Shao et al. 2024, DeepSeekMath, §4.1; Yu et al. 2025, DAPO, §3.2",
    quick={"groups": 5000},
)
def grpo(p: float, G: int, groups: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    log_sigmoid = torch.nn.functional.logsigmoid
    for rate in asked_last(RATES, p):
        r = (torch.rand(groups, G, generator=g) < rate).double()  # (groups, G)
        A = (r - r.mean(1, keepdim=True)) / (r.std(1, correction=0, keepdim=True) + EPS)
        logit = torch.full((groups, 1), math.log(rate / (1 - rate)), dtype=torch.float64, requires_grad=True)
        log_pi = r * log_sigmoid(logit) + (1 - r) * log_sigmoid(-logit)  # (groups, G)
        (gradient,) = torch.autograd.grad((A * log_pi).mean(1).sum(), logit)  # (groups, 1)
        size = gradient[:, 0].abs()  # (groups,)
        yield sample_mean("dead", rate, (size == 0).double())
        yield sample_mean("signal", rate, size)
        yield sample_mean("all-wrong", rate, (r.sum(1) == 0).double())
