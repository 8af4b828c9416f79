"""What the lessons about learning by reward measure."""

from __future__ import annotations

import itertools

import pytest

from tests.demos.lessons.harness import at, run

VALUES = "reinforcement.value-iteration"


def test_one_state_shows_both_numbers() -> None:
    """Reward 1, γ = ½: V is 0, 1, 1.5, 1.75 and V* 2, so the error halves and equals γ/(1−γ) = 1 times the change."""
    V = [0.0]
    for _ in range(3):
        V.append(1 + V[-1] / 2)
    assert V == [0, 1, 1.5, 1.75]
    assert [(2 - b) / (2 - a) for a, b in itertools.pairwise(V)] == [0.5] * 3
    outcome = run(VALUES, gamma=0.5, k=20)
    assert at(outcome, "factor", 20) == pytest.approx(0.5, abs=1e-6)
    assert at(outcome, "behind", 20) == pytest.approx(1, abs=0.02)


def test_a_sweep_never_removes_less_than_the_contraction() -> None:
    """The factor is below γ at first, 0.89, and comes to it from below; the bound γ/(1−γ) holds at every sweep."""
    outcome = run(VALUES)
    assert 0.85 < at(outcome, "factor", 1) < 0.9
    assert at(outcome, "factor", 50) == pytest.approx(0.9, abs=1e-6)
    assert all(at(outcome, "behind", k) <= 9 + 1e-6 for k in outcome.sheet.xs)


@pytest.mark.parametrize("seed", range(20))
def test_the_spread_mixes_away_in_every_process(seed: int) -> None:
    """Twenty random processes of ten states, within the bounds."""
    run(VALUES, states=10, seed=seed)
