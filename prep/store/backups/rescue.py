"""Somebody has put another file in the place of an open database: what the connection still holds is kept."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from shutil import copyfile

from prep.core.clock import Moment
from prep.errors import StoreError
from prep.store.backups.backup import backup_of, kept_as_it_is
from prep.store.database.standing import Change
from prep.whole_file import beside, put

REASON = "replaced"


def rescued(driver: sqlite3.Connection, database: Path, folder: Path, now: Moment, change: Change) -> Path | None:
    """Where the content that was acknowledged lies now; None where it could be kept nowhere.

    The write-ahead log of a file that was replaced is put aside: SQLite would replay it into the new one. Beside a
    place that is empty it stays, for the file may be put back.
    """
    database = database.resolve()
    try:
        kept = _kept(driver, database, folder, now)
        if change in (Change.REPLACED, Change.OVERWRITTEN):
            for suffix in ("-wal", "-shm"):
                Path(f"{database}{suffix}").unlink(missing_ok=True)
        if change is Change.OVERWRITTEN:
            _renumbered(database)
    except (StoreError, OSError):
        return None
    return kept


def _kept(driver: sqlite3.Connection, database: Path, folder: Path, now: Moment) -> Path:
    """A checked backup; where the file's own pages are no longer those, the files as they are: the write-ahead log
    holds the newest answers."""
    try:
        return backup_of(driver, database, folder, now, REASON)
    except StoreError:
        return kept_as_it_is(database, folder, now, REASON)


def _renumbered(database: Path) -> None:
    """The same content as another file: SQLite, as it closes, writes its log into no file that has moved."""
    with beside(database) as new:
        copyfile(database, new)
        put(new, database)
