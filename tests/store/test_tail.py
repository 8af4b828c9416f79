"""The newest answers, which are on disk before the caches know them."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing

import pytest

from prep.core.event import Draft, Event, EventKind, Rating
from prep.core.kind import Kind
from prep.errors import StoreError
from prep.store import doctor, tail
from prep.store.backup import backup, restore
from prep.store.log.events import stream
from prep.store.log.foreign import rows
from prep.store.today.glance import glance
from tests.store.desk import Desk, child, on_disk, question, waiting


def killed(desk: Desk) -> None:
    """Leave everything as a kill does: what is open stays so, and another process opens the file."""
    desk.store = desk.open()


@pytest.fixture
def dealt(desk: Desk) -> Desk:
    desk.deal(question("a/b"), question("a/c", 1), child("a/f", Kind.FOLLOW_UP, "a/b", 2))
    return desk


def test_an_answer_waits_on_disk(dealt: Desk) -> None:
    """It is in the file when `rate` returns; nothing else was written for it."""
    dealt.rate("a/b")
    assert waiting(dealt) == (1, 3)
    assert on_disk(dealt, "day") == 0


def test_whoever_reads_files_it_first(dealt: Desk) -> None:
    """The caches are never behind what can be read beside them."""
    dealt.rate("a/b")
    assert dealt.store.answered_today(dealt.clock.day) == 1
    assert waiting(dealt) == (0, 4)


def test_its_card_is_known_before_it_is_filed(dealt: Desk) -> None:
    """The state of a waiting card is that which the log will say."""
    state = dealt.rate("a/b", Rating.EASY).states[0]
    assert dealt.store.state("a/b") == state
    assert waiting(dealt) == (1, 3)
    dealt.store.catch_up()
    assert waiting(dealt) == (0, 4)
    assert dealt.store.state("a/b") == state
    assert doctor.examine(dealt.store) == []


def test_what_was_left_by_a_kill_is_filed_by_the_next_process(dealt: Desk) -> None:
    """Answers to the same card, and an undo of one of them, with nobody left who remembers their states."""
    dealt.rate("a/b")
    dealt.rate("a/c", Rating.AGAIN)
    dealt.rate("a/c")
    assert dealt.undo()
    known = [dealt.store.state(card) for card in ("a/b", "a/c")]
    assert waiting(dealt) == (4, 3)
    killed(dealt)
    assert [dealt.store.state(card) for card in ("a/b", "a/c")] == known
    assert waiting(dealt) == (0, 7)
    assert dealt.store.answered_today(dealt.clock.day) == 2
    assert doctor.examine(dealt.store) == []


def test_an_undo_of_an_undo_may_wait_with_both(dealt: Desk) -> None:
    """As two processes may leave it: whether an action counts is decided for all that waits at once."""
    first = dealt.rate("a/b")
    dealt.undo()
    redone = dealt.redo()
    assert redone
    dealt.store.close()
    with closing(sqlite3.connect(dealt.file)) as other:  # as if all of it had come in one go
        other.executescript(
            """drop trigger event_no_delete;
            insert into tail select * from event where kind <> 'added' order by at, id;
            delete from event where kind <> 'added'; delete from dead; delete from state; delete from day;
            create trigger event_no_delete before delete on event
                begin select raise(abort, 'the log is append-only'); end"""
        )
        other.commit()
    dealt.store = dealt.open()
    assert dealt.store.counting([first.id])
    assert dealt.store.state("a/b").reps == 1
    assert dealt.store.answered_today(dealt.clock.day) == 1


def test_an_undo_tells_what_the_log_would(dealt: Desk) -> None:
    """Remembered or looked up, what was taken back is told in the same words."""
    body: dict[str, object] = {"mode": "review"}
    told = []
    for remembered in (True, False):
        dealt.rate("a/b", Rating.HARD, body=body)
        if not remembered:
            dealt.restart()
        undone = dealt.store.undo(dealt.clock.now(), dealt.clock.day)
        assert undone is not None
        told.append((undone.kind, undone.card, undone.rating, undone.cards, undone.body, undone.due_day))
    assert told[0] == told[1]


def test_more_is_taken_back_than_is_remembered(dealt: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where memory ends the log goes on: the same actions, from the newest down, each once."""
    monkeypatch.setattr(tail, "DEEPEST", 2)
    rated = ["a/b", "a/c", "a/b", "a/c", "a/b"]
    for card in rated:
        dealt.rate(card)
    told = [dealt.store.undo(dealt.clock.now(), dealt.clock.day) for _ in range(6)]
    assert [undone and undone.card for undone in told] == [*reversed(rated), None]
    assert doctor.examine(dealt.store) == []


def test_a_pause_keeps_what_an_undo_needs(dealt: Desk) -> None:
    """An undo after the pause puts the state back without a look at the log."""
    dealt.rate("a/b")
    before = dealt.store.state("a/b")
    dealt.rate("a/b", Rating.AGAIN)
    dealt.store.catch_up()
    dealt.undo()
    assert waiting(dealt)[0] == 1
    assert dealt.store.state("a/b") == before
    assert doctor.examine(dealt.store) == []


def test_a_transaction_that_fails_loses_nothing_that_waited(dealt: Desk) -> None:
    """It is rolled back whole, the filing with it; the answer is still on disk, and known."""
    state = dealt.rate("a/b").states[0]
    with pytest.raises(StoreError), dealt.store.database.write() as connection:
        connection.exec_driver_sql("insert into nowhere values (1)")
    assert waiting(dealt) == (1, 3)
    assert dealt.store.state("a/b") == state
    assert doctor.examine(dealt.store) == []


def test_a_pause_waits_for_nobody(dealt: Desk) -> None:
    """While another program writes, what is left stays left; later it is done."""
    patient = dealt.open(busy_ms=60_000)
    patient.append([Draft(EventKind.HELD, "a/b", due_day=9)], dealt.clock.now(), dealt.clock.day)
    with closing(sqlite3.connect(dealt.file, isolation_level=None)) as other:
        other.execute("begin immediate")
        patient.catch_up()
        other.execute("rollback")
    assert waiting(dealt)[0] == 1
    patient.catch_up()
    assert waiting(dealt)[0] == 0
    patient.close()


def test_a_glance_leaves_what_waits_to_the_store(dealt: Desk) -> None:
    """It only reads: numbers without the newest answers would be wrong."""
    dealt.rate("a/b")
    assert glance(dealt.file, dealt.clock.day, 10) is None
    dealt.store.catch_up()
    assert glance(dealt.file, dealt.clock.day, 10) is not None


def test_what_waits_is_in_a_copy(dealt: Desk) -> None:
    """A backup made at any moment brings it back; a merge from the file of another machine finds it."""
    dealt.rate("a/b")
    copy = backup(dealt.file, dealt.backups, dealt.clock.now())
    assert [columns["kind"] for _, columns, _ in rows(copy)] == ["added"] * 3 + ["rated"]
    dealt.undo()
    dealt.store.close()
    restore(copy, dealt.file, dealt.backups, dealt.clock.now())
    dealt.store = dealt.open()
    assert dealt.store.state("a/b").reps == 1


def test_what_is_in_the_log_already_is_not_counted_twice(dealt: Desk) -> None:
    """A row that waits though it was filed: a file put together by hand."""
    dealt.rate("a/b")
    dealt.store.close()
    with closing(sqlite3.connect(dealt.file)) as other:
        other.execute("insert into tail select * from event where kind = 'rated'")
        other.commit()
    dealt.store = dealt.open()
    assert dealt.store.answered_today(dealt.clock.day) == 1
    assert waiting(dealt) == (0, 4)


def test_an_answer_waits_under_a_name_that_a_card_no_longer_has(dealt: Desk) -> None:
    """It is the renamed card's."""
    dealt.deal(question("a/new", was="a/b"), question("a/c", 1))
    now, day = dealt.clock.now(), dealt.clock.day
    action = dealt.store.append([Draft(EventKind.RATED, "a/b", rating=Rating.GOOD, due_day=day + 3)], now, day)
    assert action.states == (dealt.store.state("a/new"),)
    assert dealt.store.state("a/new").reps == 1
    assert doctor.examine(dealt.store) == []


def test_a_card_whose_row_is_damaged_goes_on_from_the_log(dealt: Desk) -> None:
    """The answer builds on what the log says, and the row is whole again."""
    dealt.rate("a/b")
    dealt.sql("update state set stability = 1e9 where card = 'a/b'")
    assert dealt.rate("a/b").states[0].reps == 2
    assert dealt.store.state("a/b").reps == 2
    assert doctor.examine(dealt.store) == []


def test_a_tail_can_t_be_changed(dealt: Desk) -> None:
    """As the rest of the log: nothing in it is ever made something else."""
    dealt.rate("a/b")
    with closing(sqlite3.connect(dealt.file)) as other, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        other.execute("update tail set rating = 4")


def test_the_next_place_in_the_order_is_after_what_waits(dealt: Desk) -> None:
    """Answers within one millisecond stand in the order in which they were given, filed or not."""
    actions = [dealt.rate("a/b"), dealt.rate("a/c")]
    dealt.store.catch_up()
    actions.append(dealt.rate("a/b"))
    rated: list[Event] = [event for event in dealt.store.events() if event.kind is EventKind.RATED]
    assert [event.action for event in rated] == [action.id for action in actions]


def test_what_is_looked_up_within_a_transaction_is_not_kept_beyond_it(dealt: Desk) -> None:
    """What it goes on to write has its own places in the order."""
    with dealt.store.database.write() as connection:
        dealt.store.state("a/b")
        connection.exec_driver_sql(
            "insert into event select 'x', 'x', device, at + 9, wall, offset, day, kind, card,"
            " target, rating, ms, due_day, due_at, body from event order by at desc limit 1"
        )
    dealt.rate("a/c")
    assert dealt.store.events()[-1].kind is EventKind.RATED


def test_the_log_is_told_whole_where_it_can_t_be_filed(dealt: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """`prep log --export` from a file that may not be written leaves nothing out."""
    dealt.rate("a/b")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with closing(dealt.open()) as other:
        assert [event.kind for event in stream(other.database)] == [EventKind.ADDED] * 3 + [EventKind.RATED]


def test_a_disk_without_room_for_what_waits(desk: Desk) -> None:
    """The answer is saved, and isn't told as unsaved where nothing can be read before it is filed (FAULTS 147a)."""
    desk.rate("a/b", body={"note": "long" * 5_000})
    driver = desk.store.database.driver
    driver.execute(f"pragma max_page_count = {driver.execute('pragma page_count').fetchone()[0]}")
    with pytest.raises(StoreError, match="what you did last is saved, but can't be shown now") as caught:
        desk.store.events()
    assert caught.value.hint == f"make room on the disk of {desk.folder}"
    driver.execute("pragma max_page_count = 1000000")
    assert len(desk.store.events()) == 1
    assert doctor.examine(desk.store) == []


def test_a_store_that_can_t_be_read_when_it_is_opened_is_closed(desk: Desk) -> None:
    """Another program writes, and what waits can't be filed: a restore then finds nobody who has the file open."""
    desk.rate("a/b")
    with closing(sqlite3.connect(desk.file, isolation_level=None)) as other:
        other.execute("begin immediate")
        with pytest.raises(StoreError, match="another program uses") as caught:
            desk.open()
        other.execute("rollback")
    assert caught.value.hint == "wait until it has finished"
    desk.store.close()
    restore(backup(desk.file, desk.backups, desk.clock.now()), desk.file, desk.backups, desk.clock.now())
    assert caught.value.__traceback__ is not None  # it would have kept the connection alive
