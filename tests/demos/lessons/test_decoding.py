"""What the lessons about decoding measure."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from prep.demos.library.decoding.majority import vote
from prep.demos.library.decoding.pass_at_k import plug_in, unbiased
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


def test_both_estimators_by_hand() -> None:
    """Three right of twenty, k = 5: 1 − C(17,5)/C(20,5) = 1 − 6188/15504 = 0.601, and 1 − 0.85⁵ = 0.556."""
    assert unbiased(3, 20, 5) == pytest.approx(1 - 6188 / 15504)
    assert plug_in(3, 20, 5) == pytest.approx(0.5563, abs=5e-5)


def test_the_unbiased_estimator_counts_subsets() -> None:
    """Of all sets of three among six samples, two of them right, those that hold a right one."""
    sets = list(combinations([True, True, False, False, False, False], 3))
    assert unbiased(2, 6, 3) == pytest.approx(sum(map(any, sets)) / len(sets))


def test_the_plug_in_is_too_low() -> None:
    """n = 20, p = 0.1, k = 10: 0.568 on average, and 0.651 is true; at k = 1 nothing is between them."""
    outcome = run("decoding.pass-at-k")
    assert outcome.expected("plug-in", 10) == pytest.approx(0.568, abs=5e-4)
    assert at(outcome, "unbiased", 10) == pytest.approx(0.651, abs=0.01)
    assert at(outcome, "plug-in", 1) == pytest.approx(at(outcome, "unbiased", 1))


@pytest.mark.parametrize("seed", range(20))
def test_estimators_hold_for_every_draw(seed: int) -> None:
    """Twenty sets of problems."""
    run("decoding.pass-at-k", problems=1000, seed=seed)


@pytest.mark.parametrize(("m", "right"), [(1, 0.6), (5, 0.683), (15, 0.787), (41, 0.903)])
def test_a_vote_on_questions_alike_gains(m: int, right: float) -> None:
    """p = 0.6, by the binomial; three votes by hand: p³ + 3p²(1 − p) = 0.648."""
    assert vote(3, 0.6) == pytest.approx(0.216 + 3 * 0.36 * 0.4)
    assert vote(m, 0.6) == pytest.approx(right, abs=5e-4)
    assert at(run("decoding.majority"), "alike", m) == pytest.approx(right, abs=0.015)


def test_a_vote_is_its_enumeration() -> None:
    """Four samples with a tie, all 16 outcomes."""
    found = 0.0
    for outcome in product((True, False), repeat=4):
        weight = 0.3 ** sum(outcome) * 0.7 ** (4 - sum(outcome))
        found += weight * (1.0 if sum(outcome) > 2 else 0.5 if sum(outcome) == 2 else 0.0)
    assert vote(4, 0.3) == pytest.approx(found)


def test_a_vote_on_mixed_questions_can_lose() -> None:
    """Half at 0.9, half at 0.3: one sample is right in 60 % of the cases, a vote of 41 in half of them."""
    outcome = run("decoding.majority")
    assert at(outcome, "mixed", 1) == pytest.approx(0.6, abs=0.015)
    assert at(outcome, "mixed", 41) == pytest.approx(0.502, abs=0.015)


@pytest.mark.parametrize("seed", range(20))
def test_votes_hold_for_every_draw(seed: int) -> None:
    """Twenty sets of questions."""
    run("decoding.majority", n=1000, seed=seed)
