"""Does the cache say what the log says? (DESIGN §3)"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from sqlite3 import Connection
from tempfile import TemporaryDirectory

from prep.core.event import Event
from prep.core.plan import plan_of
from prep.store.caches import cache
from prep.store.database.connection import Database
from prep.store.database.failure import explained
from prep.store.database.schema import strange
from prep.store.log.events import KINDS, select
from prep.store.log.proof import gaps, unproven
from prep.store.store import Store
from prep.text.words import count

CACHES = {
    "state": "card",
    "day": "day",
    "point": "point",
    "alias": "old",
    "dead": "action",
    "card": "id",
}
"""Cache table → its key. Of `card` only `fresh` and `gate` follow from the log: the rest is the decks'."""
WORDS = {
    "state": "the schedule of {key}",
    "day": "the tally of day {key}",
    "point": "the tally of the must-say point {key}",
    "alias": "the new id of {key}",
    "dead": "the undoing of action {key}",
    "card": "the queue's mark on {key}",
}


class _Enough(Exception):
    """Rolls the trial rebuild back."""


def examine(store: Store) -> list[str]:
    """What is wrong with the database, one sentence each; empty when all is well.

    SQLite's own integrity check, foreign keys, and every cached row against a fold of the log, bit for bit: the caches
    are made again inside a transaction, compared, and the transaction is rolled back; where the file can only be read,
    in a copy of it.
    """
    if store.database.writable:
        return _examined(store.database)
    with TemporaryDirectory() as folder, explained(store.database.path):
        copy = Path(folder) / "copy.db"
        with closing(sqlite3.connect(copy)) as driver:
            store.database.connection.backup(driver)
        with closing(Database(copy, 0)) as database:
            return _examined(database)


def _examined(database: Database) -> list[str]:
    found: list[str] = []
    try:
        with database.write() as connection:
            for part in (_file, _log, _differences):
                found += _as_far_as_it_goes(part, connection)
            raise _Enough
    except _Enough:
        return found


def _as_far_as_it_goes(part: Callable[[Connection], list[str]], connection: Connection) -> list[str]:
    """What one part of the examination finds; that it can't go on is a finding."""
    try:
        return part(connection)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        return [f"the file is damaged: {error}"]


def rebuild(store: Store) -> int:
    """Make every index and cache again from the log, in one transaction; how many rows said something else."""
    with store.database.write() as connection:
        connection.execute("reindex")
        found = _differences(connection)
    return len(found)


def _file(connection: Connection) -> list[str]:
    """What SQLite finds."""
    rows = [str(row[0]) for row in connection.execute("pragma integrity_check(20)")]
    found = [f"the file is damaged: {row}" for row in rows if row != "ok"]
    loose = connection.execute("pragma foreign_key_check").fetchall()
    found += [f"table {row[0]}: a row refers to nothing in {row[2]}" for row in loose]
    return found + [f"another program has changed {name} in the schema" for name in strange(connection)]


def _log(connection: Connection) -> list[str]:
    """Events that aren't what was written, are missing, or that this prep doesn't know."""
    found = [f"event {id} isn't what was logged" for _, id in unproven(connection)]
    if lost := gaps(connection):
        found.append(f"{count(lost, 'event')} {'is' if lost == 1 else 'are'} missing from the log")
    found += [f"the plan {event.target} can't be read: {why}" for event, why in _odd_plans(connection)]
    rows = connection.execute("select kind, count(*) from event group by kind")
    return found + [
        f"the log has {n} events of the unknown kind {kind!r}: update prep" for kind, n in rows if kind not in KINDS
    ]


def _odd_plans(connection: Connection) -> Iterator[tuple[Event, ValueError]]:
    """Plans that count and aren't such; an empty one ends its plan."""
    for event in select(connection, f"kind = 'planned' and body <> '{{}}' and {cache.COUNTS}"):
        try:
            plan_of(event.target or "", event.body)
        except ValueError as error:
            yield event, error


def _differences(connection: Connection) -> list[str]:
    """Make the caches again; what they said before, where it was something else."""
    for table in CACHES:
        connection.execute(f"drop table if exists temp.was_{table}")
        connection.execute(f"create temp table was_{table} as select * from main.{table}")
    cache.remake(connection)
    found = [line for table, key in CACHES.items() for line in _compared(connection, table, key)]
    for table in CACHES:
        connection.execute(f"drop table temp.was_{table}")
    return found


def _compared(connection: Connection, table: str, key: str) -> list[str]:
    """One line for each row that differs: which column, what it said, what the log says."""
    columns = [row[1] for row in connection.execute(f"pragma main.table_info({table})")]
    told = []
    for one, other, lost in (
        (f"temp.was_{table}", f"main.{table}", False),
        (f"main.{table}", f"temp.was_{table}", True),
    ):
        sql = f"""select a.*, b.* from (select * from {one} except select * from {other}) a
            left join {other} b on a.{key} = b.{key} order by a.{key}"""
        for row in connection.execute(sql):
            mine, theirs = row[: len(columns)], row[len(columns) :]
            what = WORDS[table].format(key=mine[columns.index(key)])
            if theirs[columns.index(key)] is None:
                told.append(f"{what} is missing" if lost else f"{what} stands on nothing in the log")
            elif not lost:
                told.append(f"{what} differs: {_columns(columns, mine, theirs)}")
    return told


def _columns(columns: list[str], cached: object, folded: object) -> str:
    triples = zip(columns, list(cached), list(folded), strict=True)  # type: ignore[call-overload]
    return ", ".join(f"{name} is {old!r}, the log says {new!r}" for name, old, new in triples if old != new)
