"""Is an AUC of 0.92 good? The same ranker at every prevalence, judged by ROC-AUC, average precision and precision.

Scores of negatives are N(0, 1), of positives N(d, 1). AUC is the probability that a positive outscores a negative,
Φ(d/√2): no prevalence in it. Precision at a threshold is π·TPR/(π·TPR + (1 − π)·FPR), and average precision is its
integral over TPR: both fall with the prevalence π. A random ranker has AP = π, so APs across data sets don't compare:
exactly, for P positives among N, (P−1)/(N−1)·(1 − H_N/N) + H_N/N, with the standard deviation π√((1−π)/P).

The number of positives is fixed at πN, so chance decides about the scores only.

Sources: Hanley & McNeil 1982; DeLong et al. 1988 (the error of AUC); Davis & Goadrich 2006; Boyd, Eng & Page 2013 (the
binomial error of AP); Bestgen 2015, Exact Expected Average Precision of the Random Baseline.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from statistics import NormalDist
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, off
from prep.demos.spec import (
    Axis,
    Column,
    Distractor,
    Fact,
    Float,
    Form,
    Int,
    NumberQuestion,
    Picture,
    Point,
    Scale,
    Series,
    demo,
)

if TYPE_CHECKING:
    from torch import Tensor

PREVALENCES = (0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
NORMAL = NormalDist()


def rates(threshold: float, d: float) -> tuple[float, float]:
    """True and false positive rate above a threshold; lower tails, so that nothing is lost far out."""
    return NORMAL.cdf(d - threshold), NORMAL.cdf(-threshold)


def average_precision(pi: float, d: float) -> float:
    """∫ precision dTPR, by the trapezoid rule over the positives' scores."""
    step = 1 / 32
    total = 0.0
    for i in range(-8 * 32, 8 * 32 + 1):
        tpr, fpr = rates(d + i * step, d)
        total += NORMAL.pdf(i * step) * pi * tpr / (pi * tpr + (1 - pi) * fpr)
    return total * step


def random_precision(P: int, N: int) -> float:
    """Mean average precision of a random order; H_N by its asymptotic series."""
    first = (math.log(N) + 0.5772156649015329 + 1 / (2 * N)) / N
    return (P - 1) / (N - 1) * (1 - first) + first


def theory(pi: float, d: float, threshold: float, N: int) -> dict[str, float]:
    if not 0 < pi < 1:
        return {}
    tpr, fpr = rates(threshold, d)
    return {
        "auc": NORMAL.cdf(d / math.sqrt(2)),
        "ap": average_precision(pi, d),
        "precision": pi * tpr / (pi * tpr + (1 - pi) * fpr),
        "random": random_precision(max(1, round(pi * N)), N),
    }


def tolerance(point: Point, d: float, threshold: float, N: int) -> float:
    """Four binomial errors: AUC and AP with as many trials as positives, precision with as many as are selected.

    In AP the i-th positive found counts itself, which adds at most 1/i: H_P/P on the mean of P. Rounding πN to a whole
    number moves π by at most 1/(2N). Few selected: Bernstein's z²/3. A random order has its own error, and one positive
    that stands first by chance adds 1/P.
    """
    P = max(1, round(point.x * N))
    y = theory(point.x, d, threshold, N)[point.series]
    binomial = 4 * math.sqrt(y * (1 - y) / P)
    match point.series:
        case "auc":
            return binomial + 16 / (3 * P)
        case "random":
            return 4 * point.se + 1 / P
        case "precision":
            tpr, fpr = rates(threshold, d)
            selected = N * (point.x * tpr + (1 - point.x) * fpr)
            return 4 * math.sqrt(y * (1 - y) / selected) + 16 / (3 * selected) + 1 / P
        case _:
            return binomial + (math.log(P) + 1) / P + 1 / P


def question(pi: float, d: float) -> NumberQuestion:
    return NumberQuestion(
        f"Positives score {d:g} higher, so AUC is {NORMAL.cdf(d / math.sqrt(2)):.2f}. At prevalence "
        f"{pi:g} the average precision is about",
        "ap",
        pi,
        within=0.25,
        formula="∫ precision dTPR",
    )


def remark(outcome: Outcome) -> str:
    """What stays and what falls from the highest prevalence to the lowest."""
    high, low = max(outcome.sheet.xs), min(outcome.sheet.xs)
    return (
        f"From prevalence {high:g} to {low:g} AUC goes from {at(outcome, 'auc', high):.3f} to "
        f"{at(outcome, 'auc', low):.3f}, AP from {at(outcome, 'ap', high):.3f} to {at(outcome, 'ap', low):.3f}. At "
        f"{low:g} saying always no is right in {1 - low:.1%} of the cases."
    ).replace("%", " %")


def same_ap(outcome: Outcome) -> float:
    first = at(outcome, "ap", max(outcome.sheet.xs))
    return max(off(outcome, "ap", pi, first) for pi in outcome.sheet.xs)


@demo(
    name="evaluation.auc-pr",
    title="Is an AUC of 0.92 good?",
    intro=lambda d, threshold, N: (
        f"One ranker, {N:,} cases: negatives score N(0, 1), positives N({d:g}, 1). At "
        f"several prevalences π we measure AUC, average precision, and the precision above {threshold:g}."
    ),
    parameters=(
        Float("d", 2.0, 0.0, 4.0, note="separation"),
        Float("pi", 0.01, 0.001, 0.5, label="π", scale=Scale.LOG, note="prevalence, where the question asks"),
        Float("threshold", 2.0, -4.0, 4.0, front=False, note="above which a case is called positive"),
        Int("N", 400_000, 10_000, 1_000_000, scale=Scale.LOG, note="cases"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("π", "pi", Scale.LOG),
    y=Axis("AUC, AP", low=0.0, high=1.0),
    series=(
        Series("ap", "average precision", "theory"),
        Series("auc", "AUC", "theory Φ(d/√2)", decimals=4),
        Series("precision", "precision", "theory", plotted=False),
        Series("random", "AP of a random ranker", "theory π", plotted=False, decimals=4),
    ),
    columns=(
        Column("AP", "ap"),
        Column("theory", "ap", Fact.THEORY),
        Column("AUC", "auc"),
        Column("theory", "auc", Fact.THEORY),
        Column("precision", "precision", wide=True),
        Column("theory", "precision", Fact.THEORY, wide=True),
        Column("random AP", "random", wide=True),
    ),
    xs=lambda pi: asked_last(PREVALENCES, pi),
    unit="prevalences",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four binomial errors, and H_P/P for AP of P positives",
    remark=remark,
    distractor=Distractor("average precision, like AUC, stays what it was at the highest prevalence", same_ap),
    source="Hanley & McNeil 1982; Davis & Goadrich 2006; Boyd, Eng & Page 2013; Bestgen 2015",
    pictures=(Picture("judges", "one ranker, its judges", Form.BARS, series=("auc", "ap", "precision", "random")),),
    quick={"N": 100_000},
)
def auc_pr(d: float, pi: float, threshold: float, N: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    for prevalence in asked_last(PREVALENCES, pi):
        P = max(1, round(prevalence * N))
        score = torch.randn(N, generator=g, dtype=torch.float64)  # (N,)
        score[:P] += d  # the first P are positive
        above = _negatives_above(score, P)  # (P,)
        AP, A = _average_precision(above), 1 - above.mean().item() / (N - P)
        yield Point("ap", prevalence, AP, math.sqrt(AP * (1 - AP) / P))
        yield Point("auc", prevalence, A, auc_error(above, N - P))
        if selected := int((score > threshold).sum()):
            share = (score[:P] > threshold).sum().item() / selected
            yield Point("precision", prevalence, share, math.sqrt(share * (1 - share) / selected))
        chance = _average_precision(_negatives_above(torch.rand(N, generator=g, dtype=torch.float64), P))
        yield Point("random", prevalence, chance, prevalence * math.sqrt((1 - prevalence) / P))


def _negatives_above(score: Tensor, P: int) -> Tensor:
    """How many of the negatives score higher than each positive, from the highest positive down: (P,)."""
    import torch

    positives = score[:P].sort().values  # (P,), ascending
    beaten = torch.searchsorted(positives, score[P:])  # positives below each negative
    return torch.bincount(beaten, minlength=P + 1).double().flip(0).cumsum(0)[:P]  # (P,)


def auc_error(above: Tensor, negatives: int) -> float:
    """DeLong's standard error: the spread of what each positive says of the AUC, and of what each negative does."""
    import torch

    P = len(above)
    count = torch.diff(above, prepend=above.new_zeros(1), append=above.new_full((1,), negatives))  # (P + 1,)
    beating = torch.arange(P + 1, dtype=torch.float64) / P  # share of positives above so many negatives, (P + 1,)
    mean = (beating * count).sum() / negatives
    spread = (count * (beating - mean) ** 2).sum() / negatives
    return math.sqrt((above / negatives).var(correction=0).item() / P + spread.item() / negatives)


def _average_precision(above: Tensor) -> float:
    """Mean over positives of the precision among all that score as high or higher."""
    import torch

    found = torch.arange(1, len(above) + 1, dtype=torch.float64)  # positives so far, (P,)
    return (found / (found + above)).mean().item()
