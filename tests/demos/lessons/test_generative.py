"""What the lessons about generative models measure."""

from __future__ import annotations

import pytest

from prep.demos.library.generative.diffusion import log_signal
from prep.demos.library.generative.reparameterisation import raw_moment, variances
from tests.demos.lessons.harness import at, run

GRADIENTS, DIFFUSION = "generative.reparameterisation", "generative.diffusion"


@pytest.mark.parametrize(
    ("mu", "sigma", "score", "pathwise"), [(1, 1, 30, 4), (0, 1, 15, 4), (2, 0.5, 123.75, 1), (2, 0.1, 1656.15, 0.04)]
)
def test_the_score_function_is_noisier(mu: float, sigma: float, score: float, pathwise: float) -> None:
    """Variances 30 against 4 at µ = σ = 1; 1,656 against 0.04 at µ = 2, σ = 0.1."""
    outcome = run(GRADIENTS, mu=mu, sigma=sigma)
    assert variances(mu, sigma) == pytest.approx((pathwise, score), rel=1e-5)
    assert at(outcome, "score", sigma) == pytest.approx(score, rel=0.05)
    assert at(outcome, "pathwise", sigma) == pytest.approx(pathwise, rel=0.02)


def test_the_ratio_is_forty_one_thousand() -> None:
    """µ = 2, σ = 0.1, where the question asks; both means are 2µ."""
    outcome = run(GRADIENTS)
    assert at(outcome, "ratio", 0.1) == pytest.approx(41_404, rel=0.05)
    assert at(outcome, "score-mean", 0.1) == pytest.approx(4, abs=4 * (1656 / 200_000) ** 0.5)


def test_raw_moments_give_the_known_mean_and_variance() -> None:
    """The first moment of the score-function gradient is 2µ, the second its variance and (2µ)²."""
    assert raw_moment(1, 2, 0.5) == pytest.approx(4)
    assert raw_moment(2, 2, 0.5) - 16 == pytest.approx(123.75)


@pytest.mark.parametrize(("t", "loss"), [(10, 0.9925), (100, 0.6853), (500, 0.0209)])
def test_a_perfect_denoiser_has_a_floor(t: int, loss: float) -> None:
    """Data of variance 1/4: 0.992, 0.685, 0.021 at t = 10, 100, 500."""
    outcome = run(DIFFUSION)
    assert outcome.expected("loss", t) == pytest.approx(loss, abs=1e-4)
    assert at(outcome, "loss", t) == pytest.approx(loss, abs=4 * loss * (2 / 20_000) ** 0.5)


@pytest.mark.parametrize(("t", "mean", "variance"), [(50, 1.4781, 0.02898), (250, 1.0859, 0.47592), (1000, 0.0095, 1)])
def test_the_chain_is_its_closed_form(t: int, mean: float, variance: float) -> None:
    """From 1.5, step by step: mean √ᾱ · 1.5 and variance 1 − ᾱ."""
    outcome = run(DIFFUSION)
    assert outcome.expected("mean", t) == pytest.approx(mean, abs=1e-4)
    assert at(outcome, "mean", t) == pytest.approx(mean, abs=0.03)
    assert at(outcome, "variance", t) == pytest.approx(variance, rel=0.045)


def test_signal_and_noise_are_even_at_step_260() -> None:
    """The linear schedule: SNR 1.001 at t = 259, 0.9905 at 260; ᾱ_T = 4.0e-5, not zero."""
    import math

    signal = [math.exp(log) for log in log_signal(1000, 1e-4, 0.02)]
    assert [signal[t] / (1 - signal[t]) for t in (259, 260)] == pytest.approx([1.001, 0.9905], abs=5e-4)
    assert signal[1000] == pytest.approx(4.036e-5, rel=1e-3)


def test_noise_outweighs_signal_from_step_260_on() -> None:
    """Linear β, T = 1000: ᾱ/(1 − ᾱ) is 1.001 at 259 and 0.991 at 260; with fifty steps it stays above 1."""
    told, short = run(DIFFUSION).done, run(DIFFUSION, T=50).done
    assert told and "From t = 260 on" in told.remark
    assert short and "more noise than signal" not in short.remark


def test_pictures_show_one_estimator_spread_where_the_other_is_sharp() -> None:
    """At σ = 0.1 all reparameterised gradients lie within 2 of 2µ, of the others a minority within 10."""
    counts = {image.name: image.rows[0] for image in run(GRADIENTS).images if image.x == 0.1}
    assert sum(counts["pathwise"][19:21]) == 200_000
    assert sum(counts["score"][15:25]) < 0.5 * 200_000
