"""Which files stand in the database's place: another one there must take no answer, for nobody would find it again."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing, suppress
from enum import StrEnum
from pathlib import Path

SUFFIXES = ("", "-wal", "-shm")
TRIES, WAIT_SECONDS = 5, 0.02
"""Another program's checkpoint may write while the file is looked at; it takes some milliseconds."""

Number = tuple[int, int] | None
"""Device and number of a file; None without one."""
Touched = tuple[int, int] | None
"""Size and ns of the last change."""
Mark = tuple[int, str] | None
"""Number and id of an event that lies in the file itself."""
BORN = "select 0, value from meta where key = 'device'"
"""The id that a database is given as it is made."""


class Change(StrEnum):
    """What has happened to the files of an open database."""

    NONE = ""
    REMOVED = "removed"
    REPLACED = "replaced"
    OVERWRITTEN = "overwritten"


class Standing:
    """The files as they were when the connection was made; 8 µs to see that they are still the same."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        """path: open by now, so that its write-ahead log and its index are there."""
        self._path = path.resolve()
        self._connection = connection
        self._names = [f"{self._path}{suffix}" for suffix in SUFFIXES]
        self._numbers, self._touched = self._seen()
        self._mark = _newest(self._path)
        self._born = _asked(self._path, BORN, ())
        """Known as soon as the database has it, for a new log has no event to know it by."""

    def change(self) -> Change:
        """What stands there now."""
        numbers, touched = self._seen()
        if numbers != self._numbers:
            return Change.REPLACED if numbers[0] not in (None, self._numbers[0]) else Change.REMOVED
        if touched == self._touched:
            self._born = self._born or self._given()
            return Change.NONE
        if not self._goes_on():
            return Change.OVERWRITTEN
        self._touched, self._mark = touched, _newest(self._path) or self._mark
        return Change.NONE

    def _seen(self) -> tuple[list[Number], Touched]:
        """Which files they are, and what the first one's last change has left of it."""
        file, *beside = (_stat(name) for name in self._names)
        return [_number(each) for each in (file, *beside)], file and (file.st_size, file.st_mtime_ns)

    def _goes_on(self) -> bool:
        """Whether what was written to the file came from a checkpoint: it has the event that it had, and where it had
        none, its own id."""
        for _ in range(TRIES):
            if _has(self._path, self._mark) if self._mark else self._born in (None, _asked(self._path, BORN, ())):
                return True
            time.sleep(WAIT_SECONDS)
        return False

    def _given(self) -> Mark:
        """As long as it stands in the write-ahead log alone."""
        with suppress(sqlite3.Error):  # the schema isn't made yet
            found: Mark = self._connection.execute(BORN).fetchone()
            return found
        return None


def _stat(name: str) -> os.stat_result | None:
    try:
        return os.stat(name)
    except OSError:
        return None


def _number(found: os.stat_result | None) -> Number:
    return found and (found.st_dev, found.st_ino)


def _newest(path: Path) -> Mark:
    """Of the file itself, without its write-ahead log."""
    return _asked(path, "select rowid, id from event order by rowid desc limit 1", ())


def _has(path: Path, mark: tuple[int, str]) -> bool:
    return _asked(path, "select rowid, id from event where rowid = ?", mark[:1]) == mark


def _asked(path: Path, sql: str, parameters: tuple[int, ...]) -> Mark:
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as alone:
            row = alone.execute(sql, parameters).fetchone()
            return None if row is None else (int(row[0]), str(row[1]))
    except (sqlite3.Error, OSError):
        return None
