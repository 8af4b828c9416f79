"""What the lessons about positions measure."""

from __future__ import annotations

import math

import pytest

from prep.demos.library.positions.rope import aligned, stored
from tests.demos.lessons.harness import at, run

ROPE = "positions.rope"


def test_the_score_of_equal_vectors_is_a_sum_of_cosines() -> None:
    """64, 61.83, 42.10, 35.75, 17.85 at distances 0, 1, 10, 100, 1000, for width 64 and base 10⁴."""
    outcome = run(ROPE, distance="0,1,10,100,1000")
    found = [round(at(outcome, "score", r), 2) for r in (0, 1, 10, 100, 1000)]
    assert found == [64.0, 61.83, 42.10, 35.75, 17.85]


def test_a_common_shift_changes_nothing() -> None:
    """Both positions 7,777 on, in float64: less than 1e-9."""
    outcome = run(ROPE)
    assert max(p.y for p in outcome.points if p.series == "shift-error") < 1e-9


def test_float32_positions_cost_little_far_out() -> None:
    """At a million positions on, float32 angles cost tenths of a score at most, and more than at 7,777."""
    far, near = (run(ROPE, dtype="fp32", shift=shift, distance="1,10,100") for shift in (1_000_000, 7777))
    worst = [max(p.y for p in outcome.points if p.series == "shift-error") for outcome in (near, far)]
    assert 1e-7 < worst[0] < worst[1] < 1


def test_bfloat16_positions_merge_neighbours() -> None:
    """7,777 and 7,778 are the same bfloat16: at distance 1 the score is that of distance 0, as theory says."""
    outcome = run(ROPE, dtype="bf16", distance="1,10,100")
    assert at(outcome, "shifted", 1) == pytest.approx(64, abs=1e-3)
    assert at(outcome, "shift-error", 10) > 4


@pytest.mark.parametrize("position", [0, 1, 255, 256, 257, 7777, 10_003, 1_000_000])
def test_stored_positions_are_torchs(position: int) -> None:
    """Rounding to eight bits in plain Python is what torch.bfloat16 does."""
    import torch

    assert stored(position, "bf16") == torch.tensor(float(position)).bfloat16().item()


def test_random_vectors_do_not_decay() -> None:
    """Independent q and k: the spread of their scores is √d at every distance, to 4.5 %."""
    outcome = run(ROPE)
    for r in outcome.sheet.xs:
        assert at(outcome, "spread", r) == pytest.approx(8, rel=0.045)


def test_zero_distance_is_the_squared_norm() -> None:
    """All cosines are 1."""
    assert aligned(0, 64, 1e4) == 64 and math.isclose(aligned(0, 16, 1e7), 16)


@pytest.mark.parametrize("d", [17, 33])
def test_an_odd_width_is_rounded_down(d: int) -> None:
    """A width of 17 turns 8 pairs by the angles of 16: theory and run agree on which."""
    outcome, even = run(ROPE, d=d, distance="1,100"), run(ROPE, d=d - 1, distance="1,100")
    assert [at(outcome, "score", r) for r in (1, 100)] == [at(even, "score", r) for r in (1, 100)]
