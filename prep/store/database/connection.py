"""One connection to one SQLite file: durable, patient, one writer at a time."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from sqlite3 import Connection
from typing import TYPE_CHECKING, Any, NoReturn

from prep.errors import StoreError
from prep.store.database.failure import explained
from prep.store.database.read_only import refuse_other_than_file, refuse_unread_log
from prep.store.database.standing import Change, Standing

if TYPE_CHECKING:
    from sqlalchemy import Connection as Core

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
    """A file, its connection and the lock that lets several threads of one process share it."""

    def __init__(self, path: Path, busy_ms: int) -> None:
        self.path = path
        self.writable = not path.exists() or os.access(path, os.W_OK)
        self.lock = threading.RLock()
        """Held by whoever runs a transaction."""
        with explained(path):
            refuse_other_than_file(path)
            self.connection = self._connect(busy_ms)
        self._standing = Standing(path, self.connection)
        self.rescue: Callable[[Change], Path | None] = lambda change: None
        """Called once when another file stands in this one's place; where what was answered before lies."""
        self._rescued: Path | None = None
        self._written = 0
        """Transactions since the last checkpoint in a moment of rest."""

    def one(self, sql: str, parameters: Sequence[object] | Mapping[str, object] = ()) -> Any:
        """The first row of one statement, or None, in no transaction: it is a consistent view by itself."""
        with self.lock, explained(self.path):
            return self.connection.execute(sql, parameters).fetchone()

    @cached_property
    def core(self) -> Core:
        """SQLAlchemy's view of the same connection, for statements made of typed tables. To be asked for outside a
        transaction: as it begins, SQLAlchemy rolls back."""
        from sqlalchemy import create_engine
        from sqlalchemy.pool import StaticPool

        with self.lock, explained(self.path):
            assert not self.connection.in_transaction
            engine = create_engine("sqlite://", creator=lambda: self.connection, poolclass=StaticPool)
            return engine.connect().execution_options(isolation_level="AUTOCOMMIT")

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """One consistent view of the file; inside a transaction of this thread, that one's."""
        with self.lock:
            if self.connection.in_transaction:
                yield self.connection
                return
            with self._transaction("begin"):
                yield self.connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """One transaction, the only writer: on disk when the block ends, undone whole if it raises.

        The driver's own default would begin at the first write and lose updates between processes (16 % were).
        """
        with self.lock:
            if change := self._standing.change():
                self._refuse(change)
        with self._transaction("begin immediate"):
            yield self.connection
        self._written += 1

    def checkpoint(self) -> int:
        """Move what the write-ahead log holds into the file, as far as nobody else reads there; how many pages of the
        log SQLite reads. A file that a power cut has torn is whole from then on."""
        with self.lock, explained(self.path):
            _, pages, _ = self.connection.execute("pragma wal_checkpoint(passive)").fetchone()
            self._standing = Standing(self.path, self.connection)
        return max(0, int(pages))

    def _refuse(self, change: Change) -> NoReturn:
        """Without a word SQLite would go on writing into a file that nobody will find again."""
        with self.lock:
            self._rescued = self._rescued or self.rescue(change)
        what = f"{self.path} was removed or replaced while prep had it open, so nothing was saved"
        before = f"what you answered before is in {self._rescued}; " if self._rescued else ""
        raise StoreError(what, f"{before}close prep and start it again; a sync service must not carry this file")

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        with self.lock, explained(self.path):
            try:
                self.connection.execute(begin)
                yield
                self.connection.execute("commit")
            except BaseException:
                with suppress(sqlite3.ProgrammingError):  # after Ctrl-C SQLAlchemy may have closed it
                    if self.connection.in_transaction:
                        self.connection.execute("rollback")
                raise

    def version(self) -> Version:
        """Another one as soon as anybody has written; 2 µs."""
        with self.lock, explained(self.path):
            others = int(self.connection.execute("pragma data_version").fetchone()[0])
            return others, self.connection.total_changes

    def rest(self) -> None:
        """While nobody waits: move what the write-ahead log holds into the file, now and then, as far as nobody else
        reads there."""
        if self._written >= OFTEN:
            self._written = 0
            with suppress(StoreError), self.lock, explained(self.path):  # what is wrong is told by the next action
                self.connection.execute("pragma wal_checkpoint(passive)").fetchone()

    def close(self) -> None:
        """Close the connection; SQLite folds the write-ahead log back into the file."""
        with self.lock:
            if "core" in self.__dict__:
                self.core.close()
            self.connection.close()

    def _connect(self, busy_ms: int) -> Connection:
        try:
            return self._open(self.path.resolve().as_uri() + "?mode=rwc", busy_ms)
        except sqlite3.OperationalError:
            if not self.path.is_file() or not self._on_read_only_ground():
                raise
        refuse_unread_log(self.path)
        self.writable = False
        return self._open(self.path.resolve().as_uri() + "?immutable=1", busy_ms)

    def _on_read_only_ground(self) -> bool:
        """A folder where SQLite can't put its write-ahead log: the file can still be read."""
        try:
            probe = self.path.with_name(f".{self.path.name}.probe")
            probe.touch()
            probe.unlink()
        except OSError:
            return True
        return False

    def _open(self, uri: str, busy_ms: int) -> Connection:
        # isolation_level None: this class begins and commits, the driver doesn't.
        connection = sqlite3.connect(
            uri, uri=True, timeout=busy_ms / 1000, isolation_level=None, check_same_thread=False
        )
        try:
            for pragma in PRAGMAS:
                connection.execute(f"pragma {pragma}")
            connection.execute("select count(*) from sqlite_schema").fetchone()
        except BaseException:
            connection.close()
            raise
        return connection


def first(connection: Connection, sql: str, *parameters: object) -> object:
    """The first column of the first row, or None."""
    row = connection.execute(sql, parameters).fetchone()
    return None if row is None else row[0]
