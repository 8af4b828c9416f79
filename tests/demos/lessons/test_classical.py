"""What the lessons about classical models measure."""

from __future__ import annotations

import math
from itertools import pairwise
from statistics import NormalDist

import pytest

from prep.demos.catalog import catalog
from prep.demos.library.classical.em import iterates, likelihood
from tests.demos.lessons.harness import at, run

EM = "classical.em"


def quantiles(mu: float) -> list[float]:
    """10,000 points of ½N(−µ, 1) + ½N(µ, 1), evenly spread over each component."""
    return [NormalDist(side * mu, 1).inv_cdf((i + 0.5) / 5000) for side in (-1, 1) for i in range(5000)]


@pytest.mark.parametrize(("mu", "theta"), [(1, 0.2), (2, 3), (0.75, 0.75)])
def test_em_s_step_is_the_mean_by_responsibilities(mu: float, theta: float) -> None:
    """The weighted mean of −x and x by the responsibilities of both components, and the mean log-density."""
    xs = quantiles(mu)
    right = [1 / (1 + math.exp(-2 * theta * x)) for x in xs]
    mean = sum(r * x - (1 - r) * x for r, x in zip(right, xs, strict=True)) / len(xs)
    assert iterates(mu, theta, 1)[1] == pytest.approx(mean, abs=1e-3)
    density = [sum(NormalDist(side * theta, 1).pdf(x) / 2 for side in (-1, 1)) for x in xs]
    assert likelihood(theta, mu) == pytest.approx(sum(map(math.log, density)) / len(xs), abs=2e-3)


@pytest.mark.parametrize("mu", [0.75, 1, 2, 4])
def test_the_truth_is_em_s_fixed_point(mu: float) -> None:
    """With endless data EM stays where it is right, and climbs to it from below."""
    assert iterates(mu, mu, 1)[1] == pytest.approx(mu, abs=1e-9)
    heights = [likelihood(theta, mu) for theta in iterates(mu, 0.2, 50)]
    assert all(after > before - 1e-12 for before, after in pairwise(heights))


def test_k_means_puts_overlapping_centres_too_far_apart() -> None:
    """µ = 1: 2Φ(1) − 1 + 2φ(1) = 0.683 + 0.484 = 1.167; at µ = 4 hardly anything overlaps."""
    assert at(run(EM), "hard", 20) == pytest.approx(1.167, abs=0.01)
    assert at(run(EM), "em", 20) == pytest.approx(1, abs=0.02)
    assert at(run(EM, mu=4), "hard", 20) == pytest.approx(4, abs=0.01)


def test_the_likelihood_never_falls() -> None:
    """From either side, in every step of every data set."""
    assert all(at(run(EM, start=start), "falls", t) == 0 for start in (0.05, 5) for t in (1, 20, 50))


def test_theory_joins_whole_steps() -> None:
    """Half-way between the first two steps lies the mean of their estimates."""
    steps = iterates(1, 0.2, 2)
    assert catalog.find(EM).theory(1.5, 1, 0.2, 20)["em"] == pytest.approx((steps[1] + steps[2]) / 2)
