"""What the lessons about alignment measure."""

from __future__ import annotations

import math

import pytest

from prep.demos.library.alignment.dpo import optimum, second, table
from tests.demos.lessons.harness import at, run

GRPO, DPO = "alignment.grpo", "alignment.dpo"


@pytest.mark.parametrize(
    ("p", "G", "theory"), [(0.1, 8, 0.430), (0.02, 8, 0.851), (0.5, 8, 0.0078), (0.9, 4, 0.656), (0.1, 16, 0.185)]
)
def test_groups_die_at_both_ends(p: float, G: int, theory: float) -> None:
    """p^G + (1 − p)^G of the groups have no gradient: 43 % at p = 0.1, 85 % at 0.02, groups of 8."""
    outcome = run(GRPO, p=p, G=G)
    assert outcome.expected("dead", p) == pytest.approx(theory, abs=5e-4)
    assert at(outcome, "dead", p) == pytest.approx(theory, abs=0.015)


def test_the_gradient_is_largest_at_one_half() -> None:
    """Prompts solved half the time teach most, and those solved nearly always as little as those nearly never."""
    outcome = run(GRPO)
    assert max(outcome.sheet.xs, key=lambda p: at(outcome, "signal", p)) == 0.5
    assert at(outcome, "signal", 0.02) == pytest.approx(at(outcome, "signal", 0.98), abs=0.01)


def test_dpo_starts_at_the_logarithm_of_two() -> None:
    """The policy is its own reference: 0.693147, whatever β."""
    outcome = run(DPO)
    assert all(at(outcome, "start", beta) == pytest.approx(0.6931471805599453, abs=1e-14) for beta in outcome.sheet.xs)


@pytest.mark.parametrize("K", [2, 6, 20])
def test_dpo_ends_at_the_closed_form(K: int) -> None:
    """π_ref e^{r/β}/Z to 1e-6 in ln π at β = 0.5, and its KL is E r/β − ln Z."""
    outcome = run(DPO, K=K)
    assert at(outcome, "distance", 0.5) < 1e-6
    rewards, ref = table(K, 0)
    log_z = math.log(math.fsum(math.exp(a + r / 0.5) for a, r in zip(ref, rewards, strict=True)))
    reward = math.fsum(math.exp(b) * r for b, r in zip(optimum(0.5, K, 0), rewards, strict=True))
    assert at(outcome, "kl", 0.5) == pytest.approx(reward / 0.5 - log_z, abs=1e-6)


def test_a_preferred_answer_can_lose_probability() -> None:
    """The second best of six wins four of five comparisons; its probability falls at β = 0.05 and rises at 1."""
    outcome = run(DPO)
    assert at(outcome, "second", 0.05) < -5 and at(outcome, "second", 1) > 0
    rewards, _ = table(6, 0)
    assert sum(r < rewards[second(rewards)] for r in rewards) == 4
