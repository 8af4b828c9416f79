"""What the lessons about recurrence measure."""

from __future__ import annotations

import pytest

from tests.demos.lessons.harness import at, run

GRADIENT = "sequence.gradient"


@pytest.mark.parametrize(("rho", "T", "left"), [(0.5, 10, 1 / 1024), (0.99, 100, 0.366), (1.5, 2, 2.25), (1, 200, 1.0)])
def test_a_linear_network_multiplies_a_gradient_by_the_power(rho: float, T: int, left: float) -> None:
    """ρ^T by hand: 2⁻¹⁰, 1/e nearly, 9/4, and 1 for an orthogonal matrix at any distance."""
    assert at(run(GRADIENT, rho=rho), "linear", T) == pytest.approx(left, rel=1e-3)


def test_the_jacobian_has_equal_singular_values() -> None:
    """What holds for one gradient holds for all: W^T is ρ^T times an orthogonal matrix, by torch's SVD."""
    import torch

    g = torch.Generator().manual_seed(3)
    Q = torch.linalg.qr(torch.randn(8, 8, generator=g, dtype=torch.float64)).Q
    stretched = torch.linalg.svdvals(torch.linalg.matrix_power(0.9 * Q, 7)).tolist()
    assert stretched == pytest.approx([0.9**7] * 8, rel=1e-12)


def test_slopes_of_tanh_only_take_away() -> None:
    """The gradient with tanh stays below ρ^T at every distance, also where the linear one explodes."""
    for rho in (0.9, 1.5):
        outcome = run(GRADIENT, rho=rho)
        assert all(at(outcome, "tanh", T) < at(outcome, "linear", T) for T in outcome.sheet.xs)


@pytest.mark.parametrize("seed", range(20))
def test_the_power_holds_for_every_draw(seed: int) -> None:
    """Twenty matrices, within rounding."""
    run(GRADIENT, n=8, seed=seed)
