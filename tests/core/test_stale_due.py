"""Was a due decided by someone who knew what the memory knows?"""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from prep.core.clock import Moment
from prep.core.event import Event, EventKind, Rating
from prep.core.fold import fold
from prep.core.memory import DEFAULT, Model, model_for
from prep.core.schedule import Rules, choices, due_by_memory
from prep.core.stale_due import decided_on_less, knowing
from prep.core.state import State
from tests.states import past

MODEL = Model()
RULES = Rules()
SERIAL = count(1)


def rated(known: list[Event], rating: Rating, day: int, model: Model = MODEL) -> Event:
    """A rating as a device logs it that knows these events."""
    state, n = fold("a/b", known, model), next(SERIAL)
    choice, knew = choices(state, Moment(n), day, RULES, model)[rating - 1], knowing(state, day, model)
    return Event(
        f"e{n}", f"a{n}", "d", n, n, 0, day, EventKind.RATED, "a/b", None, rating, None, choice.due_day,
        choice.due_at, knew,
    )  # fmt: skip


def placed(known: list[Event], due: int, day: int, body: dict[str, Any] | None = None) -> Event:
    """A due set by a reschedule, or by hand (without `body`)."""
    n = next(SERIAL)
    said = knowing(fold("a/b", known, MODEL), day, MODEL) if body is None else body
    return Event(
        f"e{n}", f"a{n}", "d", n, n, 0, day, EventKind.PLACED, "a/b", None, None, None, due, None, said
    )  # fmt: skip


def less(history: list[Event]) -> bool:
    return decided_on_less(history, lambda _event: MODEL)


@pytest.fixture
def life() -> list[Event]:
    """Three ratings, each of which knew the ones before."""
    history: list[Event] = []
    for day, rating in ((100, Rating.GOOD), (104, Rating.GOOD), (115, Rating.HARD)):
        history.append(rated(history, rating, day))
    return history


def test_a_life_on_one_device_is_wise(life: list[Event]) -> None:
    """Each decision knew all that was before it."""
    assert not any(less(life[:n]) for n in range(4))


@pytest.mark.parametrize("missing", [0, 1])
def test_a_rating_that_another_device_put_before_is_seen(life: list[Event], missing: int) -> None:
    """The last decision knew one rating less than the memory does."""
    last = rated([event for event in life[:2] if event is not life[missing]], Rating.HARD, 115)
    assert less([*life[:2], last])


def test_a_second_rating_on_the_same_day_is_seen(life: list[Event]) -> None:
    """Though both predict a recall of one: they differ in how many ratings they knew."""
    known = rated(life, Rating.GOOD, 130)
    unknown = rated([*life, known], Rating.GOOD, 130)
    last = rated([*life, known], Rating.GOOD, 130)
    assert last.body["recall"] == rated([*life, known, unknown], Rating.GOOD, 130).body["recall"]
    assert less([*life, known, unknown, last])


def test_a_rating_that_was_undone_elsewhere_is_seen(life: list[Event]) -> None:
    """The decision stood on one that doesn't count any more."""
    assert less([life[0], life[2]])


def test_a_reschedule_decides_on_all_that_is_known(life: list[Event]) -> None:
    """After it nothing is older, until the next rating comes in before it."""
    history = [life[0], life[2]]
    moved = placed(history, 150, 116)
    assert not less([*history, moved])
    assert less([*life, moved])


def test_what_a_hand_or_another_program_set_is_left(life: list[Event]) -> None:
    """Nobody knows what it was decided on."""
    assert not less([*life, placed(life, 150, 116, {})])
    assert not less([life[0], replace(life[2], body={})])


def test_steps_and_resets_are_never_stale(life: list[Event]) -> None:
    """A card in its steps comes back anyway, and a new one has no due."""
    lapse = rated(life[:1], Rating.AGAIN, 115)
    assert lapse.due_at is not None
    assert not less([*life[:2], lapse])
    reset = replace(placed(life, 0, 116), kind=EventKind.RESET)
    assert not less([life[0], life[2], reset])


def test_a_refit_makes_no_due_older(life: list[Event]) -> None:
    """Each decision is measured with the parameters of its time; with others it would not agree."""
    fitted = model_for(tuple(p * 1.3 if i < 4 else p for i, p in enumerate(DEFAULT)))
    later = rated(life, Rating.GOOD, 140, fitted)
    history = [*life, later]
    assert not decided_on_less(history, lambda event: fitted if event is later else MODEL)
    assert less(history)


def test_due_by_memory_is_the_interval_after_the_last_rating(life: list[Event]) -> None:
    """Within the fuzz of what the buttons would have said, never beyond the maximum; outside review there is none."""
    state = fold("a/b", life, MODEL)
    due = due_by_memory(state, replace(RULES, fuzz=False), MODEL)
    assert due == past(state).last_day + round(MODEL.interval(past(state).memory, RULES.retention))
    assert due_by_memory(state, replace(RULES, maximum_interval=2), MODEL) in (
        past(state).last_day + 1,
        past(state).last_day + 2,
    )
    assert due_by_memory(State("a/b"), RULES, MODEL) is None
