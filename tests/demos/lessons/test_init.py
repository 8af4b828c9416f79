"""What the lessons about initialisation measure."""

from __future__ import annotations

import pytest

from prep.demos.catalog import catalog
from prep.demos.spec import call
from tests.demos.lessons.harness import at, run

DEPTH = "init.depth"


def test_kaiming_keeps_and_xavier_loses_nine_decades() -> None:
    """30 ReLU layers of width 512: 10⁰ at gain 2 and 10⁻⁹·⁰³ at gain 1, to 0.7 of a decade (three deviations)."""
    outcome = run(DEPTH)
    assert at(outcome, "moment", 30) == pytest.approx(0, abs=0.7)
    assert at(outcome, "half", 30) == pytest.approx(-9.03, abs=0.7)
    assert outcome.expected("half", 30) == pytest.approx(-9.0309, abs=1e-4)


def test_twice_too_much_explodes() -> None:
    """Gain 4: 10⁹ after 30 layers."""
    assert at(run(DEPTH, gain=4), "moment", 30) == pytest.approx(9.03, abs=0.7)


def test_without_activation_the_factor_is_the_gain() -> None:
    """Linear layers keep the moment at gain 1 and lose 2³⁰ at gain ½."""
    outcome = run(DEPTH, act="linear", gain=1)
    assert at(outcome, "moment", 30) == pytest.approx(0, abs=0.5)
    assert at(outcome, "half", 30) == pytest.approx(-9.03, abs=0.5)


def test_tanh_at_gain_one_falls_like_one_over_twice_the_depth() -> None:
    """The recursion's value after 30 layers is 1/60 to 7 %, and sixteen networks are near it."""
    outcome = run(DEPTH, act="tanh", gain=1, draws=16)
    theory = outcome.expected("moment", 30)
    assert theory is not None and 10**theory == pytest.approx(1 / 60, rel=0.07)
    assert 10 ** at(outcome, "moment", 30) == pytest.approx(1 / 60, rel=0.15)


def test_networks_differ_as_products_of_random_matrices_do() -> None:
    """16 networks, width 128, 30 layers: ln q has the standard deviation √(5·30/128), to half."""
    outcome = run(DEPTH, draws=16, width=128)
    assert outcome.expected("spread", 30) == pytest.approx((5 * 30 / 128) ** 0.5)
    assert at(outcome, "spread", 30) == pytest.approx((5 * 30 / 128) ** 0.5, rel=0.5)


def test_theory_between_layers_joins_them() -> None:
    """The curve of tanh falls from layer to layer without a jump."""
    demo = catalog.find(DEPTH)
    values = {**demo.read({}), "act": "tanh", "gain": 1.0}
    found = [call(demo.theory, values, x / 4)["moment"] for x in range(41)]
    assert found == sorted(found, reverse=True) and found[0] == 0
