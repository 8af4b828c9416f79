"""Scores of predictions, against their definitions and against fsrs-rs."""

from __future__ import annotations

import math

import pytest
from fsrs_rs_python import FSRS, FSRSItem, FSRSReview
from hypothesis import given
from hypothesis import strategies as st

from prep.core.evaluation import Prediction, benchmark_bin, brier, gain, log_loss, rmse_bins, wilson
from prep.core.event import Rating
from prep.core.fitting import FittedAnswer, predictions
from prep.core.memory import DEFAULT, Model

HISTORY = [(3, 0), (3, 1), (1, 32), (3, 0), (4, 1), (2, 75), (1, 67), (3, 2)]
"""Rating and days since the one before."""


def test_log_loss_and_brier_are_means_over_answers() -> None:
    """0.8 recalled and 0.4 forgotten: the mean of −ln 0.8 and −ln 0.6; the mean of 0.2² and 0.4²."""
    seen = [Prediction(0.8, True), Prediction(0.4, False)]
    assert math.isclose(log_loss(seen), (-math.log(0.8) - math.log(0.6)) / 2)
    assert math.isclose(brier(seen), (0.04 + 0.16) / 2)
    assert math.isnan(log_loss([])) and math.isnan(brier([])) and math.isnan(rmse_bins([]))


def test_a_certain_surprise_costs_a_finite_loss() -> None:
    """A prediction of 1 that was forgotten is bad, not infinite."""
    assert 10 < log_loss([Prediction(1.0, False)]) < 20


def test_rmse_compares_within_bins() -> None:
    """Two bins that are wrong in opposite directions don't cancel; inside one bin they do."""
    apart = [Prediction(0.5, True, "a"), Prediction(0.5, False, "b")]
    assert rmse_bins(apart) == 0.5
    assert rmse_bins([Prediction(p.recall, p.recalled) for p in apart]) == 0


def test_each_answer_is_scored_as_fsrs_rs_scores_it() -> None:
    """Log-loss and RMSE(bins) of every single answer of a history agree with the optimiser's own evaluation."""
    history = [FittedAnswer(n, Rating(rating), elapsed) for n, (rating, elapsed) in enumerate(HISTORY)]
    mine = iter(predictions(history, Model()))
    for length, (_, elapsed) in enumerate(HISTORY, 1):
        if elapsed > 0:
            theirs = FSRS(list(DEFAULT)).evaluate([FSRSItem([FSRSReview(r, d) for r, d in HISTORY[:length]])])
            one = next(mine)
            assert math.isclose(one.loss, theirs.log_loss, rel_tol=1e-5)
            assert math.isclose(rmse_bins([one]), theirs.rmse_bins, rel_tol=1e-5)
    assert next(mine, None) is None


def test_bins_are_the_benchmarks() -> None:
    """Days 1, 2 and 3 share a bin, 4 begins the next; no lapse is a bin of its own."""
    assert benchmark_bin(1, 2, 0)[0] == benchmark_bin(3, 2, 0)[0] == 2.48
    assert benchmark_bin(4, 2, 0)[0] == 8.98
    assert benchmark_bin(1, 2, 0)[2] == 0.0 != benchmark_bin(1, 2, 1)[2]


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(0, 0, 0.0, 1.0), (9, 10, 0.596, 0.982), (0, 10, 0.0, 0.278), (81, 263, 0.255, 0.366)],
)
def test_the_interval_of_a_share_is_wilsons(hits: int, of: int, low: float, high: float) -> None:
    """81 of 263 is Newcombe's (1998) published example: 0.2553 to 0.3662."""
    assert wilson(hits, of) == pytest.approx((low, high), abs=6e-4)


@given(st.integers(0, 500), st.integers(0, 500))
def test_the_interval_holds_the_share(hits: int, misses: int) -> None:
    """Always inside 0 and 1, always around what was observed."""
    low, high = wilson(hits, hits + misses)
    assert 0 <= low <= high <= 1
    if hits + misses:
        assert low - 1e-12 <= hits / (hits + misses) <= high + 1e-12


@pytest.mark.parametrize(("hits", "of"), [(9, 3), (-2, 3), (2, -3), (2**62, 1)])
def test_the_interval_of_a_damaged_tally_is_one(hits: int, of: int) -> None:
    """More recalled than tested, or fewer than none: still a part of 0 to 1."""
    low, high = wilson(hits, of)
    assert 0 <= low <= high <= 1


def test_a_gain_is_the_mean_of_the_differences() -> None:
    """With the standard error of that mean; of one answer nobody knows it."""
    before, after = [Prediction(0.5, True), Prediction(0.5, True)], [Prediction(0.8, True), Prediction(0.6, True)]
    mean, error = gain(before, after)
    assert math.isclose(mean, log_loss(before) - log_loss(after))
    assert math.isclose(error, math.log(0.8 / 0.6) / 2)
    assert gain(before[:1], after[:1])[1] == math.inf
