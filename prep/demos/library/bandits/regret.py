"""How does regret grow? UCB1, ε-greedy and explore-then-commit on two coins whose chances differ by Δ.

Regret is Δ times the number of pulls of the worse arm. Commit after m pulls of each: with probability q the wrong one
is ahead, P(Bin(m, p₂) > Bin(m, p₁)) and half of a tie, and stays for ever. That costs mΔ + (T − 2m)qΔ on average,
exactly, and grows linearly in T. A fixed ε goes on exploring at the price εΔ/2 a step: linear too. UCB1 pulls the arm
with the largest mean + √(2 ln t/n), and its regret is at most 8 ln T/Δ + (1 + π²/3)Δ: no rule that works on all
problems does better than a multiple of ln T.

Linear isn't large: at a short T either linear rule can be ahead of UCB1, whose confidence is wide for coins.

Sources: Auer, Cesa-Bianchi & Fischer 2002, Finite-time Analysis of the Multiarmed Bandit Problem, theorem 1; Lattimore
& Szepesvári 2020, Bandit Algorithms, §6 and §7.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import at, off
from prep.demos.library.shared.sample import sample_mean
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, Item, OrderQuestion, Point, Scale, Series, demo

if TYPE_CHECKING:
    from torch import Tensor

HORIZONS = (100, 200, 500, 1000, 2000, 5000)
COMMITTED = 10_000
"""Runs of the rule that commits, which need no more than its tries."""
RULES = {"ucb": "UCB1", "epsilon": "ε-greedy", "commit": "explore, then commit"}


def mistaken(m: int, gap: float) -> float:
    """Probability that m pulls of each arm put the worse one ahead; a tie counts half."""
    better, worse = ([math.comb(m, c) * p**c * (1 - p) ** (m - c) for c in range(m + 1)] for p in chances(gap))
    ahead = ((i, j, b * w) for i, b in enumerate(better) for j, w in enumerate(worse) if j >= i)
    return math.fsum(weight * (1.0 if j > i else 0.5) for i, j, weight in ahead)


def chances(gap: float) -> tuple[float, float]:
    return (1 + gap) / 2, (1 - gap) / 2


def theory(T: float, gap: float, m: int) -> dict[str, float]:
    bound = 8 * math.log(T) / gap + (1 + math.pi**2 / 3) * gap
    return {"commit": m * gap + (T - 2 * m) * mistaken(m, gap) * gap, "bound": bound}


def tolerance(point: Point, gap: float, m: int) -> float:
    """Four binomial errors of the share of runs that commit to the wrong arm, and Bernstein's 16/3 of a run."""
    q = mistaken(m, gap)
    return (point.x - 2 * m) * gap * (4 * math.sqrt(q * (1 - q) / COMMITTED) + 16 / (3 * COMMITTED)) + 1e-9 * point.x


def question(T: float, gap: float, m: int, eps: float) -> OrderQuestion:
    p, q = chances(gap)
    return OrderQuestion(
        f"Two arms pay with probability {p:.2f} and {q:.2f}. Order the rules by their regret after T = {T:g} pulls: "
        f"UCB1, ε-greedy with ε = {eps:g}, and {m} pulls of each before one commits.",
        tuple(Item(word, name, T) for name, word in RULES.items()),
    )


def remark(outcome: Outcome, gap: float, m: int, eps: float) -> str:
    """How the second half adds to each rule's regret, and what the wrong commitments are."""
    before, T = outcome.sheet.xs[-2], outcome.sheet.xs[-1]
    rate = {name: 1000 * (at(outcome, name, T) - at(outcome, name, before)) / (T - before) for name in RULES}
    return (
        f"From {before:g} to {T:g}, a thousand pulls cost UCB1 {rate['ucb']:.2g}, ε-greedy {rate['epsilon']:.2g} "
        f"(1000εΔ/2 = {500 * eps * gap:.2g}) and the committed rule {rate['commit']:.2g}: {m} pulls of each choose the "
        f"wrong arm in {100 * mistaken(m, gap):.2g} % of the runs, for ever."
    )


def committing_costs_the_tries(outcome: Outcome) -> float:
    """How far the committed rule's regret at the longest horizon is from that at the shortest, in tolerances."""
    return off(outcome, "commit", max(outcome.sheet.xs), at(outcome, "commit", min(outcome.sheet.xs)))


@demo(
    name="bandits.regret",
    title="How does regret grow?",
    intro=lambda gap, runs: (
        f"Two arms pay 1 with probabilities that differ by Δ = {gap:g}, else 0. In {runs:,} runs we measure the regret "
        "after T pulls, Δ times the pulls of the worse arm, of UCB1 and of ε-greedy, and in more runs that of trying "
        "each arm m times and committing to the better."
    ),
    parameters=(
        Float("gap", 0.4, 0.1, 0.9, label="Δ", note="difference of the two chances"),
        Int("T", 2000, 200, 10_000, scale=Scale.LOG, note="pulls, where the question asks"),
        Int("m", 5, 1, 50, scale=Scale.LOG, note="pulls of each arm before committing"),
        Float("eps", 0.1, 0.01, 0.5, label="ε", scale=Scale.LOG, note="share of random pulls"),
        Int("runs", 500, 100, 2000, scale=Scale.LOG, front=False, note="runs"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("pulls T", "T", Scale.LOG),
    y=Axis("regret", low=0.0),
    series=(
        Series("commit", "commit after m", "theory", decimals=1),
        Series("ucb", "UCB1", decimals=1),
        Series("epsilon", "ε-greedy", decimals=1),
        Series("bound", "", "bound of UCB1", plotted=False, decimals=1),
    ),
    columns=(
        Column("commit", "commit"),
        Column("theory", "commit", Fact.THEORY),
        Column("UCB1", "ucb"),
        Column("its bound", "bound", Fact.THEORY),
        Column("ε-greedy", "epsilon"),
    ),
    xs=lambda T: (*(t for t in HORIZONS if t < T), T),
    unit="horizons",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four binomial errors of the share of wrong commitments",
    remark=remark,
    distractor=Distractor("committing costs the tries and then nothing", committing_costs_the_tries),
    source="Auer, Cesa-Bianchi & Fischer 2002, theorem 1; Lattimore & Szepesvári 2020, §6 and §7",
    quick={"runs": 200, "T": 1000},
)
def regret(gap: float, T: int, m: int, eps: float, runs: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    ahead = [(torch.rand(COMMITTED, m, generator=g) < p).sum(1) for p in chances(gap)]  # paid of m: (COMMITTED,)
    coin = torch.rand(COMMITTED, generator=g) < 0.5
    wrong = ((ahead[1] > ahead[0]) | ((ahead[1] == ahead[0]) & coin)).double()
    counts, paid = ({name: torch.zeros(2, runs) for name in ("ucb", "epsilon")} for _ in range(2))  # by arm: (2, runs)
    for t in range(1, T + 1):
        coin, pay, tie, explore = torch.rand(4, runs, generator=g)  # (runs,) each
        for name, n in counts.items():
            worse = coin.new_full((runs,), t % 2) if t <= 2 else _ahead(name, n, paid[name], t, tie)
            if name == "epsilon" and t > 2:
                worse = torch.where(explore < eps, (coin < 0.5).float(), worse)
            pulled = torch.stack([1 - worse, worse])  # (2, runs)
            n += pulled
            paid[name] += pulled * (pay < chances(gap)[0] - gap * worse)
        if t == T or t in HORIZONS:
            yield sample_mean("commit", t, m * gap + (t - 2 * m) * gap * wrong)
            yield from (sample_mean(name, t, gap * n[1].double()) for name, n in counts.items())


def _ahead(rule: str, n: Tensor, paid: Tensor, t: int, tie: Tensor) -> Tensor:
    """1 where the worse arm looks better: by its mean, for UCB1 by the upper end of its confidence."""
    value = paid / n + ((2 * math.log(t) / n).sqrt() if rule == "ucb" else 0)  # (2, runs)
    return (value[1] - value[0] + 1e-6 * (tie - 0.5) > 0).float()
