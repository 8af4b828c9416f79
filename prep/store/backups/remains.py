"""What is there before the database is opened, and an empty one begun beside it."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

from prep.core.clock import Moment
from prep.store.backups.backup import BESIDE, kept_as_it_is
from prep.store.database.failure import explained
from prep.store.database.read_only import empty, unread_log
from prep.store.records import Found

HOLDERS = (".db", ".jsonl", ".db-wal")
"""What backups, exported logs and write-ahead logs end in."""


def find(database: Path, *remains: Path) -> Found:
    """What is there before the database is opened; remains: the folders of backups and exported logs.

    The report of a crash says nothing of a database: the very first start may have ended in one.
    """
    if not empty(database):
        return Found.DATABASE
    if unread_log(database):
        return Found.REMAINS
    held = (path for folder in remains if folder.is_dir() for path in folder.iterdir() if path.suffix in HOLDERS)
    beside = database.parent.glob("*.jsonl")  # an export into the home itself: salvage reads it, too
    return Found.REMAINS if next(chain(held, beside), None) else Found.NOTHING


def clear(database: Path, folder: Path, now: Moment) -> None:
    """Before an empty database is begun: what lies beside its place is kept in `folder`, for SQLite would delete it."""
    if unread_log(database):
        kept_as_it_is(database, folder, now, "left")
    with explained(database):
        for suffix in ("", *BESIDE):
            Path(f"{database}{suffix}").unlink(missing_ok=True)
