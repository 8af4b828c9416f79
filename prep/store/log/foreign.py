"""The log of another prep.db, read without opening it as ours: nothing in it is changed, not even its schema."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from prep.core.proof import PROOF, proof
from prep.errors import StoreError
from prep.store.database.failure import explained
from prep.store.database.migrations import APPLICATION_ID, MIGRATIONS, version
from prep.store.database.read_only import looked_at
from prep.store.log.events import COLUMNS, body_of
from prep.store.log.proof import any_bytes, proven

HEADER = b"SQLite format 3\x00"


def is_database(file: Path) -> bool:
    """Whether the file starts as SQLite's do."""
    with explained(file), file.open("rb") as start:
        return start.read(len(HEADER)) == HEADER


def rows(file: Path) -> Iterator[tuple[int, dict[str, Any], dict[str, Any]]]:
    """Row number, columns by name, body: every event in its order. Raises StoreError.

    Of an event that isn't what was written, the proof stands among the columns.
    """
    names = [name.strip() for name in COLUMNS.split(",")]
    with explained(file), looked_at(file) as driver, any_bytes(driver):
        _check(driver, file)
        for number, *row, told in driver.execute(_everything(driver)):
            said = dict(zip(names[:-1], row, strict=False))
            yield number, said if told in (None, proof(row)) else said | {PROOF: told}, body_of(row[-1])


def _everything(driver: sqlite3.Connection) -> str:
    """SQL: the log in its order; files of schema 5 keep the newest answers in a table apart."""
    columns = f"rowid, {COLUMNS}, {PROOF if proven(driver) else 'null'}"
    has_tail = driver.execute("select 1 from sqlite_schema where name = 'tail'").fetchone()
    newest = f"union all select {columns} from tail" if has_tail else ""
    return f"select {columns} from event {newest} order by at, id"


def _check(driver: sqlite3.Connection, file: Path) -> None:
    if driver.execute("pragma application_id").fetchone()[0] != APPLICATION_ID:
        raise StoreError(f"{file} isn't one of prep's databases", "nothing was merged")
    if version(driver) > len(MIGRATIONS):
        raise StoreError(f"{file} was written by a newer prep", "update prep, then merge")
