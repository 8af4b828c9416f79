"""What the lessons about statistics measure."""

from __future__ import annotations

import math
from statistics import NormalDist

import pytest

from prep.demos.catalog import catalog
from prep.demos.library.statistics.noise_pca import edge, scales
from prep.demos.library.statistics.peeking import crossed, threshold
from tests.demos.lessons.harness import at, run

PEEKING, NOISE, BETA, MCMC = (
    "statistics.peeking",
    "statistics.noise-pca",
    "statistics.beta-binomial",
    "statistics.mcmc",
)
NORMAL = NormalDist()


@pytest.mark.parametrize(("looks", "share"), [(1, 0.050), (2, 0.083), (5, 0.142), (10, 0.193), (20, 0.248)])
def test_looks_multiply_false_positives(looks: int, share: float) -> None:
    """5, 8, 14, 19 and 25 % with 1, 2, 5, 10 and 20 looks, as Armitage and others print them."""
    assert crossed(20, 0.05)[looks - 1] == pytest.approx(share, abs=5e-4)
    assert at(run(PEEKING), "any", looks) == pytest.approx(share, abs=0.006)


def test_two_looks_are_two_correlated_normal_values() -> None:
    """P(|z₁| ≤ c, |z₂| ≤ c) with z₂ = (z₁ + ε)/√2, as one integral over z₁ by the midpoint rule."""
    c, h = threshold(0.05), 1e-3
    inside = 0.0
    for i in range(round(2 * c / h)):
        z = -c + (i + 0.5) * h
        inside += NORMAL.pdf(z) * (NORMAL.cdf(c * math.sqrt(2) - z) - NORMAL.cdf(-c * math.sqrt(2) - z)) * h
    assert crossed(2, 0.05)[1] == pytest.approx(1 - inside, abs=2e-5)


@pytest.mark.parametrize("alpha", [0.001, 0.05, 0.2])
def test_a_finer_integral_over_100_looks_is_the_same(alpha: float) -> None:
    """Half the spacing changes no share by more than what the tolerance grants."""
    assert crossed(100, alpha) == pytest.approx(crossed(100, alpha, 0.125), abs=2e-5)


@pytest.mark.parametrize("n", [20, 200, 1000])
def test_the_largest_eigenvalue_of_two_features_is_exact(n: int) -> None:
    """(λ₁−λ₂)/(λ₁+λ₂) has the density r(1−r²)^((n−3)/2): E λ₁/n is 1 + (n−1)/2·B(3/2, (n−1)/2); theory is near."""
    beta = math.exp(math.lgamma(1.5) + math.lgamma((n - 1) / 2) - math.lgamma(n / 2 + 1))
    exact = 1 + (n - 1) / 2 * beta
    left = scales(2, n)[0] * 2 ** (-2 / 3)
    assert catalog.find(NOISE).theory(2, n)["top"] == pytest.approx(exact, abs=left)
    assert catalog.find(NOISE).theory(1, n)["top"] == pytest.approx(1, abs=scales(1, n)[0])


def test_the_spectrum_of_pure_noise_is_wide() -> None:
    """n = 1000, p = 500: the edge is 2.914, the largest 2.91 and the smallest 0.086, as other code measured."""
    assert edge(500, 1000) == pytest.approx(2.914, abs=5e-4)
    outcome = run(NOISE, n=1000, p=500, reps=5)
    assert at(outcome, "top", 500) == pytest.approx(2.9, abs=0.03)
    assert at(outcome, "bottom", 500) == pytest.approx(0.086, abs=0.004)


def test_with_more_features_than_rows_some_directions_have_no_variance() -> None:
    """p = 500, n = 200: the smallest eigenvalue is 0, the largest near (1 + √2.5)² = 6.66."""
    outcome = run(NOISE, p=500)
    assert at(outcome, "bottom", 500) == 0
    assert at(outcome, "top", 500) == pytest.approx(6.66, abs=0.15)


@pytest.mark.parametrize(("n", "a", "b", "truth"), [(1, 1, 1, 0.3), (10, 2, 2, 0.9), (25, 0.5, 3, 0.05)])
def test_errors_and_widths_are_sums_over_outcomes(n: int, a: float, b: float, truth: float) -> None:
    """Over k = 0 … n with beta-binomial and binomial weights."""

    def ln_beta(x: float, y: float) -> float:
        return math.lgamma(x) + math.lgamma(y) - math.lgamma(x + y)

    width = one = 0.0
    for k in range(n + 1):
        weight = math.comb(n, k) * math.exp(ln_beta(a + k, b + n - k) - ln_beta(a, b))
        mean = (a + k) / (a + b + n)
        width += weight * mean * (1 - mean) / (a + b + n + 1)
        one += math.comb(n, k) * truth**k * (1 - truth) ** (n - k) * (mean - truth) ** 2
    theory = catalog.find(BETA).theory(n, a, b, truth)
    assert theory["width"] == theory["posterior"] == pytest.approx(width)
    assert theory["one"] == pytest.approx(one)


def test_one_flip_from_a_uniform_prior() -> None:
    """Beta(2, 1) or Beta(1, 2), of variance 1/18 either way."""
    outcome = run(BETA, a=1, b=1)
    assert outcome.expected("width", 1) == pytest.approx(1 / 18)
    assert at(outcome, "width", 1) == pytest.approx(1 / 18, abs=1e-6)


@pytest.mark.parametrize("s", [0.1, 1, 2.4, 10])
def test_acceptance_and_jump_are_integrals_over_moves(s: float) -> None:
    """∫ N(d; 0, s²)·2Φ(−|d|/2)·(1, d²) dd by the trapezoid rule."""
    h = s / 200
    moves = [i * h for i in range(-2000, 2001)]
    weights = [NORMAL.pdf(d / s) / s * 2 * NORMAL.cdf(-abs(d) / 2) * h for d in moves]
    theory = catalog.find(MCMC).theory(s)
    assert theory["acceptance"] == pytest.approx(sum(weights), rel=1e-4)
    assert theory["jump"] == pytest.approx(sum(w * d * d for w, d in zip(weights, moves, strict=True)), rel=1e-4)


def test_metropolis_at_twice_the_target_s_deviation() -> None:
    """s = 2: (2/π)·arctan 1 = ½ accepted, and a mean squared jump of 2 − 4/π."""
    theory = catalog.find(MCMC).theory(2)
    assert (theory["acceptance"], theory["jump"]) == pytest.approx((0.5, 2 - 4 / math.pi))


def test_the_farthest_jump_accepts_44_per_cent() -> None:
    """At s = 2.43, in one dimension."""
    best = max((i / 100 for i in range(100, 500)), key=lambda s: catalog.find(MCMC).theory(s)["jump"])
    assert best == pytest.approx(2.43, abs=0.01)
    assert catalog.find(MCMC).theory(best)["acceptance"] == pytest.approx(0.44, abs=0.005)
