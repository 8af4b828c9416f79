"""Is the schema what the migrations made? A trigger more could swallow answers without a word."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from prep.store.database.migrations import MIGRATIONS, migrate, version

SAID = "select type, name, tbl_name, coalesce(sql, '') from sqlite_schema where name not like 'sqlite_stat%'"
LAYOUT = str.maketrans("", "", " \n\t\"'`[]")
"""What versions of SQLite write differently."""


def strange(driver: sqlite3.Connection) -> list[str]:
    """Names of tables, indexes, triggers and views that are too many, lacking, or other than they were made. 3 ms."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        migrate(made, MIGRATIONS[: version(driver)])
        return sorted({str(name) for _, name, _, _ in _said(driver) ^ _said(made)})


def _said(driver: sqlite3.Connection) -> set[tuple[str, str, str, str]]:
    return {(kind, name, table, str(sql).translate(LAYOUT)) for kind, name, table, sql in driver.execute(SAID)}
