"""Opening the database: is it there, is it ours, is it whole, is it of this schema?"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from sqlite3 import Connection

from prep.core.clock import Clock
from prep.errors import StoreError
from prep.store.backups.backup import backup
from prep.store.backups.rescue import rescued
from prep.store.caches import cache, states, tally
from prep.store.database import device
from prep.store.database.connection import Database, first
from prep.store.database.failure import explained
from prep.store.database.migrations import DAMAGED, MIGRATIONS, migrate, ours, ours_by_header, version
from prep.store.database.read_only import empty, looked_at, refuse_other_than_file, unread_log
from prep.store.kept import way_back
from prep.store.log import events as log
from prep.store.salvage.passed_over import taken_back
from prep.whole_file import make_folder, make_private, sweep

OLDEST_SQLITE = (3, 38, 0)
"""Strict tables came with 3.37, JSON in every build with 3.38."""

LEFT = "select 1 from meta where key in ('stale', 'unfolded')"
"""Whether a migration has left something to be done to the caches."""
STALE = "select 1 from meta where key = 'stale'"
UNFOLDED = "id in (select value from json_each((select value from meta where key = 'unfolded')))"


def open_database(path: Path, clock: Clock, backups: Path, busy_ms: int) -> tuple[Database, list[str]]:
    """An open, migrated, mended database, and what a person should hear about it."""
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise StoreError(f"this Python's SQLite is {sqlite3.sqlite_version}; prep needs 3.38", "use a newer Python")
    with explained(path):
        make_folder(path.parent)
        _refuse_unopened(path)
        _tidy(path, backups)
        left = unread_log(path)
    database = Database(path, busy_ms)
    database.rescue = lambda change: rescued(database.connection, path, backups, clock.now(), change)
    try:
        with explained(path):
            _migrate(database.connection, path, clock, backups)
        if not database.writable:
            return database, _told(database)
        back = taken_back(database, backups, clock.now()) if left else []
        return database, [*back, *_prepare(database)]
    except BaseException:
        database.close()
        raise


def _refuse_unopened(path: Path) -> None:
    """What is refused stays the same to the byte: to open a file as ours puts it into write-ahead mode. What the header
    says of a file of ours is enough."""
    refuse_other_than_file(path)
    if empty(path):
        if unread_log(path):
            _refuse_left(path)
        return
    if ours_by_header(path):
        return
    with looked_at(path) as driver:
        _refuse(driver, path)


def _refuse_left(path: Path) -> None:
    """SQLite would delete the write-ahead log of a file that is empty."""
    what = "is empty" if path.exists() else "is gone"
    raise StoreError(
        f"{path} {what}, but {path.name}-wal beside it holds answers",
        f"put the file back that it belongs to; {way_back(path.parent / 'backups')}, and keeps the log",
    )


def _tidy(path: Path, backups: Path) -> None:
    """What a kill has left goes; what others could read is closed to them."""
    for folder in (path.parent, backups):
        sweep(folder)
    for private in (path, *(Path(f"{path}{suffix}") for suffix in ("-wal", "-shm")), backups):
        make_private(private)


def _refuse(driver: sqlite3.Connection, path: Path) -> None:
    if not ours(driver):
        raise StoreError(f"{path} is another program's database", "move it away, or give prep another folder")
    found, known = version(driver), len(MIGRATIONS)
    if found > known:
        raise StoreError(
            f"{path} was written by a newer prep (schema {found}, this one knows {known})",
            f"update prep; {way_back(path.parent / 'backups')}",
        )


def _migrate(driver: sqlite3.Connection, path: Path, clock: Clock, backups: Path) -> None:
    _refuse(driver, path)
    found, known = version(driver), len(MIGRATIONS)
    if 0 < found < known:
        backup(path, backups, clock.now(), f"schema-{found}")
    migrate(driver)


def _prepare(database: Database) -> list[str]:
    """A name for this copy, and damaged rows made again from the log; nothing is written if nothing is to do."""
    with database.read() as connection:
        whole = device.device(connection) and not _damaged(connection) and not first(connection, LEFT)
    if whole:
        return []
    with database.write() as connection:
        if first(connection, LEFT):
            _finish(connection)
        return [*device.name(connection), *(_mend(connection, card) for card in _damaged(connection))]


def _finish(connection: Connection) -> None:
    """Do what a migration has left to the caches."""
    cache.apply(connection, log.select(connection, UNFOLDED))
    if first(connection, STALE):
        tally.remake(connection)
    connection.execute("delete from meta where key in ('stale', 'unfolded')")


def _told(database: Database) -> list[str]:
    """What a person should hear where nothing can be mended."""
    with database.read() as connection:
        damaged = [f"the schedule of {card} is damaged: it is set aside" for card in _damaged(connection)]
    return [f"{database.path} can be read but not written: nothing that you rate here can be saved", *damaged]


def _damaged(connection: Connection) -> list[str]:
    """Cards whose cached row says what no fold can; an index holds just those."""
    return [row[0] for row in connection.execute(f"select card from state where {DAMAGED} order by card")]


def _mend(connection: Connection, card: str) -> str:
    connection.execute(states.DELETE, (card,))
    states.put(connection, None, cache.folded(connection, card, cache.model(connection)))
    return f"the schedule of {card} was damaged; it was made again from the log"
