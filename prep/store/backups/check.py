"""Is this file a whole database of prep's? Asked of a copy before it counts, and of a backup before it is put back."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from prep.errors import StoreError
from prep.store.database.failure import explained
from prep.store.database.migrations import APPLICATION_ID, MIGRATIONS, version
from prep.store.database.read_only import looked_at
from prep.store.database.schema import strange
from prep.store.log.events import COLUMNS
from prep.store.log.proof import gaps, proven, unproven

WHERE = "`prep backup --list` shows them"
OTHER = "choose another backup"


def check(file: Path) -> None:
    """Raise `StoreError` unless the file is a whole database of prep's that this version can open."""
    with explained(file), looked_at(refused_absent(file)) as driver:
        refuse_unfit(driver, file)


def refused_absent(file: Path) -> Path:
    """The file; a StoreError where there is none."""
    if not file.is_file():
        what = "is no file" if file.exists() else "isn't there"
        raise StoreError(f"{file} {what}", WHERE)
    return file


def refuse_unfit(driver: sqlite3.Connection, file: Path) -> None:
    """Raise `StoreError` unless what is open there could be put in the database's place."""
    refuse_stranger(driver, file, WHERE)
    if version(driver) > len(MIGRATIONS):
        raise StoreError(f"{file} was written by a newer prep", "update prep, then restore")
    refuse_damaged(driver, file, OTHER)
    if names := strange(driver):
        hint = f"{OTHER}; `prep merge` takes the answers in that this one holds"
        raise StoreError(f"{file} has been changed by another program: {', '.join(names)}", hint)


def refuse_stranger(driver: sqlite3.Connection, file: Path, hint: str) -> None:
    """Raise `StoreError` for a database that isn't prep's."""
    if driver.execute("pragma application_id").fetchone()[0] != APPLICATION_ID:
        raise StoreError(f"{file} isn't one of prep's databases", hint)


def refuse_damaged(driver: sqlite3.Connection, file: Path, hint: str) -> None:
    """Raise `StoreError` unless SQLite finds the file whole and the log can be read to its last event: SQLite's quick
    check has passed a file whose log couldn't be."""
    if driver.execute("pragma integrity_check(1)").fetchone()[0] != "ok":
        raise StoreError(f"{file} is damaged", hint)
    if proven(driver):
        if gaps(driver) or next(unproven(driver), None):
            raise StoreError(f"{file} is damaged: its log isn't what was written", hint)
    else:
        for _ in driver.execute(f"select {COLUMNS} from event"):
            pass
