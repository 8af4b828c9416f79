"""Tolerances hold for other seeds than the default one."""

from __future__ import annotations

import pytest

from prep.demos.catalog import catalog
from tests.demos.lessons.harness import agreeing, quickly

NAMES = (
    "classical.em",
    "ensemble.adaboost",
    "ensemble.correlation",
    "evaluation.best-of",
    "evaluation.undersampling",
    "generalisation.bias-variance",
    "generalisation.early-stopping",
    "regression.collinear",
    "regression.lasso",
    "retrieval.lsh",
    "statistics.beta-binomial",
    "statistics.mcmc",
    "statistics.noise-pca",
    "statistics.peeking",
)
"""Lessons that twenty runs cost a second or two."""


@pytest.mark.parametrize("name", NAMES)
def test_twenty_seeds_agree_with_theory(name: str) -> None:
    """At four standard errors a false alarm is rare; each of these runs also refutes the false claim."""
    demo = catalog.find(name)
    assert demo.distractor
    for seed in range(1, 21):
        outcome = agreeing(name, tuple(sorted(quickly(demo, "seed", seed).items())))
        assert demo.distractor.misses(outcome) > 1
