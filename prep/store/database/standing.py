"""Which files stand in the database's place: another one there must take no answer, for nobody would find it again."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from enum import StrEnum
from pathlib import Path

SUFFIXES = ("", "-wal", "-shm")
TRIES, WAIT_SECONDS = 5, 0.02
"""Another program's checkpoint may write while the file is looked at; it takes some milliseconds."""

Number = tuple[int, int] | None
"""Device and number of a file; None without one."""
Mark = tuple[int, str] | None
"""Number and id of an event that lies in the file itself."""


class Change(StrEnum):
    """What has happened to the files of an open database."""

    NONE = ""
    REMOVED = "removed"
    REPLACED = "replaced"
    OVERWRITTEN = "overwritten"


class Standing:
    """The files as they were when the connection was made; 6 µs to see that they are still the same."""

    def __init__(self, path: Path) -> None:
        """path: open by now, so that its write-ahead log and its index are there."""
        self._paths = [Path(f"{path.resolve()}{suffix}") for suffix in SUFFIXES]
        self.numbers = [_number(each) for each in self._paths]
        self._touched, self._mark = _touched(self._paths[0]), _newest(self._paths[0])

    def change(self) -> Change:
        """What stands there now."""
        numbers = [_number(each) for each in self._paths]
        if numbers != self.numbers:
            return Change.REPLACED if numbers[0] not in (None, self.numbers[0]) else Change.REMOVED
        touched = _touched(self._paths[0])
        if touched == self._touched:
            return Change.NONE
        if not self._goes_on():
            return Change.OVERWRITTEN
        self._touched, self._mark = touched, _newest(self._paths[0]) or self._mark
        return Change.NONE

    def _goes_on(self) -> bool:
        """Whether what was written to the file came from a checkpoint: it has the event that it had."""
        for _ in range(TRIES):
            if self._mark is None or _has(self._paths[0], self._mark):
                return True
            time.sleep(WAIT_SECONDS)
        return False


def _number(path: Path) -> Number:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _touched(path: Path) -> tuple[int, int]:
    try:
        found = os.stat(path)
    except OSError:
        return 0, 0
    return found.st_size, found.st_mtime_ns


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
