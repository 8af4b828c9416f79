"""From events to states."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from prep.core.event import HELD_FOR_EVER, Event, EventKind, Rating
from prep.core.fold import advance, counting, fold, fold_log, parameters, renames
from prep.core.memory import DEFAULT, Model
from prep.core.schedule import LONGEST_INTERVAL
from prep.core.state import Memory, Phase, State
from tests.states import past

MODEL = Model()
SERIAL = count(1)
FIELDS: dict[str, Any] = {"target": None, "rating": None, "ms": None, "due_day": None, "due_at": None, "body": {}}


def event(kind: EventKind, card: str | None = "a/b", action: str = "", day: int = 100, **fields: Any) -> Event:
    """One event, later than all before it."""
    n = next(SERIAL)
    return Event(f"e{n}", action or f"a{n}", "d", n, n, 0, day, kind, card, **(FIELDS | fields))


def rated(rating: int, day: int = 100, due: int | None = None, **fields: Any) -> Event:
    """A rating whose card leaves its steps, unless `due_at` is given."""
    return event(EventKind.RATED, rating=Rating(rating), day=day, due_day=due or day + 3, **fields)


def undone(target: Event, **fields: Any) -> Event:
    """An undo of that event's action."""
    return event(EventKind.UNDONE, None, target=target.action, **fields)


# -- which events count


def test_an_undone_action_does_not_count() -> None:
    """An undo takes its target out and counts itself."""
    answer = rated(3)
    undo = undone(answer)
    assert counting([answer, undo]) == {undo.action}


def test_a_redo_gives_it_back() -> None:
    """The undo of an undo takes that undo out, and so on down the chain."""
    answer = rated(3)
    undo = undone(answer)
    redo = undone(undo)
    again = undone(answer)
    assert counting([answer, undo, redo]) == {answer.action, redo.action}
    assert answer.action not in counting([answer, undo, redo, again])


def test_the_order_of_reading_does_not_matter() -> None:
    """Events handed over backwards count the same."""
    answer = rated(3)
    undo = undone(answer)
    redo = undone(undo)
    assert counting([redo, undo, answer]) == counting([answer, undo, redo])


def test_an_undo_reaches_back_only() -> None:
    """An undo that is earlier than its target, as a damaged merge may bring, does nothing."""
    answer = rated(3)
    early = replace(undone(answer), at=0)
    assert answer.action in counting([answer, early])


def test_a_long_chain_of_undos_is_settled() -> None:
    """Ten thousand undos of undos neither fail nor take long."""
    chain = [rated(3)]
    for _ in range(10_000):
        chain.append(undone(chain[-1]))
    assert chain[0].action in counting(chain)
    assert chain[0].action not in counting(chain[:-1])


def test_an_action_is_undone_whole() -> None:
    """All events of an action go together."""
    first, second = rated(3, action="x"), event(EventKind.HELD, "a/c", action="x", due_day=HELD_FOR_EVER)
    assert fold_log([first, second, undone(first)]) == {}


# -- what a rating does


def test_a_rating_makes_a_memory() -> None:
    """Memory, counts, days and due after a first Good."""
    state = advance(State("a/b"), rated(3, day=100, due=102), MODEL)
    assert past(state).memory == MODEL.after(None, 0)[2]
    assert (state.reps, state.lapses, past(state).first_day, past(state).last_day) == (1, 0, 100, 100)
    assert (state.phase, past(state).due_day, state.due_at) == (Phase.REVIEW, 102, None)


def test_memory_moves_by_study_days() -> None:
    """The second rating sees the days between."""
    state = fold("a/b", [rated(3, day=100), rated(3, day=107)], MODEL)
    assert past(state).memory == MODEL.replay([(Rating.GOOD, 0), (Rating.GOOD, 7)])


def test_an_answer_dated_2030_drags_nothing_there() -> None:
    """After one answer with a wrong clock, the next ones are on their own days, and no time is negative."""
    state = fold("a/b", [rated(3, day=100), rated(3, day=1_500), rated(3, day=101, due=105), rated(3, day=105)], MODEL)
    assert (past(state).last_day, past(state).due_day) == (105, 108)
    assert past(state).memory == MODEL.replay(
        [(Rating.GOOD, 0), (Rating.GOOD, 1_400), (Rating.GOOD, 0), (Rating.GOOD, 4)]
    )


@pytest.mark.parametrize("times", [1, 2, 3])
def test_again_in_review_is_a_lapse(times: int) -> None:
    """A lapse counts once, and the card goes back to its steps, however often it is Again there."""
    state = fold("a/b", [rated(3), *(rated(1, due_at=9) for _ in range(times))], MODEL)
    assert (state.lapses, state.phase) == (1, Phase.RELEARNING)


@pytest.mark.parametrize("times", [1, 2, 3])
def test_again_while_learning_is_no_lapse(times: int) -> None:
    """Steps don't count as lapses, and a new card stays in its first steps."""
    state = fold("a/b", [rated(1, due_at=9) for _ in range(times)], MODEL)
    assert (state.lapses, state.phase) == (0, Phase.LEARNING)


@pytest.mark.parametrize("due", [-5_000, 120_600])
def test_a_due_date_is_sane(due: int) -> None:
    """A rating that says 1955 or 2300 comes due on its own day at the earliest, in a hundred years at the latest."""
    state = advance(State("a/b"), rated(3, day=20_000, due=due), MODEL)
    assert 20_000 <= past(state).due_day <= 20_000 + LONGEST_INTERVAL


def test_the_gate_opens_after_good_and_closes_after_a_lapse() -> None:
    """A question opens its gate once it has left its steps with Good or Easy."""
    assert not fold("a/b", [rated(1, due_at=9)], MODEL).opens_gate
    assert fold("a/b", [rated(1, due_at=9), rated(3)], MODEL).opens_gate
    assert not fold("a/b", [rated(3), rated(1, due_at=9)], MODEL).opens_gate
    assert not fold("a/b", [rated(3), rated(2)], MODEL).opens_gate


# -- the other kinds


def test_a_hold_is_released() -> None:
    """Bury holds until a day, suspend for ever, None releases; the schedule stays."""
    buried = fold("a/b", [rated(3), event(EventKind.HELD, due_day=101)], MODEL)
    assert (buried.held(100), buried.held(101), buried.suspended) == (True, False, False)
    suspended = advance(buried, event(EventKind.HELD, due_day=HELD_FOR_EVER), MODEL)
    assert (suspended.held(99_999), suspended.suspended) == (True, True)
    assert advance(suspended, event(EventKind.HELD), MODEL) == replace(buried, held_until=None)


def test_reset_starts_again() -> None:
    """Memory, counts and due are gone; when it was met, and whether it is held, stay."""
    state = fold("a/b", [event(EventKind.ADDED, day=7), rated(3), event(EventKind.RESET)], MODEL)
    assert state == State("a/b", added_day=7)


def test_placing_moves_the_due_date_alone() -> None:
    """A reschedule leaves memory and counts."""
    before = fold("a/b", [rated(3)], MODEL)
    after = advance(before, event(EventKind.PLACED, due_day=150), MODEL)
    assert after == replace(before, reviewed=replace(past(before), due_day=150))


def test_placing_a_new_card_leaves_it_new() -> None:
    """A due date alone makes no reviewed card of a new one."""
    assert advance(State("a/b"), event(EventKind.PLACED, due_day=150), MODEL).phase is Phase.NEW


def test_an_imported_card_brings_its_memory() -> None:
    """Placed with stability and difficulty, it is in review, and its next review counts from its last one."""
    body = {"stability": 40.0, "difficulty": 6.0, "last_day": 80}
    state = advance(State("a/b"), event(EventKind.PLACED, due_day=150, body=body), MODEL)
    assert (state.phase, past(state).memory, past(state).last_day) == (Phase.REVIEW, Memory(40.0, 6.0), 80)


@pytest.mark.parametrize("last_day", [10**30, -(10**30), 2**62, -1, True, "yesterday", None])
def test_an_imported_memory_of_no_day_is_of_the_day_it_came(last_day: object) -> None:
    """A last day that no calendar has would not even go into a column."""
    body = {"stability": 40.0, "difficulty": 6.0, "last_day": last_day}
    placed = event(EventKind.PLACED, due_day=150, body=body)
    state = advance(State("a/b"), placed, MODEL)
    assert (past(state).last_day, past(state).first_day) == (placed.day, placed.day)


@pytest.mark.parametrize("stability", [float("nan"), 0.0, "much", None, 10**399])
def test_an_imported_memory_that_is_none_is_left_out(stability: object) -> None:
    """A stability of zero, NaN, text or 400 digits leaves the card new."""
    placed = event(EventKind.PLACED, due_day=150, body={"stability": stability, "difficulty": 5.0})
    assert advance(State("a/b"), placed, MODEL).reviewed is None


def test_what_nobody_folds_changes_nothing() -> None:
    """A measured demo, a fit and an undo leave a state as it is."""
    before = fold("a/b", [rated(3)], MODEL)
    for kind in (EventKind.MEASURED, EventKind.FITTED, EventKind.UNDONE, EventKind.RENAMED):
        assert advance(before, event(kind), MODEL) == before


# -- names


def test_a_renamed_card_keeps_its_history() -> None:
    """The old id's events, before and after the renaming, fold into the new id."""
    old, late = rated(3, day=100), rated(3, day=104)
    renaming = event(EventKind.RENAMED, "a/new", target="a/b")
    states = fold_log([old, renaming, late])
    assert set(states) == {"a/new"}
    assert states["a/new"].reps == 2


def test_names_follow_a_chain() -> None:
    """Twice renamed, the first id leads to the last."""
    first, second = (event(EventKind.RENAMED, new, target=old) for old, new in (("a", "b"), ("b", "c")))
    assert renames([first, second]) == {"a": "c", "b": "c"}


def test_a_card_renamed_back_is_itself() -> None:
    """There and back again makes no circle."""
    there, back = (event(EventKind.RENAMED, new, target=old) for old, new in (("a", "b"), ("b", "a")))
    assert renames([there, back]) == {"b": "a"}


def test_an_undone_renaming_is_none() -> None:
    """The history returns to the old id."""
    answer, renaming = rated(3), event(EventKind.RENAMED, "a/new", target="a/b")
    assert set(fold_log([answer, renaming, undone(renaming)])) == {"a/b"}


# -- parameters


def test_the_newest_fit_gives_the_parameters() -> None:
    """A later fit wins, an undone one doesn't, and without any they are FSRS-6's own."""
    low, high = ([p * 1.1 for p in DEFAULT], [p * 1.2 for p in DEFAULT])
    first, second = (event(EventKind.FITTED, None, body={"parameters": p}) for p in (low, high))
    assert parameters([first, second]) == tuple(high)
    assert parameters([first]) == tuple(low)
    assert parameters([]) == DEFAULT
    answer = rated(3)
    fitted = Model(low).after(None, 0)[2]
    assert past(fold_log([answer, first, second, undone(second)])["a/b"]).memory == fitted


def test_a_fit_that_is_none_gives_the_defaults() -> None:
    """Twenty numbers, or text, can't stop the fold."""
    assert parameters([event(EventKind.FITTED, None, body={"parameters": [1.0] * 20})]) == DEFAULT
    assert parameters([event(EventKind.FITTED, None, body={})]) == DEFAULT
