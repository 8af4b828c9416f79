"""What the lessons about attention measure."""

from __future__ import annotations

import pytest

from tests.demos.lessons.harness import at, run

RANK = "attention.rank"


@pytest.mark.parametrize("d", [4, 16, 64, 128])
def test_scores_have_the_rank_of_the_head(d: int) -> None:
    """64 tokens: min(64, dₖ) before softmax, 64 after it even at dₖ = 4."""
    outcome = run(RANK)
    assert at(outcome, "scores", d) == min(64, d)
    assert at(outcome, "weights", d) == 64


def test_a_very_narrow_head_is_not_lifted_to_full_rank_in_float64() -> None:
    """At dₖ = 1 and 2 the singular values fall below rounding: more than dₖ, less than n, and the lesson says so."""
    outcome = run(RANK, d_k="2,1")
    assert 1 < at(outcome, "weights", 1) < at(outcome, "weights", 2) < 64
    assert outcome.done and "of 64" in outcome.done.remark


def test_attention_does_not_know_the_order() -> None:
    """f(PX) = P f(X) to 1e-12; behind a causal mask it fails by more than the outputs' own size."""
    outcome = run(RANK)
    assert all(at(outcome, "order-error", d) < 1e-12 for d in (4, 128))
    assert at(outcome, "masked-error", 16) > 1
