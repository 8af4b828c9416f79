"""How many tokens does top-p keep? Nucleus and entropy against the temperature, and what an uncut tail does.

Temperature T turns p into pᵢ ∝ e^{zᵢ/T}: the ranking stays, the entropy rises. Top-p keeps the fewest tokens whose
probabilities reach a mass, so their number follows the shape of the law, not its size. On a Zipf law, zᵢ = −a ln i over
V tokens, all sums are exact. Sampling without softmax: argmaxᵢ(zᵢ/T + Gumbel noise) has exactly the law p. Without a
cut, a tail of mass ε is met in L tokens with probability 1 − (1 − ε)^L.

Sources: Holtzman et al. 2020, The Curious Case of Neural Text Degeneration, §3; Gumbel 1954; Maddison et al. 2014.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from operator import mul
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from torch import Tensor

TEMPERATURES = (0.2, 0.3, 0.5, 0.7, 0.85, 1.0, 1.2, 1.5, 2.0)
TAIL = 5
"""Ranks beyond V/5 are called the tail."""
NOISES = 2**21
"""Gumbel draws for each temperature: 419 samples from 5,000 tokens."""
TEXTS = 1000
"""Sampled at each temperature, of L tokens each."""


@cache
def logarithms(V: int) -> tuple[float, ...]:
    return tuple(math.log(i) for i in range(1, V + 1))


def law(T: float, zipf: float, V: int) -> list[float]:
    """pᵢ ∝ i^(−a/T)."""
    weights = [math.exp(-zipf / T * log) for log in logarithms(V)]
    total = math.fsum(weights)
    return [w / total for w in weights]


def nucleus(p: list[float], mass: float) -> int:
    """The fewest tokens, from the likeliest, that reach the mass; all for a mass of 1."""
    return len(p) if mass >= 1 else sum(total < mass for total in accumulate(p)) + 1


@cache
def theory(T: float, p: float, zipf: float, V: int, L: int) -> dict[str, float]:
    """Nucleus; e^entropy, the number of equally likely tokens that is as uncertain; the rest as in the text above."""
    probabilities = law(T, zipf, V)
    entropy = zipf / T * math.fsum(map(mul, probabilities, logarithms(V))) - math.log(probabilities[0])
    tail = math.fsum(probabilities[V // TAIL :])
    return {
        "nucleus": nucleus(probabilities, p),
        "perplexity": math.exp(entropy),
        "top": probabilities[0],
        "tail": -math.expm1(L * math.log1p(-tail)),
    }


def tolerance(point: Point, p: float, zipf: float, V: int, L: int) -> float:
    """Counts are exact: half a token. Sampled shares: four binomial errors, and Bernstein's z²/3 for rare ones.

    Entropy: rounding of V sums.
    """
    expected = theory(point.x, p, zipf, V, L)[point.series]
    match point.series:
        case "nucleus":
            return 0.5
        case "perplexity":
            return V * 2.0**-50 * expected
        case _:
            n = samples(V) if point.series == "top" else TEXTS
            return 4 * math.sqrt(max(0.0, expected * (1 - expected)) / n) + 16 / (3 * n)


def samples(V: int) -> int:
    return min(5000, NOISES // V)


def question(T: float, p: float, zipf: float, V: int) -> NumberQuestion:
    return NumberQuestion(
        f"Top-p {p:g} on a Zipf-{zipf:g} law over {V:,} tokens, at temperature {T:g}: the number "
        "of tokens that it keeps is about",
        "nucleus",
        T,
        within=1.0,
    )


def remark(outcome: Outcome, p: float, V: int, L: int) -> str:
    """Nucleus at both ends, and the tail that one text meets."""
    low, high, asked = min(outcome.sheet.xs), max(outcome.sheet.xs), outcome.sheet.xs[-1]
    return (
        f"{p:g} of the mass takes {at(outcome, 'nucleus', low):,.0f} of {V:,} tokens at T = {low:g} and "
        f"{at(outcome, 'nucleus', high):,.0f} at T = {high:g}. Uncut, {at(outcome, 'tail', asked):.0%} of the "
        f"texts of {L} tokens at T = {asked:g} meet a token beyond rank {V // TAIL:,}."
    ).replace("%", " %")


def share_of_tokens(outcome: Outcome) -> float:
    share, V = outcome.sheet.values["p"], outcome.sheet.values["V"]
    assert isinstance(share, float) and isinstance(V, int)
    return max(off(outcome, "nucleus", T, share * V) for T in outcome.sheet.xs)


@demo(
    name="decoding.sampling",
    title="How many tokens does top-p keep?",
    intro=lambda p, zipf, V, L: (
        f"A Zipf law with exponent {zipf:g} over {V:,} tokens, at several temperatures T. We "
        f"count the tokens that make up {p:g} of its mass, take its entropy, sample it with Gumbel noise, and see "
        f"how many texts of {L} tokens meet the tail."
    ),
    parameters=(
        Float("T", 1.0, 0.2, 2.0, note="temperature, where the question asks"),
        Float("p", 0.9, 0.5, 1.0, note="mass that top-p keeps"),
        Float("zipf", 1.1, 0.8, 1.5, label="a", note="exponent of the law"),
        Int("V", 5000, 100, 20_000, scale=Scale.LOG, note="tokens"),
        Int("L", 100, 1, 1000, scale=Scale.LOG, front=False, note="tokens in a text"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("T", "T"),
    y=Axis("tokens", scale=Scale.LOG),
    series=(
        Series("nucleus", "nucleus", "theory", decimals=0),
        Series("perplexity", "e^entropy", "theory", decimals=1),
        Series("top", "share of the likeliest, by Gumbel noise", "theory", plotted=False),
        Series("tail", "texts that meet the tail", "theory", plotted=False),
    ),
    columns=(
        Column("nucleus", "nucleus"),
        Column("theory", "nucleus", Fact.THEORY),
        Column("e^H", "perplexity"),
        Column("top-1", "top"),
        Column("theory", "top", Fact.THEORY, wide=True),
        Column("tail", "tail", wide=True),
        Column("theory", "tail", Fact.THEORY, wide=True),
    ),
    xs=lambda T: asked_last(TEMPERATURES, T),
    unit="temperatures",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="none for counts; four standard errors for what is sampled",
    remark=remark,
    distractor=Distractor("top-p 0.9 keeps nine tenths of the tokens", share_of_tokens),
    source="Holtzman et al. 2020, The Curious Case of Neural Text Degeneration, §3; Maddison, Tarlow & Minka 2014",
    quick={"V": 1000},
)
def sampling(T: float, p: float, zipf: float, V: int, L: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    z = -zipf * torch.arange(1, V + 1, dtype=torch.float64).log()  # (V,)
    for temperature in asked_last(TEMPERATURES, T):
        pi = (z / temperature).softmax(0)  # (V,)
        reached = pi.cumsum(0)  # (V,)
        kept = V if p >= 1 else int((reached < p).sum()) + 1
        yield Point("nucleus", temperature, kept)
        yield Point("perplexity", temperature, torch.special.entr(pi).sum().exp().item())
        noise = -torch.empty(samples(V), V).exponential_(generator=g).log()  # Gumbel, (samples, V)
        yield sample_mean("top", temperature, ((z / temperature + noise).argmax(1) == 0).double())
        u = torch.rand(TEXTS, L, generator=g, dtype=torch.float64)  # (texts, L)
        yield sample_mean("tail", temperature, (_inverted(reached, u) >= V // TAIL).any(1).double())


def _inverted(reached: Tensor, u: Tensor) -> Tensor:
    """Ranks, from 0, drawn by inverting the cumulative law (V,): the shape of u."""
    import torch

    return torch.searchsorted(reached, u).clamp(max=len(reached) - 1)
