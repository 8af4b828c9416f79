"""The newest answers, which are on disk before the caches know them."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any

import pytest

from prep.core.event import Draft, Event, EventKind, Rating
from prep.core.kind import Kind
from prep.errors import StoreError
from prep.store import doctor
from prep.store.backup import backup, restore
from prep.store.connection import Database
from prep.store.events import stream
from prep.store.glance import glance
from prep.store.other import rows
from tests.store.desk import Desk, child, question


def on_disk(desk: Desk, table: str) -> int:
    """Rows that another program finds there."""
    with closing(sqlite3.connect(desk.file)) as other:
        return int(other.execute(f"select count(*) from {table}").fetchone()[0])


def waiting(desk: Desk) -> tuple[int, int]:
    """Events in the tail, events that were filed."""
    return on_disk(desk, "tail"), on_disk(desk, "event")


def killed(desk: Desk) -> None:
    """Leave everything as a kill does: what is open stays so, and another process opens the file."""
    desk.store = desk.open()


@contextmanager
def cut_short(database: Database) -> Iterator[None]:
    """Ctrl-C at the first moment at which what the block writes is on disk."""
    append = database.append

    @contextmanager
    def cut() -> Iterator[Any]:
        with append() as connection:
            yield connection
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch, suppress(KeyboardInterrupt):
        patch.setattr(database, "append", cut)
        yield


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
    dealt.store.rest()
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
    assert dealt.store.counts(first.id)
    assert dealt.store.state("a/b").reps == 1
    assert dealt.store.answered_today(dealt.clock.day) == 1


def test_two_windows_see_each_other_s_answers(dealt: Desk) -> None:
    """What waits from one is filed by the other; neither then takes what it remembers for the truth."""
    with closing(dealt.open()) as other:
        dealt.rate("a/b", Rating.AGAIN)
        assert other.state("a/b") == dealt.store.state("a/b")
        now, day = dealt.clock.now(), dealt.clock.day
        after = other.append([Draft(EventKind.RATED, "a/b", rating=Rating.GOOD, due_day=day + 3)], now, day)
        assert dealt.store.state("a/b") == after.states[0]
        assert [event.at for event in dealt.store.history("a/b")] == sorted(e.at for e in other.history("a/b"))
        assert len({event.at for event in dealt.store.events()}) == len(dealt.store.events())
    assert doctor.examine(dealt.store) == []


def test_what_one_window_remembers_is_not_filed_for_the_other(dealt: Desk) -> None:
    """Its own action was filed by the other window, whose newer one on the same card waits when it reads."""
    with closing(dealt.open()) as other:
        dealt.hold("a/b", dealt.clock.day + 5)
        draft = Draft(EventKind.HELD, "a/b", due_day=dealt.clock.day + 9)
        other.append([draft], dealt.clock.now(), dealt.clock.day)
        dealt.store.rest()
        assert dealt.store.state("a/b").held_until == dealt.clock.day + 9
    assert doctor.examine(dealt.store) == []


def test_an_undo_after_another_window_s_answer_takes_back_the_right_one(dealt: Desk) -> None:
    """Two windows of one machine are one device: the newest action is the other window's."""
    with closing(dealt.open()) as other:
        dealt.rate("a/b")
        now, day = dealt.clock.now(), dealt.clock.day
        theirs = other.append([Draft(EventKind.RATED, "a/c", rating=Rating.GOOD, due_day=day + 3)], now, day)
        undone = dealt.store.undo(now, day)
        assert undone is not None and undone.card == "a/c"
        assert not other.counts(theirs.id)


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


def test_rest_keeps_what_an_undo_needs(dealt: Desk) -> None:
    """An undo after the pause puts the state back without a look at the log."""
    dealt.rate("a/b")
    before = dealt.store.state("a/b")
    dealt.rate("a/b", Rating.AGAIN)
    dealt.store.rest()
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


def test_a_rest_waits_for_nobody(dealt: Desk) -> None:
    """While another program writes, what is left stays left; later it is done."""
    patient = dealt.open(busy_ms=60_000)
    patient.append([Draft(EventKind.HELD, "a/b", due_day=9)], dealt.clock.now(), dealt.clock.day)
    with closing(sqlite3.connect(dealt.file, isolation_level=None)) as other:
        other.execute("begin immediate")
        patient.rest()
        other.execute("rollback")
    assert waiting(dealt)[0] == 1
    patient.rest()
    assert waiting(dealt)[0] == 0
    patient.close()


def test_a_glance_leaves_what_waits_to_the_store(dealt: Desk) -> None:
    """It only reads: numbers without the newest answers would be wrong."""
    dealt.rate("a/b")
    assert glance(dealt.file, dealt.clock.day, 10) is None
    dealt.store.rest()
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
    dealt.store.rest()
    actions.append(dealt.rate("a/b"))
    rated: list[Event] = [event for event in dealt.store.events() if event.kind is EventKind.RATED]
    assert [event.action for event in rated] == [action.id for action in actions]


def test_an_answer_that_was_cut_short_on_disk_is_known(dealt: Desk) -> None:
    """Ctrl-C just after it was written: the card's state has it, and the next answer's place is after it."""
    dealt.rate("a/b", Rating.AGAIN)
    with cut_short(dealt.store.database):
        dealt.rate("a/b")
    assert dealt.store.state("a/b").reps == 2
    dealt.rate("a/c")
    assert len({event.at for event in dealt.store.events()}) == len(dealt.store.events()) == 6
    assert doctor.examine(dealt.store) == []


def test_an_answer_that_was_cut_short_on_disk_is_filed_as_it_is(dealt: Desk) -> None:
    """Ctrl-C, and prep is closed: what was remembered of its card from before isn't what the caches say."""
    dealt.rate("a/b", Rating.AGAIN)
    with cut_short(dealt.store.database):
        dealt.rate("a/b")
    dealt.restart()
    assert doctor.examine(dealt.store) == []


def test_an_undo_takes_back_what_was_cut_short_on_disk(dealt: Desk) -> None:
    """The newest action is that which is in the log, remembered or not; an undo cut short isn't done twice."""
    dealt.rate("a/b", Rating.AGAIN)
    with cut_short(dealt.store.database):
        dealt.rate("a/c")
    told = []
    for _ in range(2):
        undone = dealt.store.undo(dealt.clock.now(), dealt.clock.day)
        told.append(undone and undone.card)
    assert told == ["a/c", "a/b"]
    dealt.rate("a/b")
    dealt.rate("a/c")
    with cut_short(dealt.store.database):
        dealt.undo()
    undone = dealt.store.undo(dealt.clock.now(), dealt.clock.day)
    assert undone is not None and undone.card == "a/b"
    assert doctor.examine(dealt.store) == []


def test_what_another_window_appends_while_a_read_begins_is_in_it(
    dealt: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The view that a read has of the file holds nothing that isn't filed: the day's order is kept by its version."""
    dealt.rate("a/b", Rating.EASY)
    dealt.clock.move(days=60)
    other = Desk(dealt.folder, dealt.clock)
    other.rate("a/b")
    other.store.rest()
    assert dealt.store.queue_rows(dealt.clock.day, 0) == []
    database, transaction = dealt.store.database, dealt.store.database._transaction

    @contextmanager
    def raced(begin: str) -> Iterator[None]:
        monkeypatch.undo()
        assert other.undo()
        assert waiting(dealt)[0] == 1
        with transaction(begin):
            yield

    monkeypatch.setattr(database, "_transaction", raced)
    for _ in range(2):
        assert [row.card for row in dealt.store.queue_rows(dealt.clock.day, 0)] == ["a/b"]
    other.store.close()


def test_what_is_looked_up_within_a_transaction_is_not_kept_beyond_it(dealt: Desk) -> None:
    """What it goes on to write has its own places in the order."""
    with dealt.store.database.write() as connection:
        dealt.store.state("a/b")
        connection.exec_driver_sql("insert into event select 'x', 'x', device, at + 9, wall, offset, day, kind, card,"
                                   " target, rating, ms, due_day, due_at, body from event order by at desc limit 1")
    dealt.rate("a/c")
    assert dealt.store.events()[-1].kind is EventKind.RATED


def test_the_log_is_told_whole_where_it_can_t_be_filed(dealt: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """`prep log --export` from a file that may not be written leaves nothing out."""
    dealt.rate("a/b")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with closing(dealt.open()) as other:
        assert [event.kind for event in stream(other.database)] == [EventKind.ADDED] * 3 + [EventKind.RATED]
