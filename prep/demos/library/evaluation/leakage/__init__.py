"""How good does cross-validation say a useless model is? Features chosen before and inside the folds, on pure noise.

n rows of p noise features, labels ±1 by lot, half of each. Choose the k features of largest |covariance| with the
labels and classify by the nearest centroid. If they are chosen on all rows, the test rows have already voted: a chosen
feature leans towards every label by z/√n, z² being the mean of the k largest of p squared normals, and cross-validation
with K folds says (derived here, for this classifier: the score of a test row is a sum of k nearly independent products)

    Φ(√(k/n) (z² − 1) / √(z² + 1/(K − 1))),     z² = 1 + 2cφ(c)p/k,  Φ(−c) = k/(2p).

That leaves out terms of order 1/n and 1/k; `selected_features` has them.

Chosen inside each fold, a test label is a coin flip that nothing else knows: one half exactly, with balanced folds.

Sources: Ambroise & McLachlan 2002; Hastie, Tibshirani & Friedman 2009, §7.10.2 (the experiment).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from statistics import NormalDist
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.evaluation.leakage.selected_features import right
from prep.demos.library.shared.image import histogram
from prep.demos.library.shared.reading import at, off
from prep.demos.library.shared.sample import sample_mean, student
from prep.demos.spec import (
    Axis,
    Column,
    Distractor,
    Fact,
    Form,
    Image,
    Int,
    Ints,
    NumberQuestion,
    Picture,
    Point,
    Scale,
    Series,
    demo,
)

if TYPE_CHECKING:
    from torch import Generator, Tensor

NORMAL = NormalDist()
BINS = 25
"""Of the histograms of accuracies."""


def lean(p: float, k: int) -> float:
    """z², the mean square of the k largest of p normals; 1 if all are taken."""
    if k >= p:
        return 1.0
    c = -NORMAL.inv_cdf(k / (2 * p))
    return 1 + 2 * c * NORMAL.pdf(c) * p / k


def theory(p: float, n: int, k: int, K: int) -> dict[str, float]:
    z2, used = lean(p, k), min(k, p)
    said = NORMAL.cdf(math.sqrt(used / even(n)) * (z2 - 1) / math.sqrt(z2 + 1 / (K - 1)))
    return {"leaky": said, "honest": 0.5}


def even(n: int) -> int:
    """Rows in use: as many of either label."""
    return n // 2 * 2


def tolerance(point: Point, n: int, k: int, K: int, reps: int) -> float:
    """As four standard errors, from few data sets, and what the formula leaves out, worked out: terms in 1/n and 1/k.

    Close to one, where all data sets may be alike, the errors are at least those of independent rows (with Bernstein's
    z²/3 for rare ones). The honest half leaves out nothing.
    """
    errors = student(reps) * point.se
    if point.series == "honest":
        return errors + 1e-9
    said, cases = theory(point.x, n, k, K)["leaky"], even(n) * reps
    rare = 4 * math.sqrt(max(0.0, said * (1 - said)) / cases) + 16 / (3 * cases)
    return max(errors, rare) + abs(said - right(int(point.x), even(n), min(k, int(point.x)), K))


def question(p: float, n: int, k: int, K: int) -> NumberQuestion:
    return NumberQuestion(
        f"Labels are coin flips. The best {k} of {p:g} noise features are picked on all {n} "
        f"rows, then {K}-fold cross-validated. The accuracy, 0 to 1, is about",
        "leaky",
        p,
        within=0.1,
    )


def remark(outcome: Outcome) -> str:
    """What leaks with the most features, and what an honest pipeline says."""
    most = max(outcome.sheet.xs)
    return (
        f"With {most:g} noise features the leaky pipeline reports {at(outcome, 'leaky', most):.1%}, the honest one "
        f"{at(outcome, 'honest', most):.1%}; there is nothing to learn."
    ).replace("%", " %")


def validation_protects(outcome: Outcome) -> float:
    return max(off(outcome, "leaky", p, 0.5) for p in outcome.sheet.xs)


@demo(
    name="evaluation.leakage",
    title="How good does cross-validation say a useless model is?",
    intro=lambda n, k, K, reps: (
        f"{reps} data sets of {even(n)} rows of noise, labels by lot. The {k} features that "
        f"go best with the labels feed a nearest-centroid classifier, judged by {K}-fold cross-validation: chosen "
        "once on all rows (leaky), or anew inside each fold (honest)."
    ),
    parameters=(
        Int("n", 50, 20, 500, scale=Scale.LOG, note="rows"),
        Ints("p", (20, 100, 500, 1000, 5000), 20, 10_000, scale=Scale.LOG, note="features"),
        Int("k", 20, 1, 100, scale=Scale.LOG, note="features chosen; all, if there are fewer"),
        Int("K", 5, 2, 10, note="folds"),
        Int("reps", 30, 10, 300, scale=Scale.LOG, front=False, note="data sets"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("p", "p", Scale.LOG),
    y=Axis("accuracy", low=0.4, high=1.0),
    series=(
        Series("leaky", "chosen on all rows", "theory"),
        Series("honest", "chosen inside the fold", "chance"),
    ),
    columns=(
        Column("leaky", "leaky"),
        Column("±", "leaky", Fact.ERROR),
        Column("theory", "leaky", Fact.THEORY),
        Column("honest", "honest"),
        Column("±", "honest", Fact.ERROR, wide=True),
    ),
    xs=lambda p: p,
    unit="numbers of features",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors, by Student for few data sets, and what the formula leaves out",
    remark=remark,
    distractor=Distractor("cross-validation protects: it reports chance", validation_protects),
    source="Ambroise & McLachlan 2002; Hastie, Tibshirani & Friedman 2009, Elements of Statistical Learning, §7.10.2",
    pictures=tuple(
        Picture(name, f"data sets by the accuracy reported, features chosen {how}", Form.HISTOGRAM, across="accuracy")
        for name, how in (("leaky", "on all rows"), ("honest", "inside the fold"))
    ),
    quick={"reps": 15},
)
def leakage(n: int, p: tuple[int, ...], k: int, K: int, reps: int, seed: int) -> Iterator[Point | Image]:
    import torch

    g = torch.Generator().manual_seed(seed)
    half = n // 2
    y = torch.cat([torch.ones(half), -torch.ones(half)])  # labels, (n,)
    fold = torch.cat([torch.arange(half) * K // half] * 2)  # balanced, (n,)
    for features in p:
        runs = torch.tensor(
            [_cross_validated(features, min(k, features), y, fold, g) for _ in range(reps)], dtype=torch.float64
        )  # (reps, 2)
        for name, accuracies in zip(("leaky", "honest"), runs.T, strict=True):  # (reps,) each
            yield sample_mean(name, features, accuracies)
            yield histogram(name, features, accuracies, BINS, 0, 1)


def _cross_validated(p: int, k: int, y: Tensor, fold: Tensor, g: Generator) -> tuple[float, float]:
    """Accuracy over all folds, with features chosen on all rows and inside the folds, on one data set."""
    import torch

    X = torch.randn(len(y), p, generator=g)  # (n, p)
    leaky = (y @ X).abs().topk(k).indices  # (k,)
    right = [0, 0]
    for f in fold.unique():  # type: ignore[no-untyped-call]
        test, training = fold == f, (fold != f).float()  # (n,)
        honest = ((y * training) @ X).abs().topk(k).indices  # (k,)
        for i, chosen in enumerate((leaky, honest)):
            right[i] += _right(X[:, chosen], y, training, test)
    return right[0] / len(y), right[1] / len(y)


def _right(X: Tensor, y: Tensor, training: Tensor, test: Tensor) -> int:
    """Test rows that lie nearer to the centroid of their own label; X is (n, k)."""
    positive, negative = training * (y > 0), training * (y < 0)  # (n,)
    up, down = positive @ X / positive.sum(), negative @ X / negative.sum()  # (k,)
    score = (X[test] - (up + down) / 2) @ (up - down)  # (tests,)
    return int(((score > 0) == (y[test] > 0)).sum())
