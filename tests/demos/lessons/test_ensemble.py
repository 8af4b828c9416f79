"""What the lessons about ensembles measure."""

from __future__ import annotations

from itertools import product

import pytest

from prep.demos.catalog import catalog
from tests.demos.lessons.harness import at, run

CORRELATION = "ensemble.correlation"


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
