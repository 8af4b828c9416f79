"""What the lessons about losses measure."""

from __future__ import annotations

import math

import pytest

from prep.demos.library.loss.infonce import D_INIT, half_chi2, information, lower, mean_exp
from tests.demos.lessons.harness import at, run

SMOOTHING, SQUARED = "loss.label-smoothing", "loss.cross-entropy-vs-mse"
DISTILLATION, INFONCE = "loss.distillation", "loss.infonce"


@pytest.mark.parametrize("K", [2, 10, 100])
@pytest.mark.parametrize("eps", [0.05, 0.1, 0.3])
def test_the_best_gap_is_the_log_ratio_of_the_targets(K: int, eps: float) -> None:
    """ln[(1 − ε + ε/K)/(ε/K)], at p = 1 − ε + ε/K and a loss of the target's entropy: to 1e-6."""
    outcome = run(SMOOTHING, K=K, eps=eps, steps=10)
    right, wrong = 1 - eps + eps / K, eps / K
    assert at(outcome, "optimum", 10) == pytest.approx(math.log(right / wrong), abs=1e-6)
    assert at(outcome, "confidence", 10) == pytest.approx(right, abs=1e-6)
    assert at(outcome, "floor", 10) == pytest.approx(-right * math.log(right) - (K - 1) * wrong * math.log(wrong))


def test_ten_classes_and_a_tenth_give_four_and_a_half() -> None:
    """4.51, at a loss of 0.500."""
    outcome = run(SMOOTHING)
    assert at(outcome, "optimum", 10_000) == pytest.approx(4.511, abs=1e-3)
    assert at(outcome, "floor", 10_000) == pytest.approx(0.500, abs=1e-3)


@pytest.mark.parametrize(("t", "gap"), [(100, 6.87), (1000, 9.206), (10_000, 11.512)])
def test_without_smoothing_the_gap_grows_like_the_logarithm(t: int, gap: float) -> None:
    """Near ln(t·10/9) + ln 9 for ten classes: 1 % off at 100 steps, 0.1 % at 1000."""
    assert at(run(SMOOTHING), "plain", t) == pytest.approx(gap, abs=0.005)
    assert at(run(SMOOTHING), "plain", t) == pytest.approx(math.log(t * 10 / 9) + math.log(9), rel=1 / t)


@pytest.mark.parametrize("K", [10, 1000])
def test_random_logits_lose_half_a_nat_more_than_a_guess(K: int) -> None:
    """ln K + ½ for logits of spread 1, to 3 %; exactly, a little less."""
    expected = run(SMOOTHING, K=K, steps=100).expected("random", 100)
    assert expected is not None and math.log(K) < expected < math.log(K) + 0.5
    assert expected == pytest.approx(math.log(K) + 0.5, rel=0.03)


def test_the_squared_error_dies_when_confidently_wrong() -> None:
    """At z = −10: −0.99995 against −9.1e-5, eleven thousand times."""
    outcome = run(SQUARED)
    assert at(outcome, "cross-entropy", -10) == pytest.approx(0.99995, abs=5e-6)
    assert at(outcome, "squared", -10) == pytest.approx(9.1e-5, rel=0.01)
    assert at(outcome, "ratio", -10) == pytest.approx(11_014, rel=1e-4)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_times_t_squared_the_gradient_becomes_the_distance_of_the_logits(seed: int) -> None:
    """‖z − v‖/K, within 1 % at T = 100; without T² it falls 25-fold from 20 to 100, within a tenth."""
    outcome = run(DISTILLATION, seed=seed)
    assert at(outcome, "scaled", 100) == pytest.approx(1, abs=0.01)
    assert at(outcome, "fall", 100) == pytest.approx(25, rel=0.1)


@pytest.mark.parametrize(("N", "nats"), [(16, 2.77), (256, 5.55), (1024, 6.93)])
def test_infonce_sees_no_more_than_the_log_of_its_candidates(N: int, nats: float) -> None:
    """16.6 nats are there."""
    outcome = run(INFONCE)
    assert information(0.9, 20) == pytest.approx(16.6, abs=0.05)
    assert at(outcome, "information", N) == pytest.approx(16.6, abs=0.2)
    assert at(outcome, "estimate", N) == pytest.approx(nats, abs=0.02)
    assert at(outcome, "estimate", N) <= math.log(N) + 1e-9


def test_infonce_finds_what_is_far_below_its_ceiling() -> None:
    """0.94 nats with 1024 candidates: the estimate is within 0.05."""
    assert at(run(INFONCE, rho=0.3), "estimate", 1024) == pytest.approx(information(0.3, 20), abs=0.05)


@pytest.mark.parametrize(("rho", "d", "N"), [(0.3, 20, 16), (0.6, 20, 256), (0.9, 1, 1024), (0.9, 20, 256)])
def test_jensens_bound_is_below_the_other(rho: float, d: int, N: int) -> None:
    """The two bounds of the theory are in order and not far apart."""
    upper = min(information(rho, d), math.log(N))
    assert upper - 1 < lower(N, rho, d) <= upper + 1e-6


@pytest.mark.parametrize("d", [1, 2, 20, 64])
def test_the_nodes_know_the_moments_of_chi_squared(d: int) -> None:
    """Mass 1, mean d/2, variance d/2 of χ²/2."""
    mass, first, second = (sum(w * x**k for x, w in half_chi2(d)) for k in range(3))
    assert mass == pytest.approx(1, abs=1e-5)
    assert first == pytest.approx(d / 2, rel=1e-5) and second - first**2 == pytest.approx(d / 2, rel=1e-4)


def test_the_untrained_loss_is_above_the_log_of_the_candidates() -> None:
    """By 1/(2dτ²) at 128 dimensions and τ = 0.2, to second order."""
    assert math.log(mean_exp(5)) == pytest.approx(25 / (2 * D_INIT), rel=0.01)
    assert at(run(INFONCE, tau=0.2, N="512"), "init-loss", 512) == pytest.approx(math.log(512) + 25 / 256, rel=0.005)
