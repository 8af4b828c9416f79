"""How good is the best of m models that know nothing? The maximum of m accuracies on one test set.

Each model is right with probability q on each of n cases, so its accuracy is Binomial(n, q)/n, and the best of m has
the mean Σₖ (1 − F(k)ᵐ)/n, k from 0 to n − 1, F the binomial distribution: exact. Since an accuracy is subgaussian with
variance 1/(4n), it is at most q + √(ln m/(2n)). On new cases the winner scores q again: selection moved the score, not
the model.

Models are right independently of each other here; copies that agree are fewer than they look, and gain less.

Sources: Boucheron, Lugosi & Massart 2013, Concentration Inequalities, §2.5; Cawley & Talbot 2010, On Over-fitting in
Model Selection, §5.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, off
from prep.demos.library.shared.sample import sample_mean, student
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, NumberQuestion, Point, Scale, Series, demo

FIELDS = (1, 2, 5, 10, 20, 50, 100, 200, 500)


@cache
def distribution(n: int, q: float) -> tuple[float, ...]:
    """F(0), …, F(n − 1) of the number of right answers."""
    total, found = 0.0, []
    for k in range(n):
        ways = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
        total += math.exp(ways + k * math.log(q) + (n - k) * math.log(1 - q))
        found.append(min(total, 1.0))
    return tuple(found)


def theory(m: float, n: int, q: float) -> dict[str, float]:
    if m < 1:
        return {}
    return {
        "best": math.fsum(1 - F**m for F in distribution(n, q)) / n,
        "fresh": q,
        "bound": min(1.0, q + math.sqrt(math.log(m) / (2 * n))),
    }


def tolerance(point: Point, n: int, q: float, reps: int) -> float:
    """Four standard errors over selections, and z²/3 of an accuracy's smallest step 1/n; new cases: binomial ones."""
    error = 4 * math.sqrt(q * (1 - q) / (n * reps)) if point.series == "fresh" else student(reps) * point.se
    return error + 16 / (3 * reps * n)


def question(m: float, n: int, q: float) -> NumberQuestion:
    return NumberQuestion(
        f"m = {m:g} models, each right on {100 * q:g} % of all cases and independent of the others. The best accuracy "
        f"(0 to 1) among them on {n} test cases is on average about",
        "best",
        m,
        within=0.03,
        formula="Σ(1−F(k)^m)/n",
    )


def remark(outcome: Outcome, m: int, n: int, q: float) -> str:
    """The winner before and after."""
    best, fresh = at(outcome, "best", m), at(outcome, "fresh", m)
    error = math.sqrt(q * (1 - q) / n)
    return (
        f"The best of {m} shows {best:.3f} and scores {fresh:.3f} on new cases. A single model's standard error is "
        f"{error:.3f}: the winner is {(best - q) / error:.1f} of them above what it is worth."
    )


def keeps_its_score(outcome: Outcome) -> float:
    """How far the winner's new score is from the one it won with, in tolerances."""
    m = outcome.sheet.values["m"]
    assert isinstance(m, int)
    return off(outcome, "fresh", m, at(outcome, "best", m))


@demo(
    name="evaluation.best-of",
    title="How good is the best of models that know nothing?",
    intro=lambda n, q, reps: (
        f"m models, each right with probability {q:g} on each of {n} test cases. {reps:,} times we pick the one with "
        "the best accuracy, and test it again on as many new cases."
    ),
    parameters=(
        Int("m", 100, 1, 1000, scale=Scale.LOG, note="models, where the question asks"),
        Int("n", 100, 10, 2000, scale=Scale.LOG, note="test cases"),
        Float("q", 0.5, 0.05, 0.95, note="true accuracy of all"),
        Int("reps", 500, 50, 1000, scale=Scale.LOG, front=False, note="selections"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("models m", "m", Scale.LOG),
    y=Axis("accuracy"),
    series=(
        Series("best", "best", "theory", decimals=4),
        Series("fresh", "winner on new cases", "q", decimals=4),
        Series("bound", "", "q+√(ln m/(2n))", decimals=4),
    ),
    columns=(
        Column("best", "best"),
        Column("±", "best", Fact.ERROR),
        Column("theory", "best", Fact.THEORY),
        Column("new cases", "fresh"),
    ),
    xs=lambda m: asked_last(FIELDS, m),
    unit="fields",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors over selections",
    remark=remark,
    distractor=Distractor("the winner keeps the score that it won with", keeps_its_score),
    source="Boucheron, Lugosi & Massart 2013, §2.5; Cawley & Talbot 2010, §5",
    quick={"reps": 100},
)
def best_of(m: int, n: int, q: float, reps: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    for field in map(int, asked_last(FIELDS, m)):
        cases = torch.full((reps, field), float(n), dtype=torch.float64)
        right = torch.binomial(cases, torch.full_like(cases, q), generator=g)  # (reps, m)
        yield sample_mean("best", field, right.max(1).values / n)
        again = torch.binomial(cases[:, 0], torch.full_like(cases[:, 0], q), generator=g)  # (reps,)
        yield sample_mean("fresh", field, again / n)
