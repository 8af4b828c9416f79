"""The clock of an answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prep.core.stopwatch import Stopwatch, clock


@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**9)), max_size=6))
def test_it_counts_what_passes_while_it_runs(stretches: list[tuple[int, int]]) -> None:
    """Started and stopped again and again: the sum of the stretches between, whatever lies outside them."""
    watch, now = Stopwatch(), 0
    for running, standing in stretches:
        watch = watch.started(now).started(now + running // 2).stopped(now + running)
        now += running + standing
        assert watch.at(now) == watch.spent
    assert watch.at(now + 1) == sum(running for running, _ in stretches)


def test_a_clock_that_goes_back_takes_nothing_away() -> None:
    """Ten seconds were counted; then it is started, and the machine's time goes back by an hour."""
    assert Stopwatch(10_000).started(5_000_000).at(1_400_000) == 10_000


@pytest.mark.parametrize(
    ("seconds", "face"),
    [(-3, "0:00"), (48.9, "0:48"), (84, "1:24"), (3599.9, "59:59"), (3723, "1:02:03"), (30_598, "8:29:58")],
)
def test_a_long_time_has_hours(seconds: float, face: str) -> None:
    """Minutes and seconds below an hour; seconds not yet full are left out."""
    assert clock(seconds) == face
