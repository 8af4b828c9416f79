"""What the lesson about quantisation measures."""

from __future__ import annotations

import math

import pytest

from prep.demos.library.quantisation.noise.scales import left, squares
from prep.demos.library.shared.rounding import error, half_moments
from tests.demos.lessons.harness import at, run

NOISE = "quantisation.noise"


@pytest.mark.parametrize("law", ["normal", "uniform"])
def test_fine_rounding_errs_by_the_step_over_root_twelve(law: str) -> None:
    """Bennett's Δ/√12, within 1e-4 of it for steps of a tenth, when nothing is clipped."""
    end = 1.7 if law == "uniform" else 6.0
    levels = round(end / 0.1)
    assert math.sqrt(error(0.1, levels, law, levels * 0.1)) == pytest.approx(0.1 / math.sqrt(12), rel=1e-4)


def test_a_step_that_swallows_everything_errs_by_the_weights_themselves() -> None:
    """Zero for every weight: the error's variance is 1."""
    assert error(1000.0, 1, "normal") == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("law", ["normal", "uniform"])
def test_half_of_a_symmetric_law_has_half_its_mass_and_variance(law: str) -> None:
    """P = ½, E x² = ½ over the positive half."""
    mass, _, square = half_moments(40.0, law)
    assert (mass, square) == pytest.approx((0.5, 0.5))


@pytest.mark.parametrize(("bits", "dB"), [(4, 22.92), (6, 35.85), (8, 48.10)])
def test_a_bit_is_worth_six_decibel(bits: int, dB: float) -> None:
    """20 log₁₀(2ᵇ − 2) for full-scale uniform weights, within 0.05."""
    assert at(run(NOISE, law="uniform"), "sqnr", bits) == pytest.approx(dB, abs=0.05)


def test_an_outlier_sets_the_scale_of_all_the_others() -> None:
    """Fifty times larger: the error on the rest is 0.38 to 0.42, against 0.0083 with scales per channel."""
    outcome = run(NOISE)
    assert at(outcome, "tensor", 8) == pytest.approx(0.40, abs=0.04)
    assert at(outcome, "channel", 8) == pytest.approx(0.00834, rel=0.02)
    assert at(outcome, "ratio", 8) == pytest.approx(50, rel=0.1)


def test_four_bits_cost_eighteen_times_eight() -> None:
    """The step is 127/7 = 18.1 times as large."""
    outcome = run(NOISE)
    assert at(outcome, "channel", 4) / at(outcome, "channel", 8) == pytest.approx(127 / 7, rel=0.02)


@pytest.mark.parametrize(("group", "rms"), [(32, 0.0968), (128, 0.1175), (1024, 0.1426)])
def test_smaller_groups_err_less(group: int, rms: float) -> None:
    """int4 of normal weights by the group that shares a scale."""
    assert at(run(NOISE, group=group), "group", 4) == pytest.approx(rms, rel=0.01)


def test_clipping_beats_one_scale_but_not_small_groups() -> None:
    """At 2.5σ int4 has a mean square of 0.0129: less than groups of 128 (0.0138), more than groups of 32 (0.0094)."""
    clipped = at(run(NOISE), "clipped", 4) ** 2
    assert clipped == pytest.approx(0.0129, rel=0.01)
    assert squares(4, "normal", 50.0, 32, 2.5)["group"] < clipped < squares(4, "normal", 50.0, 128, 2.5)["group"]


def test_a_product_errs_as_much_as_its_weights() -> None:
    """Errors of the weights are uncorrelated with the inputs, so a product has their relative error, to 3 %."""
    outcome = run(NOISE)
    for bits in (2, 4, 8):
        assert at(outcome, "product", bits) == pytest.approx(at(outcome, "channel", bits), rel=0.03)


@pytest.mark.parametrize("law", ["normal", "uniform"])
def test_what_a_quadrature_leaves_is_told_by_half_of_it(law: str) -> None:
    """24 parts of the law of the largest are off by less than the tolerance allows, judged by 480; that is little."""
    for bits, group in ((2, 16), (4, 128), (10, 16)):
        given = (bits, law, 50.0, group, 2.5)
        fine, finest, allowed = squares(*given), squares(*given, parts=480), left(*given)
        for name in ("tensor", "channel", "group"):
            assert abs((fine[name] / finest[name]) ** 0.5 - 1) <= allowed[name] < 0.02
