"""What the lesson about bandits measures."""

from __future__ import annotations

from itertools import product

import pytest

from prep.demos.library.bandits.regret import chances, mistaken
from tests.demos.lessons.harness import at, run

REGRET = "bandits.regret"


def test_one_try_each_by_hand() -> None:
    """p = 0.7 and 0.3: the worse is ahead with 0.3 · 0.3, a tie has 2 · 0.7 · 0.3: 0.09 + 0.21 = 0.3."""
    assert mistaken(1, 0.4) == pytest.approx(0.3)


def test_the_wrong_arm_is_chosen_as_often_as_by_enumeration() -> None:
    """All 64 outcomes of three tries of each arm."""
    better, worse = chances(0.4)
    found = 0.0
    for a, b in product(product((0, 1), repeat=3), repeat=2):
        weight = better ** sum(a) * (1 - better) ** (3 - sum(a)) * worse ** sum(b) * (1 - worse) ** (3 - sum(b))
        found += weight * (1.0 if sum(b) > sum(a) else 0.5 if sum(b) == sum(a) else 0.0)
    assert mistaken(3, 0.4) == pytest.approx(found)


def test_ucb_stays_below_its_bound_and_grows_slowest() -> None:
    """At every horizon; from 1000 to 2000 pulls a fixed ε adds εΔ/2 = 0.02 a pull, UCB1 less than half of it."""
    outcome = run(REGRET)
    for T in outcome.sheet.xs:
        bound = outcome.expected("bound", T)
        assert bound and at(outcome, "ucb", T) < bound
    added = {name: at(outcome, name, 2000) - at(outcome, name, 1000) for name in ("ucb", "epsilon", "commit")}
    assert added["epsilon"] == pytest.approx(20, rel=0.15)
    assert added["ucb"] < 10 < added["epsilon"] < added["commit"]


@pytest.mark.parametrize("seed", range(20))
def test_committing_costs_what_enumeration_says_for_every_draw(seed: int) -> None:
    """Twenty sets of runs up to 200 pulls."""
    run(REGRET, T=200, runs=100, seed=seed)
