"""The memory model, against py-fsrs as the oracle."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

import fsrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from prep.core.event import Rating
from prep.core.memory import DEFAULT, MAX_STABILITY, Model, sane
from prep.core.state import Memory

HISTORIES = st.lists(st.tuples(st.sampled_from(Rating), st.integers(0, 400)), min_size=1, max_size=30)
MEMORIES = st.builds(Memory, st.floats(0.001, 36_500), st.floats(1, 10))


def oracle(history: list[tuple[Rating, int]]) -> tuple[float, float]:
    """py-fsrs over the same history, fed with noon of each study day; it schedules nothing. Its stability is bounded as
    ours is."""
    scheduler = fsrs.Scheduler(
        parameters=DEFAULT, learning_steps=(), relearning_steps=(), enable_fuzzing=False, maximum_interval=36_500
    )
    now = datetime(2026, 1, 1, 12, tzinfo=UTC)
    card = fsrs.Card(card_id=1, due=now)
    for i, (rating, elapsed) in enumerate(history):
        now += timedelta(days=elapsed if i else 0)
        card, _ = scheduler.review_card(card, fsrs.Rating(int(rating)), now)
        assert card.stability is not None
        card.stability = min(card.stability, MAX_STABILITY)
    assert card.stability is not None and card.difficulty is not None
    return card.stability, card.difficulty


@given(HISTORIES)
def test_it_agrees_with_py_fsrs(history: list[tuple[Rating, int]]) -> None:
    """Over random histories both numbers equal py-fsrs's to a relative 1e-4; above 36,500 days both are clamped."""
    ours, (stability, difficulty) = Model().replay(history), oracle(history)
    assert ours is not None
    assert math.isclose(ours.stability, stability, rel_tol=1e-4)
    assert math.isclose(ours.difficulty, difficulty, rel_tol=1e-4)


def test_the_oracle_can_disagree() -> None:
    """One day more of elapsed time is seen by that comparison."""
    ours = Model().replay([(Rating.GOOD, 0), (Rating.GOOD, 3)])
    assert ours is not None
    assert not math.isclose(ours.stability, oracle([(Rating.GOOD, 0), (Rating.GOOD, 4)])[0], rel_tol=1e-4)


@given(MEMORIES, st.integers(0, 2**40))
def test_every_memory_leads_to_memories(memory: Memory, elapsed: int) -> None:
    """Whatever the memory and the time, what comes after is finite and in range."""
    assert all(sane(after) for after in Model().after(memory, elapsed))


@given(MEMORIES)
def test_negative_time_is_none(memory: Memory) -> None:
    """A last review in the future counts as today's."""
    assert Model().after(memory, -3) == Model().after(memory, 0)


@given(MEMORIES, st.floats(0.70, 0.97))
def test_the_interval_ends_at_the_desired_retention(memory: Memory, retention: float) -> None:
    """Recall after an interval is the retention that was asked for, up to the rounding of a day."""
    model = Model()
    days = model.interval(memory, retention)
    assert model.recall(memory, math.floor(days)) >= retention - 1e-6
    assert model.recall(memory, math.ceil(days)) <= retention + 1e-6


@pytest.mark.parametrize("stability", [0.0, -1.0, math.nan, math.inf, 1e9])
def test_what_is_no_memory_is_refused(stability: float) -> None:
    """A stability of zero, less, NaN or infinity never reaches the native code."""
    with pytest.raises(ValueError, match="not a memory"):
        Model().after(Memory(stability, 5.0), 1)


@pytest.mark.parametrize("parameters", [[math.nan] * 21, [1.0] * 2, [math.inf] * 21, []])
def test_what_are_no_parameters_is_refused(parameters: list[float]) -> None:
    """FSRS-6 takes 21 finite numbers."""
    with pytest.raises(ValueError, match="21 finite"):
        Model(parameters)


@pytest.mark.parametrize(("which", "value"), [(0, 101.0), (11, 10.5), (14, -11.0), (20, 0.0), (20, 0.9)])
def test_parameters_outside_their_ranges_are_refused(which: int, value: float) -> None:
    """A decay of zero, or a weight of a thousand, as a damaged log may bring, never reaches the formulas."""
    with pytest.raises(ValueError, match="outside FSRS-6's ranges"):
        Model([value if i == which else p for i, p in enumerate(DEFAULT)])


WEIGHTS = st.one_of(st.floats(-10, 10), st.sampled_from([-10.0, 0.0, 10.0]))
PARAMETERS = st.tuples(
    st.lists(st.floats(-1e9, 100), min_size=4, max_size=4),
    st.lists(WEIGHTS, min_size=16, max_size=16),
    st.floats(0.1, 0.8),
)


@given(PARAMETERS, st.lists(st.tuples(st.sampled_from(Rating), st.sampled_from([0, 1, 40, 40_000])), max_size=9))
@example(
    ([0.05, 1.0, 0.01, 50.0], [10, -10, 0, 0, -10, 10, -10, 10, -10, 1, 10, -10, -10, -10, 10, 1], 0.5),
    [(Rating.GOOD, 0), (Rating.AGAIN, 1), (Rating.AGAIN, 0)],
)
def test_whatever_parameters_are_taken_give_memories(
    parameters: tuple[list[float], list[float], float], history: list[tuple[Rating, int]]
) -> None:
    """A fit from a damaged log, or another program's, may hold any 21 numbers of the ranges: no fold ends in an
    error, no stability leaves its bounds."""
    initial, weights, decay = parameters
    model, memory = Model([*initial, *weights, decay]), None
    for rating, elapsed in history:
        memory = model.rated(memory, elapsed, rating)
        assert sane(memory)
        assert all(map(sane, model.after(memory, elapsed)))
        assert 0 <= model.recall(memory, elapsed) <= 1
        assert model.interval(memory, 0.9) >= 0


STRUGGLE = "0a 0a 0a 0a 0g 0a 0a 0a 0g 0g 0a 0a 0a 0g 1a 0a 0g 1a 0g 1a"
"""Days since the rating before and Again or Good: a card of tests/data/reviews-real.csv."""


def test_it_agrees_with_py_fsrs_where_little_is_left() -> None:
    """After a struggle stability is minutes; there float32 alone is off by more than 1e-4."""
    history = [(Rating.AGAIN if word[1] == "a" else Rating.GOOD, int(word[0])) for word in STRUGGLE.split()]
    ours, (stability, _) = Model().replay(history), oracle(history)
    assert ours is not None
    assert math.isclose(ours.stability, stability, rel_tol=1e-6)


@pytest.mark.parametrize("retention", [0.0, -0.1, math.nan, 1.5, 0.69, 0.98])
def test_a_retention_outside_its_range_is_refused(retention: float) -> None:
    """Where fsrs-rs gives infinite or negative intervals, ours says what it expects."""
    with pytest.raises(ValueError, match="desired retention"):
        Model().interval(Memory(5.0, 5.0), retention)


def test_an_empty_history_is_no_memory() -> None:
    """Nothing rated, nothing remembered."""
    assert Model().replay([]) is None
