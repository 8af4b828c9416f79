"""How far below its bound is AdaBoost's training error? Rounds of weak learners with error ε.

Votes have the weight α = ½ ln((1−ε)/ε), and F is their sum. A case is wrong if yF ≤ 0, so wrong cases are at most the
mean of e^{−yF}. A round multiplies it by (1 − ε)e^{−α} + εe^{α} = 2√(ε(1−ε)), with the round's weighted error ε: after
T rounds the exponential loss *is* Π2√(ε(1−ε)), and the training error is at most that. Real stumps have another ε in
each round; the product stays exact.

If learners err independently of each other, a case is wrong with probability P(right votes ≤ T/2), binomial, and
e^{−yF} has the second moment 1 for every T: its mean has the variance (1 − bound²)/N. Real learners agree, so that real
errors fall slower.

Source: Freund & Schapire 1997, A Decision-Theoretic Generalization of On-Line Learning, Theorem 6; Schapire & Freund
2012, Boosting, §3.1.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, brief, off
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, NumberQuestion, Point, Scale, Series, demo

if TYPE_CHECKING:
    from torch import Tensor

ROUNDS = (1, 3, 5, 9, 15, 35, 51)
FEATURES = 5


def bound(T: float, eps: float) -> float:
    return math.pow(2 * math.sqrt(eps * (1 - eps)), T)


def wrong(T: int, eps: float) -> float:
    """P(right votes ≤ T/2) of T independent votes: a tie is wrong."""
    return math.fsum(math.comb(T, k) * math.pow(1 - eps, k) * math.pow(eps, T - k) for k in range(T // 2 + 1))


def theory(T: float, eps: float) -> dict[str, float]:
    """Between whole numbers the line from one odd number of votes to the next: even ones can tie."""
    if T < 1:
        return {}
    low = math.floor((T - 1) / 2) * 2 + 1
    share = (T - low) / 2
    error = wrong(int(T), eps) if T % 1 == 0 else (1 - share) * wrong(low, eps) + share * wrong(low + 2, eps)
    return {"error": error, "loss": bound(T, eps), "stump-loss": 1.0}


def tolerance(point: Point, eps: float, N: int) -> float:
    """Four binomial errors; four errors of the loss by its exact variance; rounding for the product.

    For both Bernstein's z²/3: of 1 for an error, and of the largest loss of which one in N cases is expected.
    """
    if point.series == "stump-loss":
        return 1e-9
    known, T = theory(point.x, eps), int(point.x)
    if point.series == "error":
        return 4 * math.sqrt(known["error"] * (1 - known["error"]) / N) + 16 / (3 * N)
    alpha, tail, k = math.log((1 - eps) / eps) / 2, math.pow(eps, T), 0
    while tail < 1 / N and k < T:
        k += 1
        tail += math.comb(T, k) * math.pow(1 - eps, k) * math.pow(eps, T - k)
    return 4 * math.sqrt((1 - known["loss"] ** 2) / N) + 16 / (3 * N) * math.exp(alpha * (T - 2 * k))


def question(T: float, eps: float) -> NumberQuestion:
    return NumberQuestion(
        f"Weak learners err in {100 * eps:g} %, independently of each other. After {T:g} rounds AdaBoost's bound on "
        f"the training error is {brief(bound(T, eps), 2)}. The training error (0 to 1) itself is about",
        "error",
        T,
        within=0.5,
        formula="P(right votes ≤ T/2)",
    )


def remark(outcome: Outcome, rounds: int, eps: float) -> str:
    """How loose the bound is for independent votes, and what real stumps do."""
    error, stumps, limit = (at(outcome, series, rounds) for series in ("error", "stumps", "stump-bound"))
    return (
        f"After {rounds} rounds {brief(error, 3)} are wrong, under a bound of {brief(bound(rounds, eps), 3)}. Stumps, "
        f"whose votes agree more, get {brief(stumps, 3)} of their cases wrong, under {brief(limit, 3)}: that bound is "
        "their exponential loss, to the last digit."
    )


def tight(outcome: Outcome) -> float:
    """How far the error is from its bound, in tolerances."""
    rounds, eps = (outcome.sheet.values[name] for name in ("rounds", "eps"))
    assert isinstance(rounds, int) and isinstance(eps, float)
    return off(outcome, "error", rounds, bound(rounds, eps))


@demo(
    name="ensemble.adaboost",
    title="How far below its bound is AdaBoost's error?",
    intro=lambda eps, N, n: (
        f"Votes of T learners that err in {100 * eps:g} %, independently, on {N:,} cases; and AdaBoost with stumps on "
        f"{n} cases with {FEATURES} features, labelled by the sign of their sum. We measure training error and "
        "exponential loss."
    ),
    parameters=(
        Int("rounds", 21, 1, 101, label="T", scale=Scale.LOG, note="where the question asks"),
        Float("eps", 0.3, 0.05, 0.48, label="ε", note="error of an independent learner"),
        Int("N", 100_000, 10_000, 400_000, scale=Scale.LOG, front=False, note="cases of independent learners"),
        Int("n", 400, 100, 1000, scale=Scale.LOG, note="cases of the stumps"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("rounds T", "T", Scale.LOG),
    y=Axis("training error", low=0.0),
    series=(
        Series("error", "error", "P(≤ T/2 right)", decimals=4),
        Series("loss", "exp. loss", "(2√(ε(1−ε)))^T", decimals=4),
        Series("stumps", "stumps", decimals=4),
        Series("stump-bound", "stumps' bound", plotted=False, decimals=4),
        Series("stump-loss", "stumps' loss over bound", "1", plotted=False),
    ),
    columns=(
        Column("error", "error"),
        Column("theory", "error", Fact.THEORY),
        Column("loss", "loss"),
        Column("theory", "loss", Fact.THEORY),
        Column("stumps", "stumps"),
        Column("bound", "stump-bound", wide=True),
        Column("loss/bound", "stump-loss", wide=True),
    ),
    xs=lambda rounds: asked_last(ROUNDS, rounds),
    unit="numbers of rounds",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors with exact variances; rounding for the product",
    remark=remark,
    distractor=Distractor("the training error is about its bound", tight),
    source="Freund & Schapire 1997, Theorem 6; Schapire & Freund 2012, Boosting, §3.1",
    quick={"N": 20_000},
)
def adaboost(rounds: int, eps: float, N: int, n: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    X = torch.randn(n, FEATURES, generator=g, dtype=torch.float64)  # (n, features)
    stumps = list(_boosted(X, X.sum(1).sign(), max(*ROUNDS, rounds)))
    alpha = math.log((1 - eps) / eps) / 2
    for T in map(int, asked_last(ROUNDS, rounds)):
        votes = torch.binomial(
            torch.full((N,), float(T)), torch.tensor(1 - eps).expand(N), generator=g
        )  # right ones, (N,)
        margin = 2 * votes.double() - T  # (N,)
        error, loss = (margin <= 0).double().mean().item(), (-alpha * margin).exp()  # loss (N,)
        yield Point("error", T, error, math.sqrt(error * (1 - error) / N))
        yield Point("loss", T, loss.mean().item(), loss.std().item() / math.sqrt(N))
        for series, value in zip(("stumps", "stump-bound", "stump-loss"), stumps[T - 1], strict=True):
            yield Point(series, T, value)


def _boosted(X: Tensor, y: Tensor, rounds: int) -> Iterator[tuple[float, float, float]]:
    """Training error, Π2√(ε(1−ε)) and exponential loss over it after each round of AdaBoost with stumps."""
    import torch

    order, F, product = X.argsort(0), torch.zeros_like(y), 1.0  # (n, features), (n,)
    D = torch.full_like(y, 1 / len(y))  # weights of the cases, (n,)
    for _ in range(rounds):
        signed = (D * y)[order]  # (n, features)
        edges = signed.sum(0) - 2 * signed.cumsum(0)  # Σ D y h of h = −1 up to this case and 1 beyond, (n, features)
        best = int(edges.abs().argmax())
        row, feature = divmod(best, X.shape[1])
        edge = edges[row, feature]
        h = torch.where(X[:, feature] > X[order[row, feature], feature], 1.0, -1.0) * edge.sign()  # (n,)
        eps = (1 - edge.abs().item()) / 2
        F = F + math.log((1 - eps) / eps) / 2 * h
        product *= 2 * math.sqrt(eps * (1 - eps))
        losses = (-y * F).exp()  # (n,)
        D = losses / losses.sum()
        yield (y * F <= 0).double().mean().item(), product, losses.mean().item() / product
