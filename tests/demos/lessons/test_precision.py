"""What the lessons about number formats measure."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from prep.demos.catalog import catalog
from prep.demos.declaration.question import ChoiceQuestion, NumberQuestion
from prep.demos.library.shared.rounding import rounded, spacing
from prep.demos.spec import call
from tests.demos.lessons.harness import at, run

STAGNATION, SCALING, CANCELLATION = "precision.stagnation", "precision.loss-scaling", "precision.cancellation"


@pytest.mark.parametrize(("format", "stall"), [("bf16", 256), ("fp16", 2048), ("fp32", 16_777_216)])
def test_adding_one_stalls_at_two_to_the_bits(format: str, stall: int) -> None:
    """Beyond 2^p the spacing is 2, and 1 is lost: exactly."""
    assert at(run(STAGNATION, format=format, start="edge", steps=20), "nearest", 20) == stall


def test_a_thousand_ones_arrive_in_float16() -> None:
    """1000 < 2048: float16 is right, bfloat16 is at 256."""
    assert at(run(STAGNATION, format="fp16"), "nearest", 1000) == 1000
    assert at(run(STAGNATION), "nearest", 1000) == 256


def test_a_weight_of_one_never_moves_by_a_thousandth() -> None:
    """Half the spacing below 1 is 2⁻⁹ in bfloat16: a thousand steps of −0.001 are all lost, to nearest."""
    outcome = run(STAGNATION, start="1", increment=-0.001)
    assert at(outcome, "nearest", 1000) == 1
    assert at(outcome, "threshold", 1000) == pytest.approx(2**-9, rel=1e-3)


def test_stochastic_rounding_gets_there_on_average() -> None:
    """The mean of 4000 copies is 0, within four standard errors of some 0.04/√4000."""
    point = run(STAGNATION, start="1", increment=-0.001).measured("stochastic", 1000)
    assert point and abs(point.y) < 4 * point.se < 0.01


def test_either_way_of_rounding_can_be_asked_about() -> None:
    """The same run: one way stalls at 256, the other gets to a thousand."""
    asked = {way: run(STAGNATION, rounding=way).sheet.question for way in ("nearest", "stochastic")}
    assert all(isinstance(q, NumberQuestion) and (q.series, q.x) == (way, 1000) for way, q in asked.items())


@pytest.mark.parametrize(
    ("x", "bits", "result"),
    [
        (257.0, 8, 256.0),
        (259.0, 8, 260.0),
        (1.0, 8, 1.0),
        (0.0, 8, 0.0),
        (-257.0, 8, -256.0),
        (2049.0, 11, 2048.0),
        (2051.0, 11, 2052.0),
    ],
)
def test_ties_go_to_even(x: float, bits: int, result: float) -> None:
    """As IEEE 754 rounds halves."""
    assert rounded(x, bits) == result


def test_the_spacing_halves_below_a_power_of_two() -> None:
    """2⁻⁷ above 1 in bfloat16, 2⁻⁸ below."""
    assert spacing(1.0, 8) == 2**-7 and spacing(1.0, 8, -1) == 2**-8
    assert spacing(1.5, 8) == spacing(1.5, 8, -1) == 2**-7


@pytest.mark.parametrize(("log_S", "share"), [(0, 0.4013), (4, 0.1057), (8, 0.0122), (12, 0.00058)])
def test_scaling_saves_small_gradients(log_S: int, share: float) -> None:
    """log₂|g| ~ N(−24, 4²): 40 % are flushed without scaling, 1.2 % at 2⁸."""
    outcome = run(SCALING)
    assert outcome.expected("zero", log_S) == pytest.approx(share, rel=6e-3)
    assert at(outcome, "zero", log_S) == pytest.approx(share, abs=4 * math.sqrt(share / 400_000) + 1e-5)


def test_other_scales_can_be_chosen() -> None:
    """The last of them is asked about, and the remark speaks of those that were measured."""
    outcome = run(SCALING, scale_log2="16,8")
    assert isinstance(outcome.sheet.question, ChoiceQuestion) and outcome.sheet.question.x == 8
    assert at(outcome, "zero", 8) == at(run(SCALING), "zero", 8)
    assert outcome.done and outcome.done.remark.startswith("With S = 2^8")


def test_bfloat16_needs_no_scaling() -> None:
    """Not one of 400,000 gradients is lost."""
    assert all(p.y == 0 for p in run(SCALING, format="bf16").points)


def test_large_gradients_overflow_when_scaled() -> None:
    """With mean 2⁰ a scale of 2¹⁶ makes half of them infinite."""
    assert at(run(SCALING, mu=0), "infinite", 16) == pytest.approx(0.5, abs=0.01)


def test_the_naive_variance_loses_digits_with_the_square_of_the_mean() -> None:
    """Slope 2 on log-log paper, within a quarter, from µ/σ = 100 to 100,000."""
    outcome = run(CANCELLATION)
    rise = math.log10(at(outcome, "naive", 100_000) / at(outcome, "naive", 100)) / 3
    assert rise == pytest.approx(2, abs=0.25)


def test_at_a_mean_of_ten_thousand_it_is_off_by_whole_spacings_and_often_negative() -> None:
    """A third of the samples, and the typical error is several times the variance (a spacing of 1e8 is 8)."""
    outcome = run(CANCELLATION)
    assert at(outcome, "naive", 10_000) > 1
    assert at(outcome, "negative", 10_000) == pytest.approx(0.35, abs=4 * math.sqrt(0.35 * 0.65 / 100))


@pytest.mark.parametrize("claim", [0, 1 / 30, 30])
def test_the_order_of_the_naive_error_can_be_missed(claim: float) -> None:
    """Errors that were all zero, thirty times u(µ/σ)² or a thirtieth of it, and as uncertain, would not pass."""
    outcome = run(CANCELLATION)
    for ratio in (100, 1000, 10_000, 100_000):
        point, theory = outcome.measured("naive", ratio), outcome.expected("naive", ratio)
        assert point and theory
        told = replace(point, y=claim * theory, se=min(1, claim) * point.se)
        assert abs(told.y - theory) > call(catalog.find(CANCELLATION).tolerance, outcome.sheet.values, told)


def test_two_passes_lose_the_square_of_the_mean_s_rounding() -> None:
    """At µ/σ = 100,000 the float32 mean is off by a hundredth or so, and its square shows."""
    outcome = run(CANCELLATION)
    assert at(outcome, "two-pass", 100_000) > 50 * at(outcome, "two-pass", 1000)
    assert at(outcome, "torch", 100_000) < 1e-7


def test_two_passes_keep_seven_digits() -> None:
    """And torch.var does so too, up to a mean of a thousand deviations."""
    outcome = run(CANCELLATION)
    assert max(at(outcome, series, x) for series in ("two-pass", "torch") for x in (1, 10, 100, 1000)) < 1e-6


def test_more_numbers_do_not_help() -> None:
    """A hundred times as many would divide an error that averages out by 10; at µ/σ = 1000 it isn't halved twice."""
    few, many = (at(run(CANCELLATION, n=n, samples=20, ratio="1000"), "naive", 1000) for n in (1000, 100_000))
    assert many > few / 4


def test_what_is_stored_ends_where_half_precision_does() -> None:
    """Nothing smaller than 2⁻²⁴ is stored; scaled, the same gradients lie in the window whole."""
    outcome = run(SCALING)
    (picture,) = outcome.sheet.pictures
    of = {image.x: image.rows[0] for image in outcome.images}
    cut = round((-24 - picture.low) / (picture.high - picture.low) * len(of[0]))
    assert sum(of[0][:cut]) == 0 < of[0][cut]
    assert sum(of[0]) == pytest.approx((1 - at(outcome, "zero", 0)) * 400_000, rel=1e-3)
    assert sum(of[20]) == pytest.approx(400_000, rel=1e-3)
