"""Copies of the database: made whole, checked, named by their moment."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copyfile

from prep.core.clock import Moment
from prep.store.backups.check import refuse_damaged, refuse_stranger
from prep.store.database.failure import explained
from prep.store.database.read_only import opened
from prep.store.kept import way_back
from prep.whole_file import beside, make_folder, put

BESIDE = ("-wal", "-journal", "-shm")
"""What SQLite keeps beside a database; the last is made again from the first."""


def backup(database: Path, folder: Path, now: Moment, reason: str = "") -> Path:
    """A checked copy in `folder`, e.g. "prep-2026-11-29-183100.db"; never overwrites one, nor copies a stranger's."""
    with explained(database), closing(opened(database)) as driver:
        refuse_stranger(driver, database, "move it away, or give prep another folder")
        return backup_of(driver, database, folder, now, reason)


def backup_of(driver: sqlite3.Connection, database: Path, folder: Path, now: Moment, reason: str) -> Path:
    """The same of a database that is open already."""
    with explained(folder):
        make_folder(folder)
    target = _free(folder, now, reason)
    with explained(target), beside(target) as new:
        copied(driver, database, new, way_back(folder))
        put(new, target)
    return target


def copied(driver: sqlite3.Connection, source: Path, target: Path, hint: str) -> None:
    """Copy what is open there, read from `source`, into a file, and check what came. hint: what to do where it isn't
    whole. Raises StoreError."""
    with closing(sqlite3.connect(target)) as new, explained(source):
        driver.backup(new)
        new.execute("pragma journal_mode=delete")
        refuse_damaged(new, source, hint)


def kept_as_it_is(
    database: Path, folder: Path, now: Moment, reason: str = "damaged", of: tuple[str, ...] = ("", *BESIDE[:2])
) -> Path:
    """Byte for byte, with what the file itself hasn't taken in yet from the write-ahead log."""
    target = _free(folder, now, reason)
    parts = [(Path(f"{database}{suffix}"), Path(f"{target}{suffix}")) for suffix in of]
    with explained(target):
        make_folder(folder)
        try:
            for part, copy in parts:
                if part.exists():
                    _copy(part, copy)
        except OSError:
            for _, copy in parts:
                copy.unlink(missing_ok=True)
            raise
    return target


def _copy(part: Path, copy: Path) -> None:
    with beside(copy) as new:
        copyfile(part, new)
        put(new, copy)


def _free(folder: Path, now: Moment, reason: str) -> Path:
    """A name not taken yet."""
    stem = f"prep-{now.local:%Y-%m-%d-%H%M%S}" + (f"-{reason}" if reason else "")
    names = (f"{stem}.db" if i == 1 else f"{stem}-{i}.db" for i in range(1, 10_000))
    return next(folder / name for name in names if not (folder / name).exists())
