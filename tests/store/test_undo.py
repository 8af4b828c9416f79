"""Undo and redo."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

from prep.core.event import HELD_FOR_EVER, EventDraft, EventKind, Rating
from prep.core.fold import fold_log
from prep.core.state import State
from prep.store.database.connection import first
from prep.store.undo import ANY
from tests.states import past
from tests.store.desk import Desk, question


def test_an_undo_takes_back_the_newest_action(desk: Desk) -> None:
    """It says what it took back, and the state is the one before."""
    desk.rate("a/b")
    before = desk.store.state("a/b")
    desk.rate("a/b", Rating.AGAIN)
    undone = desk.store.undo(desk.clock.now(), desk.clock.day)
    assert undone is not None
    assert (undone.kind, undone.card, undone.rating, undone.cards) == (EventKind.RATED, "a/b", Rating.AGAIN, 1)
    assert desk.store.state("a/b") == before


def test_undo_goes_on_to_the_first_action_and_stops(desk: Desk) -> None:
    """As often as there are actions, then there is nothing left."""
    for card in ("a/b", "a/c", "a/b"):
        desk.rate(card)
    assert [desk.undo() for _ in range(4)] == [True, True, True, False]
    assert desk.store.state("a/b") == State("a/b")
    assert desk.store.days(0) == []


def test_redo_gives_back_in_order(desk: Desk) -> None:
    """Undone three times and redone three times, everything is as it was."""
    states = []
    for rating in (3, 1, 3):
        states.append(desk.store.state("a/b"))
        desk.rate("a/b", Rating(rating))
    last = desk.store.state("a/b")
    for state in reversed(states):
        assert desk.undo()
        assert desk.store.state("a/b") == state
    for state in [*states[1:], last]:
        assert desk.redo()
        assert desk.store.state("a/b") == state
    assert not desk.redo()


def test_a_new_action_ends_the_chain(desk: Desk) -> None:
    """After an undo and another rating there is nothing to give back."""
    desk.rate("a/b", Rating.AGAIN)
    assert desk.undo()
    desk.rate("a/b", Rating.GOOD)
    assert not desk.redo()
    assert desk.undo()
    assert desk.redo()
    assert past(desk.store.state("a/b")).last_rating is Rating.GOOD


def test_undo_and_redo_after_a_restart_and_midnight(desk: Desk) -> None:
    """The chain lies in the log, not in the program."""
    desk.rate("a/b")
    rated = desk.store.state("a/b")
    desk.clock.forward(days=1)
    desk.restart()
    assert desk.undo()
    desk.restart()
    assert desk.redo()
    assert desk.store.state("a/b") == rated


def test_undo_then_the_same_rating_is_the_same_state(desk: Desk) -> None:
    """At the same instant, exactly: memory, due, fuzz and counts."""
    desk.rate("a/b", Rating.EASY)
    desk.clock.forward(days=30)
    desk.rate("a/b", Rating.GOOD)
    first = desk.store.state("a/b")
    desk.undo()
    desk.rate("a/b", Rating.GOOD)
    assert desk.store.state("a/b") == first


def test_the_day_s_counts_follow(desk: Desk) -> None:
    """Undone ratings and introductions aren't counted, redone ones are."""
    desk.deal(question("a/b"))
    desk.rate("a/b")
    counts = desk.store.answered_today(desk.clock.day), desk.store.introduced_today(desk.clock.day)
    desk.undo()
    assert (desk.store.answered_today(desk.clock.day), desk.store.introduced_today(desk.clock.day)) == (0, 0)
    desk.redo()
    assert counts == (desk.store.answered_today(desk.clock.day), desk.store.introduced_today(desk.clock.day)) == (1, 1)


def test_holding_resetting_and_placing_are_undone(desk: Desk) -> None:
    """Suspend, reset and a new due date each go with one undo."""
    desk.rate("a/b")
    before = desk.store.state("a/b")
    for draft in (
        EventDraft(EventKind.HELD, "a/b", due_day=HELD_FOR_EVER),
        EventDraft(EventKind.RESET, "a/b"),
        EventDraft(EventKind.PLACED, "a/b", due_day=desk.clock.day + 40),
    ):
        desk.append(draft)
        assert desk.store.state("a/b") != before
        assert desk.undo()
        assert desk.store.state("a/b") == before


def test_an_action_on_many_cards_is_undone_whole(desk: Desk) -> None:
    """Burying three cards is one undo."""
    desk.append(*(EventDraft(EventKind.HELD, f"a/{i}", due_day=desk.clock.day + 1) for i in range(3)))
    undone = desk.store.undo(desk.clock.now(), desk.clock.day)
    assert undone is not None
    assert undone.cards == 3
    assert not any(desk.store.state(f"a/{i}").held(desk.clock.day) for i in range(3))


def test_what_a_sync_or_a_demo_logged_is_passed_over(desk: Desk) -> None:
    """The undo reaches the rating behind them; cards stay met, and a measurement stays a fact."""
    desk.rate("a/b")
    desk.deal(question("a/b"), question("a/c", 1))
    desk.append(EventDraft(EventKind.MEASURED, "a/b", body={"result": 1.0}))
    undone = desk.store.undo(desk.clock.now(), desk.clock.day)
    assert undone is not None
    assert undone.kind is EventKind.RATED
    assert desk.store.state("a/c").added_day == desk.clock.day


def test_only_this_device_s_actions_are_undone(desk: Desk) -> None:
    """What another device did, and a merge brought, is not this one's to take back."""
    desk.sql(
        "insert into event values ('x', 'x', 'other', 9, 9, 0, 1, 'rated', 'a/b', null, 3, null, 4, null, '{}', 0)",
    )
    assert not desk.undo()


def test_an_undo_reaches_a_card_renamed_since(desk: Desk) -> None:
    """The rating under the old id goes from the new id's state, and the card is named as it is now."""
    desk.deal(question("a/old"))
    desk.rate("a/old")
    desk.deal(question("a/new", was="a/old"))
    assert desk.store.state("a/new").reps == 1
    undone = desk.store.undo(desk.clock.now(), desk.clock.day)
    assert undone is not None
    assert undone.card == "a/new"
    assert desk.store.state("a/new").reps == 0


def test_counting_says_which_actions_count(desk: Desk) -> None:
    """Undone it doesn't, redone it does."""
    action = desk.rate("a/b").id
    assert desk.counts(action)
    desk.undo()
    assert not desk.counts(action)
    assert desk.store.history("a/b") == []
    desk.redo()
    assert desk.counts(action)


def test_an_undo_adds_one_event_and_nothing_else(desk: Desk) -> None:
    """The log grows by the undo, the card table stays, and no other card's state moves."""
    desk.deal(question("a/b"), question("a/c", 1))
    desk.rate("a/c")
    other = desk.store.state("a/c")
    before = desk.store.listing()
    desk.rate("a/b")
    count = len(desk.store.events())
    assert desk.undo()
    assert len(desk.store.events()) == count + 1
    assert desk.store.listing() == before
    assert desk.store.state("a/c") == other


def test_an_undo_after_the_decks_changed(desk: Desk) -> None:
    """The rating of a card that has since left its deck is still taken back, and the card returns as it was."""
    desk.deal(question("a/b"), question("a/c", 1))
    fresh = desk.store.state("a/b")
    desk.rate("a/b")
    desk.deal(question("a/c", 1))
    assert desk.undo()
    desk.deal(question("a/b"), question("a/c", 1))
    assert desk.store.state("a/b") == fresh
    rows = desk.store.queue_rows(desk.clock.day, 10)
    assert [row.card for row in rows] == ["a/b", "a/c"]


def test_the_queue_follows_an_undo(desk: Desk) -> None:
    """A due card that was answered and undone is due again, where it stood."""
    desk.deal(*(question(f"a/{i}", i) for i in range(3)))
    for i in range(3):
        desk.rate(f"a/{i}")
    desk.clock.forward(days=9)
    before = desk.store.queue_rows(desk.clock.day, 0)
    desk.rate("a/1")
    after = desk.store.queue_rows(desk.clock.day, 0)
    assert [row for row in before if row.card != "a/1"] == after
    desk.undo()
    assert desk.store.queue_rows(desk.clock.day, 0) == before


def test_an_undo_minds_what_another_process_did(desk: Desk) -> None:
    """Another window's older rating, merged meanwhile, stays counted when this window takes its own back."""
    desk.rate("a/b")
    desk.clock.forward(days=3)
    desk.rate("a/b", Rating.HARD)
    foreign = replace(
        desk.store.events("a/b")[0], id=str(uuid4()), action=str(uuid4()), device="other", day=desk.clock.day - 1
    )
    with desk.open() as other:
        other.merge([foreign])
    assert desk.undo()
    assert desk.store.state("a/b").reps == 2
    assert desk.store.state("a/b") == fold_log(desk.store.events())["a/b"]


def test_an_undo_minds_a_merge(desk: Desk) -> None:
    """So does one that this process merged itself."""
    desk.rate("a/b")
    foreign = replace(desk.store.events("a/b")[0], id=str(uuid4()), action=str(uuid4()), device="other")
    desk.store.merge([replace(foreign, at=foreign.at - 1)])
    assert desk.undo()
    assert desk.store.state("a/b").reps == 1


def test_a_log_tells_whether_there_is_something_to_undo(desk: Desk) -> None:
    """What a sync logged isn't; beyond so many events from its end nobody looks, and it may be."""
    desk.append(EventDraft(EventKind.ADDED, "t/a"))
    assert not desk.store.undoable()
    desk.rate("t/a")
    assert desk.store.undoable()
    desk.undo()
    assert not desk.store.undoable()
    for _ in range(3):
        desk.append(EventDraft(EventKind.ADDED, "t/a"))
    with desk.store.database.read() as connection:
        assert first(connection, ANY, desk.store.device, 4) == 1
