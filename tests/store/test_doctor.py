"""The doctor, and rows that were damaged."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from prep.core.event import Rating
from prep.core.kind import Kind
from prep.errors import StoreError
from prep.exchange.entry import event_of
from prep.exchange.logfile import joined
from prep.store.backups.backup import backup
from prep.store.backups.restore import restore
from prep.store.doctor import examine, rebuild
from prep.store.log.foreign import rows
from tests.store.desk import Desk, child, question


@pytest.fixture
def used(desk: Desk) -> Desk:
    """A store with a week behind it."""
    desk.deal(*(question(f"a/{i}", i) for i in range(5)), child("a/f", Kind.FOLLOW_UP, "a/0", 0))
    for _ in range(7):
        for i in range(5):
            desk.rate(f"a/{i}", Rating(1 + i % 4))
        desk.undo()
        desk.clock.forward(days=1)
    return desk


def test_a_healthy_store_is_well(used: Desk) -> None:
    """Nothing to report, and examining changes nothing."""
    before = [row.state for row in used.store.listing()]
    assert examine(used.store) == []
    assert [row.state for row in used.store.listing()] == before


def test_a_due_and_a_stability_changed_by_hand_are_named(used: Desk) -> None:
    """Positive control: both cards, their columns, what the cache says and what the log says; a rebuild mends them."""
    good = [row.state for row in used.store.listing()]
    used.sql("update state set due_day = due_day + 1 where card = 'a/1'")
    used.sql("update state set stability = stability * 1.000001 where card = 'a/2'")
    due, stability = examine(used.store)
    assert due.startswith("the schedule of a/1 differs: due_day is ")
    assert stability.startswith("the schedule of a/2 differs: stability is ")
    assert rebuild(used.store) == 2
    assert examine(used.store) == []
    assert [row.state for row in used.store.listing()] == good


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("delete from state where card = 'a/3'", "the schedule of a/3 is missing"),
        (
            "update state set card = 'a/ghost' where card = 'a/3'",
            "the schedule of a/ghost stands on nothing in the log",
        ),
        ("update day set good = good + 1", "the tally of day"),
        ("delete from dead", "the undoing of action"),
        ("insert into alias values ('a/1', 'a/2')", "the new id of a/1"),
        ("update card set gate = 1 - gate where id = 'a/f'", "the queue's mark on a/f differs: gate"),
        ("update card set fresh = 1 where id = 'a/1'", "the queue's mark on a/1 differs: fresh"),
    ],
)
def test_every_cache_is_examined(used: Desk, statement: str, told: str) -> None:
    """A row lost, invented or changed in any of the caches is named, and a rebuild mends it."""
    used.sql(statement)
    assert any(line.startswith(told) for line in examine(used.store))
    rebuild(used.store)
    assert examine(used.store) == []


@pytest.mark.parametrize(
    "damage",
    [
        "stability = null",
        "stability = 0.0, difficulty = 0.0",
        "stability = 9e999",
        "due_day = -5400",
        "due_day = 120600",
        "phase = 'asleep'",
        "reps = -723",
        "last_rating = 9",
        "due_at = -1",
    ],
)
def test_a_damaged_row_is_made_again_on_opening(used: Desk, damage: str) -> None:
    """NaN, infinity, a due date in 1955 or 2300: told, mended from the log, and the rest works."""
    good = [row.state for row in used.store.listing()]
    used.sql(f"update state set {damage} where card = 'a/2'")
    used.restart()
    assert used.store.notices == ["the schedule of a/2 was damaged; it was made again from the log"]
    assert [row.state for row in used.store.listing()] == good
    assert examine(used.store) == []


@pytest.mark.parametrize("damage", ["stability = null", "stability = 9e999", "phase = 'asleep'", "last_rating = 9"])
def test_a_row_damaged_while_open_stops_nothing(used: Desk, damage: str) -> None:
    """The card is folded from the log when it is asked for, rated on, listed, and other cards don't notice."""
    good = used.store.state("a/2")
    used.sql(f"update state set {damage} where card = 'a/2'")
    assert used.store.state("a/2") == good
    assert len(used.store.listing()) == 6
    used.rate("a/2")
    used.rate("a/1")
    assert examine(used.store) == []


def test_an_unknown_kind_is_told(used: Desk) -> None:
    """Events of a newer prep are counted and named."""
    row = "'x', 'x', 'd', 1, 1, 0, 1, 'dreamt', 'a/1', null, null, null, null, null, '{}'"
    used.sql(f"insert into event values ({row}, proof({row}))")
    assert examine(used.store) == ["the log has 1 events of the unknown kind 'dreamt': update prep"]


OTHERWISE = {
    "id": "'e2'", "action": "'a2'", "device": "'d2'", "at": "at + 1", "wall": "wall - 1", "offset": "offset + 1",
    "day": "day + 1", "kind": "'reset'", "card": "'a/9'", "target": "'t'", "rating": "rating % 4 + 1", "ms": "ms + 1",
    "due_day": "due_day + 1", "due_at": "wall + 1", "body": "'{\"x\":1}'", "proof": "proof + 1",
}  # fmt: skip


def change_one(desk: Desk, change: str) -> None:
    """In the newest rating, behind the log's back; the schema is as before."""
    desk.sql("drop trigger event_no_update")
    desk.sql(f"update event set {change} where rowid = (select max(rowid) from event where kind = 'rated')")
    refuse = "begin select raise(abort, 'the log is append-only'); end"
    desk.sql(f"create trigger event_no_update before update on event {refuse}")


@pytest.mark.parametrize("column", OTHERWISE)
def test_an_event_that_was_changed_is_found_wherever_the_log_is_read_whole(
    used: Desk, tmp_path: Path, column: str
) -> None:
    """Whatever column it was: SQLite finds nothing wrong. The doctor names the event; it is neither backed up, nor put
    back, nor merged."""
    sound = backup(used.file, tmp_path, used.clock.now())
    change_one(used, f"{column} = {OTHERWISE[column]}")
    found = [problem for problem in examine(used.store) if "isn't what was logged" in problem]
    assert len(found) == 1
    with pytest.raises(StoreError, match="its log isn't what was written"):
        backup(used.file, used.backups, used.clock.now())
    told = [joined(columns, body) for _, columns, body in rows(used.file) if "proof" in columns]
    assert len(told) == 1
    with pytest.raises(ValueError, match="isn't what was logged"):
        event_of(told[0])
    used.store.close()
    shutil.copy(used.file, tmp_path / "copy.db")
    with pytest.raises(StoreError, match="its log isn't what was written"):
        restore(tmp_path / "copy.db", used.file, used.backups, used.clock.now())
    restore(sound, used.file, used.backups, used.clock.now())


def test_an_event_that_is_missing_is_counted(used: Desk) -> None:
    """Nothing is ever deleted, so that the numbers of the events leave no gap."""
    used.sql("drop trigger event_no_delete")
    used.sql("delete from event where rowid = 2")
    assert "1 event is missing from the log" in examine(used.store)
