"""What the lessons about generalisation measure."""

from __future__ import annotations

import math

import pytest

from prep.demos.library.generalisation.bias_variance import missed
from prep.demos.library.generalisation.double_descent import plain_risk, ridge_risk
from prep.demos.library.generalisation.early_stopping import kept
from tests.demos.lessons.harness import at, run

DESCENT, DROPOUT = "generalisation.double-descent", "generalisation.dropout"
BIAS_VARIANCE, EARLY_STOPPING = "generalisation.bias-variance", "generalisation.early-stopping"


@pytest.mark.parametrize(
    ("p", "risk"),
    [
        (10, 0.0281),
        (30, 0.109),
        (50, 0.255),
        (80, 1.053),
        (90, 2.50),
        (120, 1.482),
        (150, 0.844),
        (200, 0.753),
        (400, 0.834),
        (1000, 0.928),
    ],
)
def test_the_risk_follows_the_finite_formula(p: int, risk: float) -> None:
    """Theory to its printed digits; the measured mean of 60 draws within a tenth and a bit near the peak."""
    assert plain_risk(p, 100, 0.25, 1.0)[0] == pytest.approx(risk, rel=5e-3)
    assert at(run(DESCENT), "mean", p) == pytest.approx(risk, rel=0.12 if p < 80 or p > 100 else 0.3)


def test_it_peaks_where_it_interpolates() -> None:
    """At p = n the typical risk is ten times that at 0.9 n, and the mean, which has no limit, far above the median."""
    outcome = run(DESCENT)
    assert at(outcome, "median", 100) > 5 * max(at(outcome, "median", 90), at(outcome, "median", 120))
    assert at(outcome, "mean", 100) > 5 * at(outcome, "median", 100)
    assert outcome.expected("mean", 100) is None


def test_ridge_removes_the_peak() -> None:
    """With the best penalty the risk at p = n is about 0.4, and it rises with p throughout."""
    outcome = run(DESCENT, ridge="best")
    assert at(outcome, "mean", 100) == pytest.approx(0.39, abs=0.05)
    typical = [at(outcome, "median", p) for p in (30, 80, 120, 200, 1000)]
    assert typical == sorted(typical)


def test_the_ridge_formula_needs_its_correction_and_no_more() -> None:
    """20,000 small eigenvalue problems, n = 12 and p = 6, agree to the order 1/n²; the limit of large n does not."""
    import torch

    g = torch.Generator().manual_seed(1)
    X = torch.randn(20_000, 12, 6, generator=g, dtype=torch.float64)  # (problems, n, p)
    risks = 0.25 * (1 / (torch.linalg.eigvalsh(X.mT @ X) + 6 * 0.25)).sum(1)  # (problems,)
    found, error = risks.mean().item(), risks.std().item() / 20_000**0.5
    assert abs(ridge_risk(6, 12, 0.25, 1.0)[0] - found) < 4 * error + 0.25 / 12**2
    assert abs(ridge_risk(6e6, 12_000_000, 0.25, 1.0)[0] - found) > 2 * (4 * error + 0.25 / 12**2)


@pytest.mark.parametrize(("p", "variance"), [(0.1, 0.444), (0.5, 4.0), (0.9, 36.0)])
def test_dropout_adds_the_variance_of_a_coin(p: float, variance: float) -> None:
    """x²p/(1 − p) at x = 2, within 3 %, by hand and in torch; the mean stays 2."""
    outcome = run(DROPOUT)
    assert at(outcome, "variance", p) == pytest.approx(variance, rel=0.03)
    assert at(outcome, "torch", p) == pytest.approx(variance, rel=0.03)
    assert at(outcome, "mean", p) == pytest.approx(2, rel=0.03)


def test_no_dropout_adds_nothing() -> None:
    """p = 0 is the identity."""
    assert at(run(DROPOUT, p=0), "variance", 0) == 0


def test_ten_features_on_fifty_rows_without_bias() -> None:
    """σ = 1: 0.8 in training, 1.2 on fresh noise, variance 0.2, as other code measured (0.800, 1.196, 0.201)."""
    outcome = run(BIAS_VARIANCE, p=10, sigma=1, a=0)
    expected = [outcome.expected(series, 10) for series in ("train", "fresh", "variance", "bias")]
    assert expected == pytest.approx([0.8, 1.2, 0.2, 0.0])
    assert at(outcome, "train", 10) == pytest.approx(0.8, rel=0.02)
    assert at(outcome, "fresh", 10) == pytest.approx(1.2, rel=0.02)


@pytest.mark.parametrize("p", [1, 7, 30, 50])
def test_the_bias_is_what_a_projection_leaves_of_the_step(p: int) -> None:
    """Least squares on plain cosines, which aren't normalised, leaves the same share of a step of 50 points."""
    import torch

    i = torch.arange(50, dtype=torch.float64)
    X = torch.cos(math.pi * torch.arange(p, dtype=torch.float64) * (i[:, None] + 0.5) / 50)  # (50, p)
    f = torch.where(i < 25, -1.0, 1.0).double()[:, None]  # (50, 1)
    left = f - X @ torch.linalg.lstsq(X, f).solution
    assert missed(50)[p] == pytest.approx((left**2).mean().item(), abs=1e-12)


@pytest.mark.parametrize(
    ("s", "descent", "ridge"), [(0.01, 0.025, 0.024), (0.1, 0.222, 0.2), (0.316, 0.549, 0.442), (1, 0.923, 0.714)]
)
def test_early_stopping_is_near_ridge_and_not_the_same(s: float, descent: float, ridge: float) -> None:
    """η = 0.05, 50 steps, α = 0.4: shares of four directions as other code measured them."""
    outcome = run(EARLY_STOPPING, s=s, eta=0.05, t=50)
    assert at(outcome, "descent", 50) == pytest.approx(descent, abs=1e-3)
    assert at(outcome, "ridge", 50) == pytest.approx(ridge, abs=1e-3)


def test_ten_steps_along_a_tenth_by_hand() -> None:
    """1 − 0.9¹⁰ = 0.651, where ridge keeps one half."""
    assert kept(10, 1, 0.1) == pytest.approx((0.6513, 0.5), abs=1e-4)


def test_gradient_flow_has_at_most_1_69_times_the_risk_of_ridge() -> None:
    """Of bias and variance the worst ratios over u = ηst, with steps so small that descent is a flow."""
    pairs = [kept(1e6, 1e-6, u / 100) for u in range(1, 3000)]
    assert max((1 - descent) / (1 - ridge) for descent, ridge in pairs) <= 1
    assert max((descent / ridge) ** 2 for descent, ridge in pairs) == pytest.approx(1.6862, abs=1e-3)


def test_early_stopping_beside_theory_where_shares_alternate() -> None:
    """η = 1.9 overshoots along s = 1: shares are 1.9, 0.19, 1.59 after 1, 2 and 5 steps."""
    outcome = run(EARLY_STOPPING, eta=1.9, s=1)
    assert [at(outcome, "descent", t) for t in (1, 2, 5)] == pytest.approx([1.9, 0.19, 1.59049])
