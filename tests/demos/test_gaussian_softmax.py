"""The exact averages behind the saturation lesson."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from prep.demos.library.shared.gaussian_softmax import fixed_spread, needle_weight, of_law, of_width

# (n, σ, E[H], E[tr J]) to the digits of an independent quadrature, itself within 4 standard errors of simulation
TABLE = [
    (64, 0.0883883, 4.155, 0.984), (64, 1, 3.685, 0.961), (64, math.sqrt(8), 1.927, 0.701), (64, 8, 0.576, 0.288),
    (64, math.sqrt(128), 0.387, 0.206), (64, math.sqrt(512), 0.182, 0.103),
    (512, 0.0883883, 6.234, 0.998), (512, 1, 5.742, 0.995), (512, math.sqrt(8), 3.190, 0.853), (512, 8, 0.819, 0.374),
    (512, math.sqrt(128), 0.534, 0.267), (512, math.sqrt(512), 0.243, 0.134),
    (4096, 1, 7.818, 0.999), (4096, math.sqrt(8), 4.74, 0.939), (4096, 8, 1.06, 0.444),
    (4096, math.sqrt(128), 0.671, 0.318), (4096, math.sqrt(512), 0.296, 0.160),
]  # fmt: skip


@pytest.mark.parametrize(("n", "sigma", "entropy", "trace"), TABLE)
def test_the_quadrature_gives_the_known_table(n: int, sigma: float, entropy: float, trace: float) -> None:
    """Entropy and trace for six spreads and three row lengths, to the last printed digit."""
    found = fixed_spread(n, sigma)
    assert found.entropy == pytest.approx(entropy, abs=6e-4 if n < 4096 else 6e-3)
    assert found.trace == pytest.approx(trace, abs=6e-4)


def test_two_keys_are_a_logistic_integral() -> None:
    """For n = 2, tr J = 2p(1−p) with p = 1/(1+e^{−√2 σ g}): a one-dimensional integral, done here by brute force."""
    sigma, step = 3.0, 1e-3
    grid = [i * step for i in range(-9000, 9001)]
    weights = [math.exp(-g * g / 2) for g in grid]
    p = [1 / (1 + math.exp(-math.sqrt(2) * sigma * g)) for g in grid]
    brute = sum(w * 2 * q * (1 - q) for w, q in zip(weights, p, strict=True)) / sum(weights)
    assert fixed_spread(2, sigma).trace == pytest.approx(brute, abs=1e-7)


@pytest.mark.parametrize("n", [2, 64, 1024])
def test_small_spreads_join_the_series(n: int) -> None:
    """Where the second-order formula takes over from the quadrature, the two agree to 1e-5."""
    below, above = fixed_spread(n, 0.05 - 1e-9), fixed_spread(n, 0.05 + 1e-9)
    assert below.trace == pytest.approx(above.trace, abs=1e-5)
    assert below.entropy == pytest.approx(above.entropy, abs=1e-5)


def test_a_wide_query_has_a_fixed_norm() -> None:
    """As dₖ grows, |q|/√dₖ stops varying: dividing by √dₖ gives the averages at spread 1 (to order 1/dₖ)."""
    assert of_width(64, 4096, 1 / 64).trace == pytest.approx(fixed_spread(64, 1).trace, abs=1e-4)


def test_one_dimension_mixes_over_a_half_normal() -> None:
    """At dₖ = 1 a row's spread is |g|: the mixture equals an average over a grid of normal quantiles."""
    step = 0.01
    grid = [(i + 0.5) * step for i in range(600)]
    weights = [math.exp(-g * g / 2) for g in grid]
    brute = sum(w * fixed_spread(64, g).trace for w, g in zip(weights, grid, strict=True)) / sum(weights)
    assert of_width(64, 1, 1.0).trace == pytest.approx(brute, abs=2e-5)


@settings(max_examples=30, deadline=None)
@given(some.sampled_from([2, 16, 64, 1000]), some.floats(0.01, 20), some.floats(1.05, 2))
def test_trace_and_entropy_fall_as_scores_spread(n: int, sigma: float, factor: float) -> None:
    """Both are monotone in the spread and stay between one-hot and even weights."""
    narrow, wide = fixed_spread(n, sigma), fixed_spread(n, sigma * factor)
    assert -1e-7 <= wide.trace <= narrow.trace + 1e-7 <= 1 - 1 / n + 2e-7
    assert -1e-6 <= wide.entropy <= narrow.entropy + 1e-6 <= math.log(n) + 2e-6


@pytest.mark.parametrize("sigma", [0.05, 1, 4, 24])
def test_one_table_serves_all_lengths(sigma: float) -> None:
    """Sharing the table of the longest row changes nothing beyond the quadrature's own error."""
    for n in (2, 64, 1000):
        shared, own = fixed_spread(n, sigma, 16384), fixed_spread(n, sigma)
        assert shared.trace == pytest.approx(own.trace, abs=1e-6)
        assert shared.entropy == pytest.approx(own.entropy, abs=1e-5)


@pytest.mark.parametrize("gap", [0.0, 3.0, 16.0])
def test_a_needle_among_two_is_a_logistic_integral(gap: float) -> None:
    """One other key: E w = E 1/(1 + e^{σg−Δ}) and its variance, by brute force over g."""
    sigma, step = 2.0, 1e-3
    grid = [i * step for i in range(-9000, 9001)]
    weights = [math.exp(-g * g / 2) for g in grid]
    w = [1 / (1 + math.exp(sigma * g - gap)) for g in grid]
    total = sum(weights)
    mean = sum(p * x for p, x in zip(weights, w, strict=True)) / total
    square = sum(p * x * x for p, x in zip(weights, w, strict=True)) / total
    found, variance = needle_weight(2, sigma, gap)
    assert found == pytest.approx(mean, abs=1e-6)
    assert variance == pytest.approx(square - mean**2, abs=2e-6)


@pytest.mark.parametrize(("n", "sigma"), [(64, 0.1), (64, 1.0), (64, 11.3), (4096, 2.0), (2, 3.0)])
def test_a_normal_law_gives_the_gaussian_averages(n: int, sigma: float) -> None:
    """The formulas for any law and those that use Stein's identity are the same for normal scores."""
    weights = [math.exp(-((i * 0.05) ** 2) / 2) for i in range(-160, 161)]
    total = sum(weights)
    law = [(i * 0.05 * sigma, w / total) for i, w in zip(range(-160, 161), weights, strict=True)]
    assert of_law(n, law) == pytest.approx(fixed_spread(n, sigma), abs=1e-6)


def test_two_equal_scores_halve_the_weight() -> None:
    """A law of one value: even weights, whatever n."""
    for n in (2, 10):
        assert of_law(n, [(3.0, 1.0)]) == pytest.approx((1 - 1 / n, math.log(n)), abs=1e-6)
