"""Home's numbers."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

from prep.core.event import HELD_FOR_EVER, Rating
from prep.core.kind import Kind
from prep.store.today.glance import glance
from tests.store.desk import Desk, child, question


def test_without_a_database_there_is_none(tmp_path: Path) -> None:
    """A first run has nothing to glance at, and nothing is created."""
    assert glance(tmp_path / "prep.db", 20_000, 10) is None
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database_is_none(tmp_path: Path) -> None:
    """The store will say what is wrong with it."""
    (tmp_path / "prep.db").write_text("# not a database" * 100)
    assert glance(tmp_path / "prep.db", 20_000, 10) is None


def test_it_counts_what_today_brings(desk: Desk) -> None:
    """Due by kind, new within the limit, minutes, streak, answers, problems and facts."""
    desk.deal(
        *(question(f"a/{i}", i) for i in range(6)),
        child("a/f", Kind.FOLLOW_UP, "a/0", 0),
        question("a/old", 8, expires="2026-10"),
        problems=3,
    )
    desk.rate("a/0")
    desk.rate("a/1", Rating.AGAIN)
    desk.rate("a/f", Rating.AGAIN)
    taken = glance(desk.file, desk.clock.day, new_limit=5)
    assert taken is not None
    assert taken.due == {Kind.QUESTION: 1, Kind.FOLLOW_UP: 1}
    assert (taken.new, taken.minutes) == (2, 4)
    assert (taken.streak, taken.answered, taken.recent[-2:]) == (1, 3, (0, 3))
    assert (taken.problems, taken.facts, taken.cards) == (3, 1, 8)


def test_it_says_what_the_store_says(desk: Desk) -> None:
    """Day by day through a fortnight of reviews, holds, undos and expiries, both give the same, with a live WAL."""
    deck = [
        listing
        for i in range(30)
        for listing in (
            question(f"a/{i}", i * 3, expires="2026-11" if i % 7 == 0 else ""),
            child(f"a/f{i}", Kind.FOLLOW_UP, f"a/{i}", i * 3 + 1),
            child(f"a/r{i}", Kind.RED_FLAG, f"a/{i}", i * 3 + 2),
        )
    ]
    desk.deal(*deck)
    for day in range(14):
        for n, row in enumerate(desk.store.queue_rows(desk.clock.day, 6)[:12]):
            desk.rate(row.card, Rating(1 + (n + day) % 4), ms=20_000 + 1_000 * n)
            if n % 5 == 4:
                desk.undo()
        desk.hold(f"a/{day}", HELD_FOR_EVER if day % 2 else desk.clock.day + 2)
        for limit in (0, 6, 500):
            assert glance(desk.file, desk.clock.day, limit) == desk.store.glance(desk.clock.day, limit)
        desk.clock.forward(days=3 if day == 8 else 1)
    last = desk.store.glance(desk.clock.day, 6)
    assert last.due_total and last.new and last.streak and last.facts


def test_it_counts_the_rows_that_the_queue_gives(desk: Desk) -> None:
    """Due and new are the numbers of cards that a review will find."""
    desk.deal(*(question(f"a/{i}", i) for i in range(20)))
    for i in range(5):
        desk.rate(f"a/{i}", Rating(1 + i % 3))
    desk.clock.forward(days=3)
    rows = desk.store.queue_rows(desk.clock.day, 10)
    taken = desk.store.glance(desk.clock.day, 10)
    assert taken.due_total == sum(not row.is_new for row in rows)
    assert taken.new == min(10, sum(row.is_new for row in rows))


def test_a_damaged_wal_is_none(desk: Desk) -> None:
    """What can't be read yet is no number."""
    desk.deal(question("a/b"))
    desk.store.close()
    with sqlite3.connect(desk.file) as other:
        other.execute("pragma user_version = 99")
        other.execute("drop table card")
    other.close()
    assert glance(desk.file, desk.clock.day, 10) is None
    desk.file.unlink()
    desk.store = desk.open()


def test_damaged_rows_are_no_reason_not_to_start(desk: Desk) -> None:
    """What is damaged isn't counted; the sync at the start mends it."""
    desk.deal(question("a/b"), question("a/c", 1), problems=3)
    desk.sql("update meta set value = 'x' where key = 'problems'")
    taken = glance(desk.file, desk.clock.day, 10)
    assert taken is not None and (taken.problems, taken.cards) == (0, 2)
    desk.sql("update card set kind = 'x' where id = 'a/b'")
    taken = glance(desk.file, desk.clock.day, 10)
    assert taken is not None and taken.new == 1
    desk.deal(question("a/b"), question("a/c", 1), problems=3)
    taken = glance(desk.file, desk.clock.day, 10)
    assert taken is not None and (taken.problems, taken.new) == (3, 2)


def test_it_loads_no_sqlalchemy() -> None:
    """The first screen's numbers come without it; a list of the cards does load it (positive control)."""
    code = "import sys, prep.store.{0}; print('sqlalchemy' in sys.modules, 'fsrs_rs_python' in sys.modules)"
    told = [
        subprocess.run([sys.executable, "-c", code.format(name)], capture_output=True, text=True, check=True).stdout
        for name in ("today.glance", "card_rows")
    ]
    assert told == ["False False\n", "True True\n"]
