"""What the lessons about generalisation measure."""

from __future__ import annotations

import pytest

from prep.demos.library.generalisation.double_descent import plain_risk, ridge_risk
from tests.demos.lessons.harness import at, run

DESCENT, DROPOUT = "generalisation.double-descent", "generalisation.dropout"


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
