"""Backups, restoring, and what is found before opening."""

from __future__ import annotations

import errno
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from prep.errors import StoreError
from prep.store.backups.backup import backup, backup_of, kept_as_it_is
from prep.store.backups.remains import clear, find
from prep.store.backups.restore import restore
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
        kept = kept_as_it_is(file, folder, START)
        assert (kept.read_bytes(), Path(f"{kept}-wal").read_bytes()) == (b"garbage", b"newest")
        return

    def full(part: Path, copy: Path) -> None:
        copy.write_bytes(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("prep.store.backups.backup.copyfile", full)
    with pytest.raises(StoreError, match="no space left"):
        kept_as_it_is(file, folder, START)
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
    for log in (tmp_path / "2026-11.jsonl", logs / "2026-11.jsonl"):
        log.touch()
        assert find(database, backups, logs) is Found.REMAINS
        log.unlink()
    backups.mkdir()
    (backups / "prep-2026-11-29-183100.db").touch()
    assert find(database, backups, logs) is Found.REMAINS
    database.write_bytes(b"SQLite")
    assert find(database, backups, logs) is Found.DATABASE


@pytest.mark.parametrize("gone", [True, False])
def test_a_write_ahead_log_without_its_database_is_never_deleted(desk: Desk, tmp_path: Path, gone: bool) -> None:
    """The file is gone, or without a byte: SQLite would delete the log. It is refused unasked; who begins anew, or
    restores, finds it among the backups."""
    copy = backup(desk.file, tmp_path / "elsewhere", START)
    desk.rate("a/b")
    answers = Path(f"{desk.file}-wal").read_bytes()
    there = tmp_path / "there"
    there.mkdir()
    Path(f"{there / 'prep.db'}-wal").write_bytes(answers)
    if not gone:
        (there / "prep.db").touch()
    assert find(there / "prep.db") is Found.REMAINS
    with pytest.raises(StoreError, match="holds answers"):
        Desk(there)
    kept = restore(copy, there / "prep.db", there / "backups", START)
    assert kept is not None and Path(f"{kept}-wal").read_bytes() == answers
    (there / "prep.db").unlink()
    Path(f"{there / 'prep.db'}-wal").write_bytes(answers)
    clear(there / "prep.db", there / "backups", START)
    assert find(there / "prep.db") is Found.NOTHING
    assert [path.read_bytes() for path in (there / "backups").glob("*-left.db-wal")] == [answers]


def test_whoever_opens_while_a_backup_is_put_back_waits(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the copy that is kept and the new content nobody is acknowledged an answer that lies in neither."""
    copy = backup(desk.file, desk.backups, START)
    desk.store.close()

    def kept(*arguments: object) -> Path:
        done = backup_of(*arguments)  # type: ignore[arg-type]
        with pytest.raises(StoreError, match="in use by another program"):
            desk.open(busy_ms=1)
        return done

    monkeypatch.setattr("prep.store.backups.restore.backup_of", kept)
    assert restore(copy, desk.file, desk.backups, START) is not None
    desk.store = desk.open()
    desk.rate("a/b")


def test_a_backup_that_another_program_has_changed_is_refused(desk: Desk, tmp_path: Path) -> None:
    """A trigger more would swallow every answer without a word; the log refuses to be swallowed, too."""
    copy = backup(desk.file, desk.backups, START)
    trigger = "create trigger mute before insert on event begin select raise(ignore); end"
    with closing(sqlite3.connect(copy)) as driver:
        driver.execute(trigger)
    with pytest.raises(StoreError, match="changed by another program: mute"):
        restore(copy, desk.file, desk.backups, START)
    desk.sql(trigger)
    with pytest.raises(StoreError, match="swallows"):
        desk.rate("a/b")
    assert any("mute" in problem for problem in examine(desk.store))
