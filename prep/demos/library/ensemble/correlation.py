"""What does another tree bring? Variance of a mean of B predictors that correlate.

B predictors of variance 1, each two with correlation ρ, share a part √ρ·c: their mean has the variance ρ + (1 − ρ)/B.
More of them never harm, and ρ is the floor.

Where does ρ come from? Bagging fits each predictor to a bootstrap sample of the same n rows. For the plainest of them,
the mean of its sample, two predictors have the covariance σ²/n, a single one the variance σ²(2n − 1)/n²: ρ = n/(2n −
1), and the floor is the variance σ²/n of the mean of all rows. Averaging takes away only what the resampling has added.
A row is missing from a sample of n with probability (1 − 1/n)ⁿ, 1/e for large n.

Source: Breiman 2001, Random Forests, §2.2; Hastie, Tibshirani & Friedman 2009, §15.2 (15.1) and §7.11.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, brief, off
from prep.demos.library.shared.sample import sample_mean
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, NumberQuestion, Point, Scale, Series, demo

SIZES = (1, 2, 5, 10, 20, 50)
DRAWS = 1_000_000
"""Rows drawn at most for bootstrap samples, at each number of predictors."""


def sets(B: float, n: int, N: int) -> int:
    """Data sets that are bagged: fewer of large ones."""
    return min(N, max(200, DRAWS // (int(B) * n)))


def theory(B: float, rho: float, n: int) -> dict[str, float]:
    if B < 1:
        return {}
    bagged = n / (2 * n - 1)
    return {
        "mean": rho + (1 - rho) / B,
        "bagged": bagged + (1 - bagged) / B,
        "independent": 1 / B,
        "out": (1 - 1 / n) ** n,
    }


def tolerance(point: Point, rho: float, n: int, N: int) -> float:
    """Four standard errors of a mean square, √(2/N) of its value for normal data, and 2z²/3N for its skew.

    A bagged mean is normal given its weights, whose squares sum to different values: excess kurtosis 3/(2n), below
    3/n, and a variance of the square of 2 + 3/n. Rows of a bag are out together less often than independent ones.
    """
    y, count = theory(point.x, rho, n)[point.series], sets(point.x, n, N)
    if point.series == "out":
        return 4 * math.sqrt(y * (1 - y) / (count * point.x * n)) + 16 / (3 * count * point.x * n)
    if point.series == "mean":
        return y * (4 * math.sqrt(2 / N) + 32 / (3 * N))
    return y * (4 * math.sqrt((2 + 3 / n) / count) + 32 / (3 * count))


def question(B: float, rho: float) -> NumberQuestion:
    return NumberQuestion(
        f"A forest averages {B:g} trees of variance 1; the errors of two trees correlate with {rho:g}. The variance of "
        "the forest is about",
        "mean",
        B,
        formula="ρ+(1−ρ)/B",
    )


def remark(outcome: Outcome, B: int, rho: float) -> str:
    """What is left, and what bagging a mean gains."""
    share, out = at(outcome, "mean", B), at(outcome, "out", B)
    return (
        f"With ρ = {rho:g}, {B} trees have {share:.3g} of one tree's variance; independent ones would have "
        f"{brief(1 / B, 2)}. Bagged means have {at(outcome, 'bagged', B):.3g} of one bagged mean's, never less than "
        f"the mean of all rows. {out:.1%} of the rows are out of a bag."
    ).replace("%", " %")


def independent(outcome: Outcome) -> float:
    """How far the mean of the largest forest is from 1/B, in tolerances."""
    B = max(outcome.sheet.xs)
    return off(outcome, "mean", B, 1 / B)


@demo(
    name="ensemble.correlation",
    title="What does another tree bring?",
    intro=lambda rho, n, N: (
        f"The mean of B predictors of variance 1 and correlation {rho:g}, {N:,} times; and of B means of bootstrap "
        f"samples of the same {n} rows. We measure the variance, relative to one predictor's, and the share of rows "
        "out of a bag."
    ),
    parameters=(
        Int("B", 100, 1, 200, scale=Scale.LOG, note="predictors, where the question asks"),
        Float("rho", 0.3, 0.0, 1.0, label="ρ", note="correlation of two predictors"),
        Int("n", 20, 2, 200, scale=Scale.LOG, note="rows that are bagged"),
        Int("N", 20_000, 2000, 50_000, scale=Scale.LOG, front=False, note="forests"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("predictors B", "B", Scale.LOG),
    y=Axis("variance", low=0.0),
    series=(
        Series("mean", "correlated", "ρ+(1−ρ)/B"),
        Series("bagged", "bagged means", "ρ = n/(2n−1)"),
        Series("independent", "", "1/B"),
        Series("out", "out of the bag", "(1−1/n)ⁿ", plotted=False),
    ),
    columns=(
        Column("correlated", "mean"),
        Column("theory", "mean", Fact.THEORY),
        Column("bagged", "bagged"),
        Column("theory", "bagged", Fact.THEORY),
        Column("out", "out", wide=True),
        Column("theory", "out", Fact.THEORY, wide=True),
    ),
    xs=lambda B: asked_last(SIZES, B),
    unit="forests",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors of a mean square",
    remark=remark,
    distractor=Distractor("the variance falls as 1/B", independent),
    source="Breiman 2001, Random Forests, §2.2; Hastie, Tibshirani & Friedman 2009, §15.2 (15.1) and §7.11",
    quick={"N": 4000},
)
def correlation(B: int, rho: float, n: int, N: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    for size in map(int, asked_last(SIZES, B)):
        shared = torch.randn(N, generator=g, dtype=torch.float64)  # (N,)
        own = torch.zeros(N, dtype=torch.float64)  # (N,)
        for _ in range(size):
            own += torch.randn(N, generator=g, dtype=torch.float64) / size
        yield sample_mean("mean", size, (math.sqrt(rho) * shared + math.sqrt(1 - rho) * own) ** 2)
        rows = torch.randn(sets(size, n, N), n, generator=g, dtype=torch.float64)  # (sets, n)
        drawn = torch.randint(n, (len(rows), size * n), generator=g)  # (sets, size·n)
        bagged = rows.gather(1, drawn).mean(1)  # (sets,)
        yield sample_mean("bagged", size, bagged**2 * n**2 / (2 * n - 1))
        bags = drawn.view(-1, n) + n * torch.arange(len(rows) * size)[:, None]  # (sets·size, n)
        present = torch.zeros(len(bags) * n, dtype=torch.bool).index_fill_(0, bags.flatten(), True).view(-1, n)
        yield sample_mean("out", size, (~present).double().mean(1))
