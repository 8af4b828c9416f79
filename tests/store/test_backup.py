"""Backups, restoring, and what is found before opening."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

import pytest

from prep.errors import StoreError
from prep.store.backup import _keep_as_it_is, backup, find, restore
from prep.store.doctor import examine
from prep.store.log.foreign import rows
from prep.store.records import Found
from tests.store.desk import START, Desk


def test_a_backup_holds_everything(desk: Desk) -> None:
    """Made while the store is open, with its write-ahead log, it is a whole database with the newest rating."""
    desk.rate("a/b")
    copy = backup(desk.file, desk.backups, desk.clock.now())
    assert copy.name == f"prep-{START.local:%Y-%m-%d-%H%M%S}.db"
    assert [columns["card"] for _, columns, _ in rows(copy)] == ["a/b"]
    assert [path.name for path in desk.backups.iterdir()] == [copy.name]


def test_a_backup_overwrites_none(desk: Desk) -> None:
    """Two in one second have two names."""
    first, second = (backup(desk.file, desk.backups, desk.clock.now()) for _ in range(2))
    assert first != second
    assert first.exists()


def test_a_backup_comes_back_and_the_present_is_kept(desk: Desk) -> None:
    """After a restore the old state holds, and what was there lies among the backups."""
    desk.rate("a/b")
    copy = backup(desk.file, desk.backups, desk.clock.now())
    desk.rate("a/c")
    desk.store.close()
    kept = restore(copy, desk.file, desk.backups, desk.clock.now())
    desk.store = desk.open()
    assert [event.card for event in desk.store.events()] == ["a/b"]
    assert examine(desk.store) == []
    assert kept is not None
    desk.store.close()
    restore(kept, desk.file, desk.backups, desk.clock.now())
    desk.store = desk.open()
    assert [event.card for event in desk.store.events()] == ["a/b", "a/c"]


def test_a_damaged_database_is_replaced_and_kept(desk: Desk) -> None:
    """A backup replaces a broken file, whose bytes are kept all the same."""
    desk.rate("a/b")
    copy = backup(desk.file, desk.backups, desk.clock.now())
    desk.store.close()
    desk.file.write_bytes(b"SQLite format 3\0" + b"garbage" * 900)
    kept = restore(copy, desk.file, desk.backups, desk.clock.now())
    desk.store = desk.open()
    assert len(desk.store.events()) == 1
    assert kept is not None
    assert kept.read_bytes().endswith(b"garbage")


@pytest.mark.parametrize("room", [True, False])
def test_what_can_only_be_kept_as_it_is_is_kept_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: bool
) -> None:
    """The write-ahead log goes along, for it may hold the newest answers; without room no piece is left."""
    file, folder = tmp_path / "prep.db", tmp_path / "backups"
    file.write_bytes(b"garbage")
    Path(f"{file}-wal").write_bytes(b"newest")
    if room:
        kept = _keep_as_it_is(file, folder, START)
        assert (kept.read_bytes(), Path(f"{kept}-wal").read_bytes()) == (b"garbage", b"newest")
        return

    def full(part: Path, copy: Path) -> None:
        copy.write_bytes(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("prep.store.backup.copyfile", full)
    with pytest.raises(StoreError, match="no space left"):
        _keep_as_it_is(file, folder, START)
    assert list(folder.iterdir()) == []


def test_what_is_not_a_backup_is_refused(desk: Desk, tmp_path: Path) -> None:
    """Text, another program's database, a newer schema, or nothing: the present file stays as it was."""
    text, foreign, newer = (tmp_path / name for name in ("text.db", "foreign.db", "newer.db"))
    text.write_text("hello" * 2_000)
    with sqlite3.connect(foreign) as other:
        other.execute("create table t(x)")
    other.close()
    newer.write_bytes(backup(desk.file, desk.backups, desk.clock.now()).read_bytes())
    with sqlite3.connect(newer) as other:
        other.execute("pragma user_version = 99")
    other.close()
    for file, told in (
        (text, "no database"),
        (foreign, "isn't one of prep's"),
        (newer, "newer prep"),
        (tmp_path / "x", "isn't there"),
        (tmp_path, "is no file"),
    ):
        with pytest.raises(StoreError, match=told):
            restore(file, desk.file, desk.backups, desk.clock.now())
    desk.rate("a/b")


@pytest.mark.parametrize("stranger", [b"", b"hello" * 2_000, None])
def test_what_is_not_prep_s_is_not_backed_up(desk: Desk, tmp_path: Path, stranger: bytes | None) -> None:
    """Another program's database, text or nothing in the database's place: a sentence, and no file that looks like a
    backup."""
    file = tmp_path / "prep.db"
    if stranger is None:
        with sqlite3.connect(file) as other:
            other.execute("create table t(x)")
        other.close()
    else:
        file.write_bytes(stranger)
    with pytest.raises(StoreError, match=r"isn't one of prep's|is no database"):
        backup(file, desk.backups, desk.clock.now())
    assert not list(desk.backups.glob("*"))


def test_nothing_is_restored_under_an_open_app(desk: Desk) -> None:
    """Open but idle is enough: the next rating would go into a file that is gone. It stays in the one that is there."""
    copy = backup(desk.file, desk.backups, desk.clock.now())
    desk.rate("a/b")
    with pytest.raises(StoreError, match="in use"):
        restore(copy, desk.file, desk.backups, desk.clock.now())
    desk.rate("a/c")
    desk.restart()
    assert [event.card for event in desk.store.events()] == ["a/b", "a/c"]


def test_nothing_is_restored_under_a_writer(desk: Desk) -> None:
    """While another process is writing, restoring says so: its rating would be lost."""
    copy = backup(desk.file, desk.backups, desk.clock.now())
    with desk.store.database.write(), pytest.raises(StoreError, match="in use"):
        restore(copy, desk.file, desk.backups, desk.clock.now())


def test_what_is_there_is_found(tmp_path: Path) -> None:
    """A database, nothing at all, or remains of one: then the person is asked."""
    database, backups, logs = tmp_path / "prep.db", tmp_path / "backups", tmp_path / "log"
    assert find(database, backups, logs) is Found.NOTHING
    logs.mkdir()
    (logs / "crash-20261129-202457.txt").touch()
    assert find(database, backups, logs) is Found.NOTHING
    (logs / "2026-11.jsonl").touch()
    assert find(database, backups, logs) is Found.REMAINS
    database.touch()
    assert find(database, backups, logs) is Found.DATABASE
