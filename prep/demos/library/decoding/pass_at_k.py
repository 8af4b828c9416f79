"""How do you estimate pass@k from n samples? The plug-in 1 − (1 − c/n)^k against the unbiased estimator.

pass@k is the chance that at least one of k samples is right, 1 − (1 − p)^k. Of n samples c are right. Drawing k of
them without replacement gives 1 − C(n−c, k)/C(n, k). Its mean is pass@k exactly: any k of n independent samples are k
independent samples. The plug-in, the same with replacement, is too low on average: (1 − c/n)^k is convex in c,
and by Jensen's inequality its mean is above (1 − p)^k. Its mean is a sum over the binomial law of c, to the last digit.

At k = 1 the two are the same, and the bias grows with k/n. Unbiased isn't exact: either estimate of a single problem is
far off, and one averages over problems.
Source: Chen et al. 2021, Evaluating Large Language Models Trained on Code, §2.1 and appendix A.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, off
from prep.demos.library.shared.sample import sample_mean
from prep.demos.spec import (
    Axis,
    ChoiceQuestion,
    Column,
    Distractor,
    Fact,
    Float,
    Int,
    Option,
    Point,
    Scale,
    Series,
    demo,
)

TRIES = (1, 2, 5, 10, 20, 50, 100)


def plug_in(c: int, n: int, k: int) -> float:
    return 1 - (1 - c / n) ** k


def unbiased(c: int, n: int, k: int) -> float:
    """The share of the sets of k among n samples that hold a right one."""
    return 1 - math.comb(n - c, k) / math.comb(n, k)


def tries(k: int, n: int) -> tuple[float, ...]:
    """At most as many as there are samples, the one asked about last."""
    return asked_last((other for other in TRIES if other <= n), min(k, n))


def theory(k: float, p: float, n: int) -> dict[str, float]:
    law = [math.comb(n, c) * p**c * (1 - p) ** (n - c) for c in range(n + 1)]
    expected = math.fsum(weight * plug_in(c, n, int(k)) for c, weight in enumerate(law))
    return {"unbiased": 1 - (1 - p) ** k, "plug-in": expected}


def tolerance(point: Point, p: float, n: int, problems: int) -> float:
    """Four standard errors, of the law of c rather than of the sample; Bernstein's 16/3 of a value, where c is rare."""
    of = plug_in if point.series == "plug-in" else unbiased
    law = [math.comb(n, c) * p**c * (1 - p) ** (n - c) for c in range(n + 1)]
    values = [of(c, n, int(point.x)) for c in range(n + 1)]
    middle = math.fsum(weight * y for weight, y in zip(law, values, strict=True))
    variance = math.fsum(weight * (y - middle) ** 2 for weight, y in zip(law, values, strict=True))
    return 4 * math.sqrt(variance / problems) + 16 / (3 * problems)


def question(k: float, p: float, n: int) -> ChoiceQuestion:
    true = 1 - (1 - p) ** k
    return ChoiceQuestion(
        f"A sample is right with p = {p:g}, so pass@{k:g} is {true:.3f}. From n = {n} samples a problem, the mean over "
        f"many problems of 1 − (1 − c/n)^{k:g} is",
        "plug-in",
        k,
        (
            Option("lower by more than 0.01", -1.0, true - 0.01),
            Option("the same, up to 0.01", true - 0.01, true + 0.01),
            Option("higher by more than 0.01", true + 0.01, 2.0),
        ),
    )


def remark(outcome: Outcome, p: float) -> str:
    """How far the plug-in is off where it is worst, and the other there."""
    gaps = {k: at(outcome, "plug-in", k) - (1 - (1 - p) ** k) for k in outcome.sheet.xs}
    worst = min(gaps, key=lambda k: gaps[k])
    other = at(outcome, "unbiased", worst) - (1 - (1 - p) ** worst)
    return (
        f"The plug-in is off most at k = {worst:g}, too low by {max(0.0, -gaps[worst]):.3f}; the unbiased estimator is "
        f"off by {abs(other):.4f} there. At k = 1 they are the same number."
    )


def plug_in_is_unbiased(outcome: Outcome) -> float:
    """How far the plug-in is from the true pass@k where it is worst, in tolerances."""
    p = outcome.sheet.values["p"]
    assert isinstance(p, float)
    return max(off(outcome, "plug-in", k, 1 - (1 - p) ** k) for k in outcome.sheet.xs)


@demo(
    name="decoding.pass-at-k",
    title="How do you estimate pass@k from n samples?",
    intro=lambda p, n, problems: (
        f"{problems:,} problems, {n} samples each, of which every one is right with probability {p:g}; c of them are. "
        "We estimate from c the chance that at least one of k samples is right, in two ways, and measure the mean over "
        "problems."
    ),
    parameters=(
        Float("p", 0.1, 0.01, 0.9, note="probability that a sample is right"),
        Int("k", 10, 1, 100, scale=Scale.LOG, note="tries, where the question asks; at most n"),
        Int("n", 20, 1, 200, scale=Scale.LOG, note="samples of each problem"),
        Int("problems", 20_000, 1000, 50_000, scale=Scale.LOG, front=False, note="problems"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("tries k", "k", Scale.LOG),
    y=Axis("pass@k"),
    series=(
        Series("unbiased", "unbiased", "theory 1 − (1−p)^k"),
        Series("plug-in", "plug-in ± 2 s.e.", "theory"),
    ),
    columns=(
        Column("unbiased", "unbiased"),
        Column("theory", "unbiased", Fact.THEORY),
        Column("plug-in", "plug-in"),
        Column("±", "plug-in", Fact.ERROR),
        Column("theory", "plug-in", Fact.THEORY),
    ),
    xs=tries,
    unit="numbers of tries",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors of the law of c, and 16/3 problems",
    remark=remark,
    distractor=Distractor("the plug-in is right on average", plug_in_is_unbiased),
    source="Chen et al. 2021, Evaluating Large Language Models Trained on Code, §2.1",
    quick={"problems": 5000},
)
def pass_at_k(p: float, k: int, n: int, problems: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    right = (torch.rand(problems, n, generator=g) < p).sum(1)  # c of each problem: (problems,)
    for among in map(int, tries(k, n)):
        for name, of in (("unbiased", unbiased), ("plug-in", plug_in)):
            estimates = torch.tensor([of(c, n, among) for c in range(n + 1)], dtype=torch.float64)  # (n + 1,)
            yield sample_mean(name, among, estimates[right])
