"""What the lessons about normalisation measure."""

from __future__ import annotations

import pytest

from tests.demos.lessons.harness import at, run

SCALE = "normalisation.scale-invariance"


@pytest.mark.parametrize("norm", ["layer", "rms"])
def test_the_gradient_shrinks_as_the_input_grows(norm: str) -> None:
    """Inputs ×10 and ×100: gradient ×0.1 and ×0.01, orthogonal to the input, the output the same."""
    outcome = run(SCALE, norm=norm)
    assert [at(outcome, "gradient", c) for c in (10, 100)] == pytest.approx([0.1, 0.01], rel=1e-9)
    assert at(outcome, "cosine", 100) < 1e-12 and at(outcome, "output", 100) < 1e-12


def test_the_effective_rate_falls_with_the_square_of_the_norm() -> None:
    """Weights ×10 before a norm: a step moves a hundredth of the share, and ‖W‖² grows by Σ lr²‖g‖² exactly."""
    outcome = run(SCALE)
    assert at(outcome, "relative-step", 10) == pytest.approx(0.01, rel=1e-9)
    assert at(outcome, "growth", 1) == pytest.approx(1, abs=1e-11)
