"""What does a majority vote over m samples gain? A binomial, where questions are alike, and where they differ.

Two possible answers; a sample is right with probability p. The vote of m independent samples is right with probability
P(Bin(m, p) > m/2), plus half of a tie. For p > ½ it tends to 1, for p < ½ to 0: voting makes a bad guess certain.

A model's 60 % is a mean over questions. If half of them are easy (a sample is right with p₁) and half hard (p₂ < ½),
samples are independent for one question, not over all. The vote ends at the share of questions for which p > ½,
here one half: it can end below a single sample. Over many possible answers the vote follows the most frequent one, so
that p < ½ may do as well, as long as no wrong answer is more frequent.

Sources: Condorcet 1785; Wang et al. 2022, Self-Consistency Improves Chain of Thought Reasoning, §2.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, off
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, NumberQuestion, Point, Scale, Series, demo

if TYPE_CHECKING:
    from torch import Generator, Tensor

VOTES = (1, 3, 5, 15, 41, 101)


def vote(m: int, p: float) -> float:
    """Probability that most of m are right, half of a tie included."""
    law = [math.comb(m, c) * p**c * (1 - p) ** (m - c) for c in range(m + 1)]
    return math.fsum(weight * (1.0 if 2 * c > m else 0.5 if 2 * c == m else 0.0) for c, weight in enumerate(law))


def theory(m: float, easy: float, hard: float) -> dict[str, float]:
    """Questions alike have the mean of both probabilities."""
    mixed = (vote(int(m), easy) + vote(int(m), hard)) / 2
    return {"alike": vote(int(m), (easy + hard) / 2), "mixed": mixed}


def tolerance(point: Point, easy: float, hard: float, n: int) -> float:
    """Four binomial errors of theory's own share, and Bernstein's 16/3 of a question."""
    y = theory(point.x, easy, hard)[point.series]
    return 4 * math.sqrt(y * max(0.0, 1 - y) / n) + 16 / (3 * n)


def question(m: float, easy: float, hard: float) -> NumberQuestion:
    return NumberQuestion(
        f"Half the questions are answered right with p = {easy:g}, half with p = {hard:g}: one sample is right in "
        f"{100 * (easy + hard) / 2:.3g} % of the cases. A majority of {m:g} is right in a share of about",
        "mixed",
        m,
        within=0.1,
        formula="mean of two binomial tails",
    )


def remark(outcome: Outcome, easy: float, hard: float) -> str:
    """What the largest vote gains over one sample, for questions alike and for mixed ones."""
    m = max(outcome.sheet.xs)
    alike, mixed, one = at(outcome, "alike", m), at(outcome, "mixed", m), (easy + hard) / 2
    end = sum(1.0 if p > 0.5 else 0.5 if p == 0.5 else 0.0 for p in (easy, hard)) / 2
    return (
        f"One sample is right in {one:.2f} of the cases. A vote of {m:g} is right in {alike:.2f} if all questions are "
        f"alike, in {mixed:.2f} if they differ; the latter tends to {end:g}, the share with p > ½."
    )


def questions_are_alike(outcome: Outcome) -> float:
    """How far the vote on mixed questions is from what their mean p promises, in tolerances."""
    m = max(outcome.sheet.xs)
    return off(outcome, "mixed", m, at(outcome, "alike", m))


@demo(
    name="decoding.majority",
    title="What does a majority vote gain?",
    intro=lambda easy, hard, n: (
        f"{n:,} questions with two possible answers. A sample is right with p = {easy:g} for half of them, {hard:g} "
        f"for the others; beside them, as many with p = {(easy + hard) / 2:g} throughout. We measure how often the "
        "majority of m samples is right."
    ),
    parameters=(
        Int("m", 41, 1, 201, scale=Scale.LOG, note="samples, where the question asks"),
        Float("easy", 0.9, 0.0, 1.0, note="p of one half of the questions"),
        Float("hard", 0.3, 0.0, 1.0, note="p of the other half"),
        Int("n", 20_000, 1000, 50_000, scale=Scale.LOG, front=False, note="questions"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("samples m", "m", Scale.LOG),
    y=Axis("share right", low=0.0, high=1.0),
    series=(
        Series("mixed", "easy and hard", "theory"),
        Series("alike", "all alike", "theory, binomial"),
    ),
    columns=(
        Column("mixed", "mixed"),
        Column("theory", "mixed", Fact.THEORY),
        Column("alike", "alike"),
        Column("±", "alike", Fact.ERROR),
        Column("theory", "alike", Fact.THEORY),
    ),
    xs=lambda m: asked_last(VOTES, m),
    unit="votes",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four binomial errors, and 16/3n",
    remark=remark,
    distractor=Distractor("a vote gains as if all questions had the mean p", questions_are_alike),
    source="Condorcet 1785; Wang et al. 2022, Self-Consistency, §2",
    quick={"n": 5000},
)
def majority(m: int, easy: float, hard: float, n: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    p = torch.tensor([easy, hard]).repeat(n)[:n, None]  # easy and hard in turn: (n, 1)
    for samples in map(int, asked_last(VOTES, m)):
        right = (torch.rand(n, samples, generator=g) < p).sum(1)  # (n,)
        yield _share("mixed", samples, right, g)
        right = (torch.rand(n, samples, generator=g) < (easy + hard) / 2).sum(1)
        yield _share("alike", samples, right, g)


def _share(series: str, m: int, right: Tensor, g: Generator) -> Point:
    """How often more than half were right; a coin decides ties."""
    import torch

    coin = torch.rand(len(right), generator=g) < 0.5  # (n,)
    won = ((2 * right > m) | ((2 * right == m) & coin)).double().mean().item()
    return Point(series, m, won, math.sqrt(won * (1 - won) / len(right)))
