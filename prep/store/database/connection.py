"""One connection to one SQLite file: durable, patient, one writer at a time (LIBRARIES §8)."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from prep.errors import StoreError
from prep.store.database.failure import explained
from prep.store.database.read_only import refuse_other_than_file, refuse_unread_log

PRAGMAS = (
    "journal_mode=wal",
    "synchronous=full",
    "foreign_keys=on",
    "recursive_triggers=on",
    "temp_store=memory",
    "cache_size=-32768",
)
"""The cache is 32 MiB: with SQLite's own 2, the states of 100,000 cards would be read from the file again each time."""
OFTEN = 50
"""After so many transactions a moment of rest is used for a checkpoint. Else SQLite makes one after a thousand pages,
some ninety answers, and that answer takes 5 to 10 ms longer. The write-ahead log stays short: where it overwrites
itself, an fsync takes half as long as where it grows."""


Version = tuple[int, int]
"""(changes with each transaction of another connection, rows that this connection has written)"""


class Database:
    """A file, its connection and the lock that lets several threads of one process share it (FAULTS 131)."""

    def __init__(self, path: Path, busy_ms: int) -> None:
        self.path = path
        self.writable = not path.exists() or os.access(path, os.W_OK)
        self.lock = threading.RLock()
        """Held by whoever runs a transaction."""
        with explained(path):
            refuse_other_than_file(path)
            self.connection = self._connect(busy_ms)
        self.driver = driver_of(self.connection)
        """The driver's own connection, for what SQLAlchemy has no words for, and for the statements of every answer."""
        self._file = _identity(path)
        self._written = 0
        """Transactions since the last checkpoint in a moment of rest."""

    def one(self, sql: str, parameters: Sequence[object] | Mapping[str, object] = ()) -> Any:
        """The first row of one statement, or None: 6 µs, where a transaction through SQLAlchemy takes 30."""
        with self.lock, explained(self.path):
            return self.driver.execute(sql, parameters).fetchone()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """One consistent view of the file; inside a transaction of this thread, that one's."""
        with self.lock:
            if self.driver.in_transaction:
                yield self.connection
                return
            with self._transaction("begin"):
                yield self.connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """One transaction, the only writer: on disk when the block ends, undone whole if it raises.

        The driver's own default would begin at the first write and lose updates between processes (16 % were).
        """
        if _identity(self.path) != self._file:
            # Without a word SQLite would go on writing into a file that nobody will find again.
            what = f"{self.path} was removed or replaced while prep had it open, so nothing was saved"
            raise StoreError(what, "close prep and start it again; a sync service must not carry this file")
        with self._transaction("begin immediate"):
            yield self.connection
        self._written += 1

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        with self.lock, explained(self.path):
            driver = self.driver
            try:
                driver.execute(begin)
                yield
                driver.execute("commit")
            except BaseException:
                with suppress(sqlite3.ProgrammingError):  # after Ctrl-C SQLAlchemy may have closed it
                    if driver.in_transaction:
                        driver.execute("rollback")
                raise

    def version(self) -> Version:
        """Another one as soon as anybody has written; 2 µs."""
        with self.lock, explained(self.path):
            others = int(self.driver.execute("pragma data_version").fetchone()[0])
            return others, self.driver.total_changes

    def rest(self) -> None:
        """While nobody waits: move what the write-ahead log holds into the file, now and then, as far as nobody else
        reads there."""
        if self._written >= OFTEN:
            self._written = 0
            with suppress(StoreError), self.lock, explained(self.path):  # what is wrong is told by the next action
                self.driver.execute("pragma wal_checkpoint(passive)").fetchone()

    def close(self) -> None:
        """Close the connection; SQLite folds the write-ahead log back into the file."""
        with self.lock:
            self.connection.close()

    def _connect(self, busy_ms: int) -> Connection:
        try:
            return self._open(self.path.resolve().as_uri() + "?mode=rwc", busy_ms)
        except (sqlite3.OperationalError, DBAPIError):
            if not self.path.is_file() or not self._on_read_only_ground():
                raise
        refuse_unread_log(self.path)
        self.writable = False
        return self._open(self.path.resolve().as_uri() + "?immutable=1", busy_ms)

    def _on_read_only_ground(self) -> bool:
        """A folder where SQLite can't put its write-ahead log: the file can still be read (FAULTS 133)."""
        try:
            probe = self.path.with_name(f".{self.path.name}.probe")
            probe.touch()
            probe.unlink()
        except OSError:
            return True
        return False

    def _open(self, uri: str, busy_ms: int) -> Connection:
        def connect() -> sqlite3.Connection:
            # isolation_level None: this class begins and commits, neither the driver nor SQLAlchemy does.
            return sqlite3.connect(uri, uri=True, timeout=busy_ms / 1000, isolation_level=None, check_same_thread=False)

        engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)
        connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        driver = driver_of(connection)
        try:
            for pragma in PRAGMAS:
                driver.execute(f"pragma {pragma}")
            driver.execute("select count(*) from sqlite_schema").fetchone()
        except BaseException:
            connection.close()
            raise
        return connection


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file stands there: device and number; None without one. 2 µs."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def driver_of(connection: Connection) -> sqlite3.Connection:
    """The driver's own connection: a statement through it costs 5 µs instead of 30."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def first(connection: Connection, sql: str, *parameters: object) -> object:
    """The first column of the first row, or None."""
    row = driver_of(connection).execute(sql, parameters).fetchone()
    return None if row is None else row[0]
