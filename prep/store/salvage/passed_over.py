"""Answers in the write-ahead log that SQLite passes over without a word, because a bit before them has flipped."""

from __future__ import annotations

from pathlib import Path
from sqlite3 import Connection

from prep.core.clock import Moment
from prep.store.backups.backup import kept_as_it_is
from prep.store.database.connection import Database, first
from prep.store.log import events as log
from prep.store.merge import take_in
from prep.store.salvage.found import Lying, lying_on
from prep.store.salvage.pages import pages_of_log
from prep.store.salvage.salvage import events_of
from prep.text.words import count


def taken_back(database: Database, backups: Path, now: Moment) -> list[str]:
    """Bring them into the log before anything else is written, which would overwrite them; what a person should hear.

    The write-ahead log is kept as it is first. To be called where one lay there before the database was opened; 1 ms a
    hundred answers, where none is passed over.
    """
    there = lying_on(pages_of_log(database.path.resolve(), database.checkpoint()))
    if not there.rows and not there.broken:
        return []
    with database.read() as connection:
        lost = _lost(log.logged(connection), there)
        if not lost and not _news(connection, there):
            return []
    kept_as_it_is(database.path.resolve(), backups, now, "left", ("-wal",))
    with database.write() as connection:
        new = take_in(connection, events_of(there.ids.values())).new
    told = f"the write-ahead log was damaged: {count(new, 'event')} in it came back"
    return [f"{told}, {count(lost, 'event')} {'is' if lost == 1 else 'are'} lost" if lost else told]


def _news(connection: Connection, there: Lying) -> bool:
    return any(first(connection, "select 1 from event where id = ?", id) is None for id in there.ids)


def _lost(newest: int, there: Lying) -> int:
    """How many events after the newest that SQLite reads have been there and don't prove themselves: numbers are given
    one after the other. A flipped bit may have made a wild one."""
    most = newest + len(there.rows) + len(there.broken)
    numbers = [number for number in (*there.rows, *there.broken) if newest < number <= most]
    return len(set(range(newest + 1, max(numbers, default=newest) + 1)) - there.rows.keys())
