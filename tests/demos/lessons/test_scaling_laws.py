"""What the lesson about scaling laws measures."""

from __future__ import annotations

import pytest

from prep.demos.catalog import catalog
from prep.demos.library.scaling_laws.allocation import best_size
from tests.demos.lessons.harness import at, run

ALLOCATION = "scaling-laws.allocation"


@pytest.mark.parametrize(("C", "printed", "refit"), [(1e19, 32.1, 24.2), (1e21, 50.1, 21.6), (5.76e23, 92.6, 18.4)])
def test_the_fits_disagree_about_tokens_per_parameter(C: float, printed: float, refit: float) -> None:
    """32 → 50 → 93 by the printed digits, 24 → 22 → 18 by the refit; brute force is within a grid step of theory."""
    outcome = run(ALLOCATION)
    assert outcome.expected("printed", C) == pytest.approx(printed, abs=0.05)
    assert outcome.expected("refit", C) == pytest.approx(refit, abs=0.05)
    assert at(outcome, "printed", C) == pytest.approx(printed, rel=3e-3)


def test_rounding_the_exponents_makes_a_third_of_the_answer() -> None:
    """α = 0.3392 and β = 0.2849 give 59 tokens per parameter at Chinchilla's budget, not 93."""
    assert at(run(ALLOCATION), "unrounded", 5.76e23) == pytest.approx(59, abs=1)


@pytest.mark.parametrize(("fit", "size"), [("printed", 3.22e10), ("refit", 7.22e10)])
def test_the_best_model_at_chinchillas_budget(fit: str, size: float) -> None:
    """32 billion parameters by the printed digits, 72 by the refit."""
    assert best_size(5.76e23, fit) == pytest.approx(size, rel=2e-3)
    assert at(run(ALLOCATION, fit=fit), "parameters", 5.76e23) == pytest.approx(size / 1e9, rel=2e-3)


def test_a_smaller_model_loses() -> None:
    """The optimum is interior: a quarter of the size costs loss at every budget, and the slope at N* is zero."""
    outcome = run(ALLOCATION)
    assert all(at(outcome, "loss-small", C) > 0.01 for C in outcome.sheet.xs)
    assert all(abs(at(outcome, "slope", C)) < 1e-12 for C in outcome.sheet.xs)


def test_the_question_is_about_the_chosen_fit() -> None:
    """Another fit is asked about, and answered by, its own series."""
    assert catalog.sheet(ALLOCATION, {"fit": "refit"}).question.series == "refit"  # type: ignore[union-attr]
