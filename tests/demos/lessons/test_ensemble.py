"""What the lessons about ensembles measure."""

from __future__ import annotations

import math
from itertools import product

import pytest

from prep.demos.catalog import catalog
from tests.demos.lessons.harness import at, run

CORRELATION, ADABOOST = "ensemble.correlation", "ensemble.adaboost"


def test_correlated_predictors_have_a_floor() -> None:
    """ρ = 0.3, B = 50: 0.3 + 0.7/50 = 0.314, as other code measured to 0.316."""
    outcome = run(CORRELATION, B=50)
    assert outcome.expected("mean", 50) == pytest.approx(0.314)
    assert at(outcome, "mean", 50) == pytest.approx(0.314, rel=0.05)


@pytest.mark.parametrize("n", [2, 3])
def test_two_bagged_means_by_all_their_bags(n: int) -> None:
    """The variance of a mean with weights w is Σw²: averaged over all pairs of bags, relative to that over all bags."""
    bags = list(product(range(n), repeat=n))
    single = sum(sum(bag.count(i) ** 2 for i in range(n)) for bag in bags) / len(bags) / n**2
    pairs = [sum((a.count(i) + b.count(i)) ** 2 for i in range(n)) / (2 * n) ** 2 for a in bags for b in bags]
    assert single == pytest.approx((2 * n - 1) / n**2)
    assert catalog.find(CORRELATION).theory(2, 0.3, n)["bagged"] == pytest.approx(sum(pairs) / len(pairs) / single)


def test_a_third_of_the_rows_are_out_of_a_bag() -> None:
    """(1 − 1/n)ⁿ: ¼ of two rows, 0.36 of 20, 1/e of many."""
    assert at(run(CORRELATION, n=2), "out", 1) == pytest.approx(0.25, abs=0.01)
    assert at(run(CORRELATION, n=200), "out", 50) == pytest.approx(0.367, abs=0.005)


@pytest.mark.parametrize(("T", "eps"), [(1, 0.3), (3, 0.3), (4, 0.2), (9, 0.45)])
def test_independent_votes_by_all_their_outcomes(T: int, eps: float) -> None:
    """Over 2ᵀ outcomes: the chance of no majority, and the mean of e^{−yF}; three votes by hand: 3·0.7·0.09 + 0.027."""
    alpha = math.log((1 - eps) / eps) / 2
    error = loss = square = 0.0
    for votes in product((-1, 1), repeat=T):
        chance = math.prod(1 - eps if vote > 0 else eps for vote in votes)
        error += chance * (sum(votes) <= 0)
        loss += chance * math.exp(-alpha * sum(votes))
        square += chance * math.exp(-2 * alpha * sum(votes))
    theory = catalog.find(ADABOOST).theory(T, eps)
    assert (theory["error"], theory["loss"], square) == pytest.approx((error, loss, 1))
    if (T, eps) == (3, 0.3):
        assert error == pytest.approx(0.216)


def test_the_bound_after_twenty_rounds() -> None:
    """2√(0.3·0.7) = 0.917 a round, 0.17 after 20; a third of that is wrong even with ties counted."""
    outcome = run(ADABOOST, rounds=20)
    assert outcome.expected("loss", 1) == pytest.approx(0.917, abs=5e-4)
    assert outcome.expected("loss", 20) == pytest.approx(0.175, abs=5e-4)
    assert at(outcome, "error", 20) < 0.175 / 3


def test_stumps_stay_under_their_bound_and_their_loss_is_it() -> None:
    """In every round, for other data too."""
    for outcome in (run(ADABOOST), run(ADABOOST, n=100), run(ADABOOST, seed=5)):
        for T in outcome.sheet.xs:
            assert at(outcome, "stumps", T) <= at(outcome, "stump-bound", T)
            assert at(outcome, "stump-loss", T) == pytest.approx(1, abs=1e-9)


def test_the_first_stump_is_the_best_of_all() -> None:
    """Twelve cases: the best of every threshold, feature and sign, by trying them."""
    import torch

    from prep.demos.library.ensemble.adaboost import _boosted

    X = torch.randn(12, 3, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    y = X.sum(1).sign()
    errors = [(side * (X[:, j] > cut).double().mul(2).sub(1) != y).double().mean().item()
              for j in range(3) for cut in X[:, j] for side in (-1, 1)]  # fmt: skip
    error, bound, _ = next(_boosted(X, y, 1))
    assert error == pytest.approx(min(errors))
    assert bound == pytest.approx(2 * math.sqrt(error * (1 - error)))
