"""What the lesson about activations measures."""

from __future__ import annotations

import math

import pytest

from prep.demos.library.activation.moments import theory
from tests.demos.lessons.harness import at, run

MOMENTS = "activation.moments"


@pytest.mark.parametrize(("name", "share"), [("relu", 0.5), ("gelu", 0.425), ("silu", 0.356), ("tanh", 0.394)])
def test_each_activation_keeps_its_share(name: str, share: float) -> None:
    """At σ = 1, to three digits in theory, within a hundredth of it measured."""
    assert theory(1.0)[name] == pytest.approx(share, abs=5e-4)
    assert at(run(MOMENTS), name, 1.0) == pytest.approx(share, rel=0.01)


def test_gelu_s_integral_is_its_closed_form() -> None:
    """E z²Φ(z)² = 1/3 + 1/(2π√3), by parts twice."""
    assert theory(1.0)["gelu"] == pytest.approx(1 / 3 + 1 / (2 * math.pi * math.sqrt(3)), abs=1e-12)


def test_narrow_and_wide_inputs_see_a_line_and_a_kink() -> None:
    """GELU and SiLU are z/2 near 0 and ReLU from afar; tanh is z near 0 and ±1 from afar."""
    narrow, wide = theory(0.1), theory(10.0)
    assert narrow["gelu"] == pytest.approx(0.25, abs=0.01) and narrow["silu"] == pytest.approx(0.25, abs=0.01)
    assert wide["gelu"] == pytest.approx(0.5, abs=0.01) and wide["silu"] == pytest.approx(0.5, abs=0.01)
    assert narrow["tanh"] == pytest.approx(1, abs=0.02) and wide["tanh"] == pytest.approx(0.01, rel=0.1)


@pytest.mark.parametrize("seed", range(20))
def test_shares_hold_for_every_draw(seed: int) -> None:
    """Twenty draws of 50,000."""
    run(MOMENTS, n=50_000, seed=seed)
