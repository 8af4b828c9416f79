"""What the lessons about regression measure."""

from __future__ import annotations

from statistics import NormalDist

import pytest

from prep.demos.catalog import catalog
from tests.demos.lessons.harness import at, run

COLLINEAR, LASSO = "regression.collinear", "regression.lasso"


@pytest.mark.parametrize(("rho", "factor"), [(0.6, 1.5625), (0.9, 5.263), (0.99, 50.25)])
def test_a_slope_s_variance_is_inflated(rho: float, factor: float) -> None:
    """1/(1 − 0.36) = 1.5625; 5.3 at 0.9 and 50 at 0.99, to 6 %."""
    outcome = run(COLLINEAR, rho=rho)
    assert outcome.expected("slope", rho) == pytest.approx(factor, rel=1e-3)
    assert at(outcome, "slope", rho) == pytest.approx(factor, rel=0.06)


@pytest.mark.parametrize("rho", [0.0, 0.8, 0.99])
def test_the_variances_are_those_of_the_inverse(rho: float) -> None:
    """n(XᵀX)⁻¹ = [1 ρ; ρ 1]⁻¹: an entry of the diagonal, the sum of all, and the trace of the hat matrix."""
    import torch

    C = torch.tensor([[1, rho], [rho, 1]], dtype=torch.float64)
    inverse = torch.linalg.inv(C)
    theory = catalog.find(COLLINEAR).theory(rho, 50, 0.5)
    assert theory["slope"] == pytest.approx(inverse[0, 0].item())
    assert theory["sum"] == pytest.approx(inverse.sum().item())
    assert theory["fit"] == pytest.approx((inverse @ C).trace().item())


def test_a_slope_of_zero_has_either_sign() -> None:
    """β = 0: half of the estimates are negative, whatever the correlation is."""
    outcome = run(COLLINEAR, beta=0)
    assert all(at(outcome, "wrong", rho) == pytest.approx(0.5, abs=0.02) for rho in outcome.sheet.xs)


@pytest.mark.parametrize(("lam", "w", "sigma"), [(1, 3, 1), (2, 0, 1), (0.5, 1, 3), (4, 0.5, 0.2)])
def test_the_lasso_s_weights_are_integrals_of_the_soft_threshold(lam: float, w: float, sigma: float) -> None:
    """Over 20,000 quantiles of z ~ N(w, σ²): mean weight, and how often it is exactly zero."""
    law = NormalDist(w, sigma)
    zs = [law.inv_cdf((i + 0.5) / 20_000) for i in range(20_000)]
    soft = [max(z - lam, 0) + min(z + lam, 0) for z in zs]
    theory = catalog.find(LASSO).theory(lam, w, sigma)
    assert theory["weight"] == pytest.approx(sum(soft) / 20_000, abs=1e-4)
    assert theory["lost"] == pytest.approx(soft.count(0) / 20_000, abs=1e-4)


def test_a_penalty_of_one_deviation_drops_two_thirds_of_the_noise() -> None:
    """P(|z| < 1) = 0.683; ridge drops nothing, and halves the weight 3."""
    outcome = run(LASSO)
    assert at(outcome, "zeros", 1) == pytest.approx(0.683, abs=0.02)
    assert at(outcome, "ridge", 1) == 0
    assert at(outcome, "ridge-weight", 1) == pytest.approx(1.5, abs=0.05)


def test_without_a_penalty_nothing_is_dropped() -> None:
    """λ = 0 is least squares."""
    outcome = run(LASSO, lam=0)
    assert at(outcome, "zeros", 0) == at(outcome, "lost", 0) == 0
    assert at(outcome, "weight", 0) == pytest.approx(3, abs=0.05)
