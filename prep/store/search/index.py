"""The texts of all cards in SQLite's full-text index: a file of its own, which may be deleted at any time."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path

from prep.store.database.connection import Database
from prep.store.database.failure import explained

SCHEMA = 1
"""Another one makes the file anew."""
TABLES = (
    "create table if not exists doc (id integer primary key, card text not null unique, stamp integer not null)",
    """create virtual table if not exists said using fts5(cue, answer, depth, topic,
        tokenize = "unicode61 remove_diacritics 2 tokenchars '_'", prefix = '1 2 3')""",
)
"""`_` holds a name such as d_k together; a word that is being typed is found by its first letters."""

Texts = tuple[str, str, str, str]
"""What can be found of a card: cue and other phrasings, answer and points, depth, topic with title and tags."""


class Index:
    """All cards by their words, with the log attached as `log`: a connection of its own, which only reads there."""

    def __init__(self, file: Path, database: Database) -> None:
        self._file = file
        mode = "mode=ro" if database.writable else "immutable=1"
        self._log = f"{database.path.resolve().as_uri()}?{mode}"
        self.connection = self._connect()

    def sync(self, stamps: Mapping[str, int], texts: Callable[[str], Texts]) -> None:
        """Hold just these cards (full ids). stamps: another one as soon as a card's text is another."""
        with explained(self._file):
            try:
                self._sync(stamps, texts)
            except sqlite3.OperationalError:
                raise
            except sqlite3.DatabaseError:  # damaged: it is made anew
                self.close()
                self._file.unlink(missing_ok=True)
                self.connection = self._connect()
                self._sync(stamps, texts)

    def close(self) -> None:
        """Close it."""
        self.connection.close()

    def _sync(self, stamps: Mapping[str, int], texts: Callable[[str], Texts]) -> None:
        known = {card: (id, stamp) for id, card, stamp in self.connection.execute("select id, card, stamp from doc")}
        old = [id for card, (id, stamp) in known.items() if stamps.get(card) != stamp]
        new = [card for card, stamp in stamps.items() if known.get(card, (0, None))[1] != stamp]
        if not old and not new:
            return
        execute = self.connection.execute
        execute("begin immediate")
        try:
            for id in old:
                execute("delete from doc where id = ?", (id,))
                execute("delete from said where rowid = ?", (id,))
            for card in new:
                id = execute("insert into doc (card, stamp) values (?, ?)", (card, stamps[card])).lastrowid
                execute("insert into said (rowid, cue, answer, depth, topic) values (?,?,?,?,?)", (id, *texts(card)))
            execute("commit")
        except BaseException:
            execute("rollback")
            raise

    def _connect(self) -> sqlite3.Connection:
        """Made anew where the file is missing or damaged; in memory where none can be written."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            return self._opened(str(self._file))
        except (OSError, sqlite3.OperationalError):
            return self._opened(":memory:")
        except sqlite3.DatabaseError:
            self._file.unlink(missing_ok=True)
            return self._opened(str(self._file))

    def _opened(self, name: str) -> sqlite3.Connection:
        connection = sqlite3.connect(name, isolation_level=None, check_same_thread=False, uri=True)
        try:
            connection.execute("pragma synchronous = off")  # what a power cut takes is made again
            if connection.execute("pragma user_version").fetchone()[0] not in (0, SCHEMA):
                raise sqlite3.DatabaseError("an index of another schema")
            for table in TABLES:
                connection.execute(table)
            connection.execute(f"pragma user_version = {SCHEMA}")
            connection.execute("attach ? as log", (self._log,))
        except BaseException:
            connection.close()
            raise
        return connection
