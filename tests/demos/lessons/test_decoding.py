"""What the lessons about decoding measure."""

from __future__ import annotations

import pytest

from prep.demos.library.decoding.sampling import law, nucleus
from prep.demos.library.decoding.speculative import tokens
from prep.demos.library.decoding.speculative.draft import acceptance, sampling_distance
from tests.demos.lessons.harness import at, run

SPECULATIVE, SAMPLING = "decoding.speculative", "decoding.sampling"


@pytest.mark.parametrize(
    ("alpha", "gamma", "length"),
    [(0.66, 8, 2.871), (0.6643, 8, 2.904), (0.9218, 2, 2.7715), (0.3623, 4, 1.5584), (1.0, 5, 6)],
)
def test_a_pass_gives_a_geometric_sum(alpha: float, gamma: int, length: float) -> None:
    """2.87 tokens for α = 0.66 and γ = 8; γ + 1 when everything is accepted."""
    assert tokens(gamma, alpha) == pytest.approx(length, abs=2e-3)


@pytest.mark.parametrize("mismatch", [0.3, 1, 2])
def test_tokens_are_accepted_as_often_as_the_laws_overlap(mismatch: float) -> None:
    """Σ min(p, q), to 4 binomial errors; tokens per pass and the law of the output agree with theory as well."""
    outcome, alpha = run(SPECULATIVE, mismatch=mismatch), acceptance(50, mismatch, 0)
    assert at(outcome, "accepted", 8) == pytest.approx(alpha, abs=0.01)
    assert at(outcome, "tokens", 8) == pytest.approx(tokens(8, alpha), rel=0.02)


def test_the_output_has_the_law_of_the_target() -> None:
    """Its distance from p is that of as many draws from p, not that of the draft."""
    outcome = run(SPECULATIVE)
    expected = outcome.expected("distance", 8)
    assert expected and at(outcome, "distance", 8) == pytest.approx(expected, rel=0.35)
    assert at(outcome, "distance", 8) < 0.05 * (1 - acceptance(50, 1, 0))


def test_a_perfect_draft_is_never_rejected() -> None:
    """Without mismatch γ + 1 tokens come out of every pass."""
    assert at(run(SPECULATIVE, mismatch=0), "tokens", 4) == pytest.approx(5, abs=1e-3)


@pytest.mark.parametrize(("cost", "best", "factor"), [(0.05, 8, 3.09), (0.2, 4, 1.87)])
def test_the_best_draft_length_depends_on_its_cost(cost: float, best: int, factor: float) -> None:
    """α = 0.8: γ = 8 and 3.09 times at c = 0.05, γ = 4 and 1.87 times at c = 0.2."""
    gains = {gamma: tokens(gamma, 0.8) / (gamma * cost + 1) for gamma in range(1, 20)}
    assert max(gains, key=gains.__getitem__) == best
    assert gains[best] == pytest.approx(factor, abs=0.005)


def test_the_distance_of_a_sample_is_de_moivres() -> None:
    """Two fair outcomes, two draws: TV is 0 or 1/2, each half the time."""
    assert sampling_distance([0.5, 0.5], 2)[0] == pytest.approx(0.25)


@pytest.mark.parametrize(("T", "kept"), [(0.5, 4), (0.7, 30), (1, 1257), (1.5, 3493)])
def test_a_nucleus_follows_the_temperature(T: float, kept: int) -> None:
    """Zipf-1.1 over 5,000 tokens: 90 % of the mass is 4, 30, 1,257, 3,493 tokens at T = 0.5, 0.7, 1, 1.5."""
    assert at(run(SAMPLING), "nucleus", T) == kept == nucleus(law(T, 1.1, 5000), 0.9)


def test_top_p_one_keeps_everything() -> None:
    """A mass of one is all tokens, whatever rounding says of their sum."""
    assert at(run(SAMPLING, p=1, V=1000), "nucleus", 1) == 1000


def test_gumbel_noise_samples_the_softmax() -> None:
    """The likeliest token wins as often as its probability, to five standard errors of 419 draws."""
    outcome = run(SAMPLING)
    assert at(outcome, "top", 1) == pytest.approx(0.158, abs=5 * (0.158 * 0.842 / 419) ** 0.5)


def test_an_uncut_tail_is_met_sooner_or_later() -> None:
    """At T = 0.7 more than half of the texts of 100 tokens meet a rank beyond 1,000, at T = 0.2 none."""
    outcome = run(SAMPLING)
    assert at(outcome, "tail", 0.7) == pytest.approx(0.58, abs=0.07)
    assert at(outcome, "tail", 0.2) == 0
