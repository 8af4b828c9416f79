"""Copies of the database: made whole, checked, named by their moment."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copyfile

from prep.core.clock import Moment
from prep.errors import StoreError
from prep.store.database.failure import explained
from prep.store.database.migrations import APPLICATION_ID, MIGRATIONS, version
from prep.store.database.read_only import looked_at, opened
from prep.store.records import Found

HOLDERS = (".db", ".jsonl")
"""What backups and exported logs end in."""


def backup(database: Path, folder: Path, now: Moment, reason: str = "") -> Path:
    """A checked copy in `folder`, e.g. "prep-2026-11-29-183100.db"; never overwrites one, nor copies a stranger's."""
    with explained(database), closing(opened(database)) as driver:
        _refuse_stranger(driver, database, "move it away, or give prep another folder")
    with explained(folder):
        folder.mkdir(parents=True, exist_ok=True)
    target = _free(folder, now, reason)
    partial = target.with_suffix(".partial")
    with explained(target):
        try:
            with closing(opened(database)) as old:
                _copy(old, database, partial)
            os.replace(partial, target)
        finally:
            partial.unlink(missing_ok=True)
    return target


def restore(file: Path, database: Path, folder: Path, now: Moment) -> Path | None:
    """Put a backup in the database's place, where a link leads; the present one is kept in `folder` first, and its path
    returned.

    Refuses a file that isn't prep's, is damaged, or is of a newer schema, and to replace a database that is open.
    """
    check(file)
    database = database.resolve()
    kept = _keep(database, folder, now) if database.exists() else None
    partial = database.with_suffix(".restoring")
    with explained(database):
        database.parent.mkdir(parents=True, exist_ok=True)
        try:
            with looked_at(file) as old:
                _copy(old, file, partial)
            for suffix in ("-wal", "-shm"):
                Path(f"{database}{suffix}").unlink(missing_ok=True)
            os.replace(partial, database)
        finally:
            partial.unlink(missing_ok=True)
    return kept


def check(file: Path) -> None:
    """Raise `StoreError` unless the file is a whole database of prep's that this version can open."""
    if not file.is_file():
        what = "is no file" if file.exists() else "isn't there"
        raise StoreError(f"{file} {what}", "`prep config` shows where backups lie")
    with explained(file), looked_at(file) as driver:
        _refuse_stranger(driver, file, "`prep config` shows where backups lie")
        if version(driver) > len(MIGRATIONS):
            raise StoreError(f"{file} was written by a newer prep", "update prep, then restore")
        if driver.execute("pragma quick_check").fetchone()[0] != "ok":
            raise StoreError(f"{file} is damaged", "choose another backup")


def find(database: Path, *remains: Path) -> Found:
    """What is there before the database is opened; remains: the folders of backups and exported logs.

    The report of a crash says nothing of a database: the very first start may have ended in one.
    """
    if database.exists():
        return Found.DATABASE
    held = (path for folder in remains if folder.is_dir() for path in folder.iterdir() if path.suffix in HOLDERS)
    return Found.REMAINS if next(held, None) else Found.NOTHING


def _keep(database: Path, folder: Path, now: Moment) -> Path:
    """The present database as a backup; a damaged one is kept byte for byte."""
    _refuse_if_open(database)
    try:
        return backup(database, folder, now, "before-restore")
    except StoreError:
        return _keep_as_it_is(database, folder, now)


def _keep_as_it_is(database: Path, folder: Path, now: Moment) -> Path:
    """Byte for byte, with what the file itself hasn't taken in yet from the write-ahead log."""
    target = _free(folder, now, "damaged")
    parts = [(Path(f"{database}{suffix}"), Path(f"{target}{suffix}")) for suffix in ("", "-wal")]
    with explained(target):
        folder.mkdir(parents=True, exist_ok=True)
        try:
            for part, copy in parts:
                if part.exists():
                    copyfile(part, copy)
        except OSError:
            for _, copy in parts:
                copy.unlink(missing_ok=True)
            raise
    return target


def _refuse_if_open(database: Path) -> None:
    """Refuse while anybody has the database open, idle or not: what they rate next would go into a file that is gone.

    SQLite leaves its write-ahead mode only for the last connection; whoever opens the file next enters it again.
    """
    try:
        with closing(sqlite3.connect(database, timeout=1, isolation_level=None)) as driver:
            driver.execute("begin exclusive")
            driver.execute("rollback")
            driver.execute("pragma journal_mode=delete")
    except sqlite3.OperationalError as error:
        if (getattr(error, "sqlite_errorname", "") or "").startswith("SQLITE_BUSY"):
            raise StoreError(f"{database} is in use by another program", "close prep, then restore") from error
    except sqlite3.DatabaseError:
        return  # A damaged file has nobody worth waiting for: replacing it is what restore is for.


def _copy(old: sqlite3.Connection, source: Path, target: Path) -> None:
    with closing(sqlite3.connect(target)) as new:
        old.backup(new)
        new.execute("pragma journal_mode=delete")
        if new.execute("pragma quick_check").fetchone()[0] != "ok":
            raise StoreError(f"{source} is damaged, so it can't be copied", "run `prep doctor`")
    with target.open("rb+") as file:
        os.fsync(file.fileno())


def _refuse_stranger(driver: sqlite3.Connection, file: Path, hint: str) -> None:
    if driver.execute("pragma application_id").fetchone()[0] != APPLICATION_ID:
        raise StoreError(f"{file} isn't one of prep's databases", hint)


def _free(folder: Path, now: Moment, reason: str) -> Path:
    """A name not taken yet."""
    stem = f"prep-{now.local:%Y-%m-%d-%H%M%S}" + (f"-{reason}" if reason else "")
    names = (f"{stem}.db" if i == 1 else f"{stem}-{i}.db" for i in range(1, 10_000))
    return next(folder / name for name in names if not (folder / name).exists())
