"""What prep only reads, or refuses, stays the same to the byte, and nothing is left beside it."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from prep.core.clock import Moment
from prep.errors import StoreError
from prep.store.backups.check import check
from prep.store.backups.restore import restore
from prep.store.log.foreign import rows
from prep.store.today.glance import glance
from tests.store.desk import Desk


def contents(folder: Path) -> dict[str, bytes]:
    """Every file's bytes."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def stranger(path: Path, mode: str) -> None:
    """Another program's database."""
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as driver:
        driver.execute(f"pragma journal_mode={mode}")
        driver.execute("create table mail (id integer)")
        driver.commit()


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_a_database_that_is_refused_stays_as_it_was(tmp_path: Path, mode: str) -> None:
    """To open it as ours would put it into write-ahead mode."""
    path = tmp_path / "there" / "prep.db"
    stranger(path, mode)
    before = contents(path.parent)
    with pytest.raises(StoreError, match="another program's"):
        Desk(path.parent)
    with pytest.raises(StoreError, match="isn't one of prep's"):
        check(path)
    assert glance(path, 0, 10) is None
    assert contents(path.parent) == before


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_a_newer_prep_s_database_stays_as_it_was(tmp_path: Path, mode: str) -> None:
    """It is refused, too."""
    path = tmp_path / "there" / "prep.db"
    Desk(path.parent).store.close()
    with closing(sqlite3.connect(path)) as driver:
        driver.execute("pragma user_version = 999")
        driver.execute(f"pragma journal_mode={mode}")
    before = contents(path.parent)
    with pytest.raises(StoreError, match="newer prep"):
        Desk(path.parent)
    assert contents(path.parent) == before


def test_another_machine_s_database_is_read_and_left_alone(desk: Desk, tmp_path: Path) -> None:
    """In write-ahead mode, as prep leaves it, SQLite would put its log and index beside it."""
    desk.rate("a/b")
    desk.store.close()
    other = tmp_path / "other"
    other.mkdir()
    shutil.copy(desk.file, other / "prep.db")
    before = contents(other)
    check(other / "prep.db")
    assert [row[1]["card"] for row in rows(other / "prep.db") if row[1]["kind"] == "rated"] == ["a/b"]
    assert contents(other) == before


def test_what_was_copied_with_its_log_is_read_with_it_and_left_alone(desk: Desk, tmp_path: Path) -> None:
    """The newest answer lies in the write-ahead log of an app that is open."""
    desk.rate("a/b")
    other = tmp_path / "other"
    other.mkdir()
    for suffix in ("", "-wal"):
        shutil.copy(f"{desk.file}{suffix}", other / f"prep.db{suffix}")
    before = contents(other)
    assert [row[1]["card"] for row in rows(other / "prep.db") if row[1]["kind"] == "rated"] == ["a/b"]
    assert contents(other) == before


def test_a_linked_database_is_restored_where_it_lies(desk: Desk, tmp_path: Path) -> None:
    """The link stays one."""
    desk.rate("a/b")
    desk.store.close()
    saved = tmp_path / "saved.db"
    shutil.copy(desk.file, saved)
    away = tmp_path / "away"
    away.mkdir()
    shutil.move(desk.file, away / "real.db")
    desk.file.symlink_to(away / "real.db")
    restore(saved, desk.file, tmp_path / "backups", Moment(0))
    assert desk.file.is_symlink() and desk.file.resolve() == away / "real.db"
    assert [path.name for path in away.iterdir()] == ["real.db"]
    assert any(row[1]["card"] == "a/b" for row in rows(desk.file))
