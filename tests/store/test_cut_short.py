"""Ctrl-C at any moment: what is on disk is known, and what isn't has left nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from prep.core.event import Rating
from prep.store import doctor
from prep.store.database.connection import Database
from tests.store.desk import Desk, question


@contextmanager
def cut_short(database: Database) -> Iterator[None]:
    """Ctrl-C at the first moment at which what the block writes is on disk."""
    write = database.write

    @contextmanager
    def cut() -> Iterator[Any]:
        with write() as connection:
            yield connection
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch, suppress(KeyboardInterrupt):
        patch.setattr(database, "write", cut)
        yield


@pytest.fixture
def dealt(desk: Desk) -> Desk:
    desk.deal(question("a/b"), question("a/c", 1))
    return desk


def test_an_answer_that_was_cut_short_on_disk_is_known(dealt: Desk) -> None:
    """Ctrl-C just after it was written: the card's state has it, and the next answer's place is after it."""
    dealt.rate("a/b", Rating.AGAIN)
    with cut_short(dealt.store.database):
        dealt.rate("a/b")
    assert dealt.store.state("a/b").reps == 2
    dealt.rate("a/c")
    assert len({event.at for event in dealt.store.events()}) == len(dealt.store.events()) == 5
    assert doctor.examine(dealt.store) == []


def test_an_answer_that_was_cut_short_on_disk_is_there_at_the_next_start(dealt: Desk) -> None:
    """Ctrl-C, and prep is closed: its caches are on disk with it."""
    dealt.rate("a/b", Rating.AGAIN)
    with cut_short(dealt.store.database):
        dealt.rate("a/b")
    dealt.restart()
    assert doctor.examine(dealt.store) == []


def test_an_undo_takes_back_what_was_cut_short_on_disk(dealt: Desk) -> None:
    """The newest action is that which is in the log."""
    dealt.rate("a/b", Rating.AGAIN)
    with cut_short(dealt.store.database):
        dealt.rate("a/c")
    told = []
    for _ in range(2):
        undone = dealt.store.undo(dealt.clock.now(), dealt.clock.day)
        told.append(undone and undone.card)
    assert told == ["a/c", "a/b"]
    assert doctor.examine(dealt.store) == []


def test_an_undo_that_was_cut_short_on_disk_is_not_done_twice(dealt: Desk) -> None:
    """The next one takes back the action before."""
    dealt.rate("a/b")
    dealt.rate("a/c")
    with cut_short(dealt.store.database):
        dealt.undo()
    undone = dealt.store.undo(dealt.clock.now(), dealt.clock.day)
    assert undone is not None and undone.card == "a/b"
    assert doctor.examine(dealt.store) == []


def test_what_was_cut_short_on_disk_is_no_known_step(dealt: Desk) -> None:
    """Whoever keeps what it read of the states reads them again."""
    seen = dealt.store.changes.version()
    dealt.rate("a/b")
    assert dealt.store.changes.since(seen)[1] == [dealt.store.state("a/b")]
    with cut_short(dealt.store.database):
        dealt.rate("a/c")
    assert dealt.store.changes.since(seen)[1] is None


def test_ctrl_c_when_a_transaction_has_just_begun(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is ended: the next one can begin."""

    class Cut:
        def __init__(self, driver: sqlite3.Connection) -> None:
            self.driver = driver

        def __getattr__(self, name: str) -> object:
            return getattr(self.driver, name)

        def execute(self, sql: str, *rest: Any) -> sqlite3.Cursor:
            done = self.driver.execute(sql, *rest)
            if sql.startswith("begin"):
                raise KeyboardInterrupt
            return done

    monkeypatch.setattr(desk.store.database, "connection", Cut(desk.store.database.connection))
    with pytest.raises(KeyboardInterrupt):
        desk.store.events()
    monkeypatch.undo()
    desk.rate("a/b")
    assert len(desk.store.events()) == 1


def test_ctrl_c_in_the_midst_of_a_transaction(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is Ctrl-C that comes out, though SQLAlchemy closes a connection so cut, and nothing of it was written."""

    def cut(*_: object) -> None:
        raise KeyboardInterrupt

    desk.rate("a/b")
    monkeypatch.setattr(desk.store.database.core.dialect, "do_executemany", cut)
    monkeypatch.setattr(desk.store.database.core.dialect, "do_execute", cut)
    with pytest.raises(KeyboardInterrupt):
        desk.deal(question("a/b"))
    monkeypatch.undo()
    desk.restart()
    assert len(desk.store.events()) == 1
    assert doctor.examine(desk.store) == []
