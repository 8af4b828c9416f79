"""Does the first principal component of pure noise look like structure? Eigenvalues of a sample covariance.

All p features are independent N(0, 1), so every true eigenvalue is 1. Those of the covariance of n rows spread over (1
± √(p/n))², the law of Marchenko and Pastur. The largest varies around the edge by the law of Tracy and Widom, of mean
−1.2065: with N = n − ½, P = p − ½ it is near ((√N + √P)² − 1.2065 τ)/n, τ = (√N + √P)(1/√N + 1/√P)^⅓. The smallest, for
p < n, by the same law upside down: ((√N − √P)² + 1.2065 τ′)/n, τ′ = (√N − √P)(1/√P − 1/√N)^⅓.

Sources: Marchenko & Pastur 1967; Johnstone 2001, On the Distribution of the Largest Eigenvalue, Theorem 1.1; Ma 2012,
Accuracy of the Tracy-Widom Limits, §2, whose ½ leaves an error of order min(n, p)^−⅔ of τ.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.image import histogram
from prep.demos.library.shared.reading import asked_last, at, off
from prep.demos.library.shared.sample import sample_mean, student
from prep.demos.spec import (
    Axis,
    Column,
    Distractor,
    Fact,
    Form,
    Image,
    Int,
    NumberQuestion,
    Picture,
    Point,
    Scale,
    Series,
    demo,
)

WIDTHS = (5, 10, 20, 50, 100, 200)
TRACY_WIDOM = -1.2065
"""Mean of the law for real data."""
REACH, BINS = 5.0, 60


def edge(p: float, n: int) -> float:
    """Where the spectrum ends in the limit of large n and p."""
    return (1 + math.sqrt(p / n)) ** 2


def scales(p: float, n: int) -> tuple[float, float]:
    """How far the largest and the smallest eigenvalue vary, τ/n each."""
    N, P = math.sqrt(n - 0.5), math.sqrt(p - 0.5)
    return (N + P) * math.pow(1 / N + 1 / P, 1 / 3) / n, abs(N - P) * math.pow(abs(1 / P - 1 / N), 1 / 3) / n


def theory(p: float, n: int) -> dict[str, float]:
    """The smallest has this law where it is clear of 0: p ≤ n/2."""
    if p < 1:
        return {}
    N, P, (top, bottom) = math.sqrt(n - 0.5), math.sqrt(p - 0.5), scales(p, n)
    known = {"top": (N + P) ** 2 / n + TRACY_WIDOM * top, "edge": edge(p, n)}
    return known | ({"bottom": (N - P) ** 2 / n - TRACY_WIDOM * bottom} if p <= n / 2 else {})


def tolerance(point: Point, n: int, reps: int) -> float:
    """Four standard errors, and what Ma's theorem leaves: min(n, p)^−⅔ of the law's scale."""
    left = scales(point.x, n)[point.series == "bottom"] * math.pow(min(n, point.x), -2 / 3)
    return student(reps) * point.se + left


def question(p: float, n: int) -> NumberQuestion:
    return NumberQuestion(
        f"Pure noise: {n} rows of {p:g} independent features of variance 1. The largest eigenvalue of their covariance "
        "matrix is about",
        "top",
        p,
        formula="(1+√(p/n))² less a little",
    )


def remark(outcome: Outcome, p: int, n: int) -> str:
    """How much of the variance one component seems to explain."""
    top = at(outcome, "top", p)
    return (
        f"With p = {p} the first component of noise has variance {top:.2f}, {100 * top / p:.2g} % of the total where "
        f"{100 / p:.2g} % is its share. The edge (1+√(p/n))² is {edge(p, n):.2f}; a variance below it is no sign of "
        "structure."
    )


def flat(outcome: Outcome) -> float:
    """How far the largest eigenvalue is from the true one, 1, in tolerances."""
    p = outcome.sheet.values["p"]
    assert isinstance(p, int)
    return off(outcome, "top", p, 1)


@demo(
    name="statistics.noise-pca",
    title="What does PCA find in pure noise?",
    intro=lambda n, reps: (
        f"{reps} data sets of {n} rows and p features, all independent N(0, 1). We measure the largest and the "
        "smallest eigenvalue of the covariance matrix; the true ones are all 1."
    ),
    parameters=(
        Int("p", 100, 1, 500, scale=Scale.LOG, note="features, where the question asks"),
        Int("n", 200, 20, 1000, scale=Scale.LOG, note="rows"),
        Int("reps", 50, 5, 100, scale=Scale.LOG, front=False, note="data sets"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("features p", "p", Scale.LOG),
    y=Axis("eigenvalue", low=0.0),
    series=(
        Series("top", "largest", "theory"),
        Series("bottom", "smallest", "theory"),
        Series("edge", "", "(1+√(p/n))²"),
    ),
    columns=(
        Column("largest", "top"),
        Column("±", "top", Fact.ERROR),
        Column("theory", "top", Fact.THEORY),
        Column("smallest", "bottom"),
        Column("theory", "bottom", Fact.THEORY, wide=True),
    ),
    xs=lambda p: asked_last(WIDTHS, p),
    unit="widths",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors, and min(n, p)^−⅔ of the law's scale",
    remark=remark,
    distractor=Distractor("noise of variance 1 has components of variance 1", flat),
    source="Marchenko & Pastur 1967; Johnstone 2001, Theorem 1.1; Ma 2012, §2",
    pictures=(Picture("spectrum", "eigenvalues", Form.HISTOGRAM, low=0.0, high=REACH, across="eigenvalue"),),
    quick={"reps": 10},
)
def noise_pca(p: int, n: int, reps: int, seed: int) -> Iterator[Point | Image]:
    import torch

    g = torch.Generator().manual_seed(seed)
    for width in asked_last(WIDTHS, p):
        spectra = []
        for _ in range(reps):
            X = torch.randn(n, int(width), generator=g, dtype=torch.float64)  # (n, p)
            values = torch.linalg.eigvalsh(X.T @ X if width <= n else X @ X.T) / n  # (min(n, p),), ascending
            zeros = values.new_zeros(max(0, int(width) - n))  # more features than rows: directions without any variance
            spectra.append(torch.cat([zeros, values]))
        found = torch.stack(spectra)  # (reps, p)
        yield sample_mean("top", width, found[:, -1])
        yield sample_mean("bottom", width, found[:, 0])
        yield histogram("spectrum", width, found.float(), BINS, 0.0, REACH)
