"""What is exact about noise features that were chosen on the rows they are judged on."""

from __future__ import annotations

import math

import pytest

from prep.demos.library.evaluation.leakage.selected_features import given, mean_square, right, variance


def test_the_larger_of_two_squared_normals_has_mean_1_plus_2_over_pi() -> None:
    """E max(x², y²) = 1 + E|x² − y²|/2, and x² − y² is twice a product of independent normals."""
    assert mean_square(2, 1) == pytest.approx(1 + 2 / math.pi, abs=1e-6)


def test_all_columns_have_the_mean_square_of_a_normal() -> None:
    """Where nothing is chosen, z² has mean 1 and, over k columns, variance 2/k."""
    assert mean_square(20, 20) == 1 and variance(20, 20) == pytest.approx(0.1)
    assert mean_square(21, 20) == pytest.approx(1.05, abs=0.01)


def test_where_nothing_is_chosen_nothing_leaks() -> None:
    """All twenty columns: one half, to a hundredth of the spread that the sum of their squares has."""
    assert right(20, 50, 20, 5) == pytest.approx(0.5, abs=2e-3)


@pytest.mark.parametrize(("k", "K"), [(1, 2), (1, 5), (3, 10), (20, 5)])
def test_the_sign_of_a_sum_of_products_by_drawing(k: int, K: int) -> None:
    """200,000 draws of k pairs (a, b) with the stated means, variances and covariance, n = 20, z² = 8: 4 errors."""
    import torch

    n, z2, rows = 20, 8.0, 200_000
    t2, c = 1 / (n * (K - 1)), -1 / n
    g = torch.Generator().manual_seed(0)
    e, f = torch.randn(2, rows, k, generator=g, dtype=torch.float64)  # (rows, k) each
    mean, s = math.sqrt(z2 / n), math.sqrt(1 + t2)
    a = mean + s * e
    b = mean + c / s * e + math.sqrt(t2 - c**2 / s**2) * f
    share = ((a * b).sum(1) > 0).double().mean().item()
    assert given(z2, n, k, K) == pytest.approx(share, abs=4 * math.sqrt(share * (1 - share) / rows))
