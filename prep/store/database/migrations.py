"""The schema, as the list of steps that made it. A new step goes at the end; an old one never changes."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from prep.core.proof import proof

APPLICATION_ID = 0x70726570
""""prep" in ASCII: how a file says whose database it is."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One step from schema version n - 1 to n; n is its place in the list, counted from 1."""

    what: str
    statements: tuple[str, ...]


COLUMNS = "id, action, device, at, wall, offset, day, kind, card, target, rating, ms, due_day, due_at, body"
"""Of `event` and `tail`, as the steps below have made them."""

DAMAGED = """
    phase not in ('new', 'learning', 'review', 'relearning') or reps < 0 or lapses < 0 or step < 0
    or (stability is null) <> (difficulty is null) or (phase <> 'new' and (stability is null or due_day is null))
    or stability < 0.0009 or stability > 36500 or difficulty < 1 or difficulty > 10
    or due_day < 0 or due_day > 100000 or due_at < 0 or due_at > 8640000000000
    or last_rating not between 1 and 4"""
"""What no fold can give: NaN (SQLite stores it as null), infinity, a due date in 1955 or 2300."""

FIRST = Migration(
    "the log and its caches",
    (
        """create table event (
            id text primary key not null, action text not null, device text not null, at integer not null,
            wall integer not null, offset integer not null, day integer not null, kind text not null,
            card text, target text, rating integer, ms integer, due_day integer, due_at integer,
            body text not null default '{}') strict""",
        "create index event_order on event(at, id)",
        "create index event_card on event(card, at, id)",
        "create index event_action on event(action)",
        "create index event_target on event(target) where target is not null",
        "create index event_day on event(day)",
        """create index event_undoable on event(device, at)
            where kind in ('rated', 'placed', 'held', 'reset', 'fitted')""",
        "create index event_undone on event(device, at) where kind = 'undone'",
        "create index event_fitted on event(at, id) where kind = 'fitted'",
        "create index event_renamed on event(at, id) where kind = 'renamed'",
        """create trigger event_no_update before update on event
            begin select raise(abort, 'the log is append-only'); end""",
        """create trigger event_no_delete before delete on event
            begin select raise(abort, 'the log is append-only'); end""",
        """create table state (
            card text primary key not null, phase text not null, reps integer not null, lapses integer not null,
            stability real, difficulty real, added_day integer, first_day integer, last_day integer,
            last_rating integer, step integer not null, due_day integer, due_at integer, held_until integer)
            strict, without rowid""",
        "create index state_due on state(due_day) where due_at is null and phase <> 'new'",
        "create index state_steps on state(due_at) where due_at is not null",
        "create index state_first on state(first_day) where first_day is not null",
        f"create index state_damaged on state(card) where {DAMAGED}",
        """create table card (
            id text primary key not null, kind text not null, topic text not null, position integer not null,
            level integer not null, parent text not null, tags text not null, expires text not null,
            capstone integer not null, file text not null, line integer not null, seat_level integer not null,
            seat integer not null, made_day integer, retired integer not null, fresh integer not null,
            gate integer not null) strict, without rowid""",
        """create index card_new on card(seat_level, seat, position)
            where fresh = 1 and gate = 1 and retired = 0""",
        "create index card_parent on card(parent)",
        "create index card_expires on card(expires) where expires <> '' and retired = 0",
        "create index card_made on card(made_day) where made_day is not null",
        """create table day (
            day integer primary key not null, again integer not null, hard integer not null, good integer not null,
            easy integer not null, timed integer not null, ms integer not null) strict""",
        "create table alias (old text primary key not null, new text not null) strict, without rowid",
        "create index alias_new on alias(new)",
        "create table dead (action text primary key not null) strict, without rowid",
        "create table meta (key text primary key not null, value text not null) strict, without rowid",
    ),
)

STATISTICS = Migration(
    "what statistics need in the roll-up: tests of memory by day, must-say points",
    (
        "drop table day",
        """create table day (
            day integer primary key not null, again integer not null, hard integer not null, good integer not null,
            easy integer not null, timed integer not null, ms integer not null, tested integer not null,
            recalled integer not null) strict""",
        """create table point (
            point text primary key not null, said integer not null, missed integer not null) strict, without rowid""",
        "create index point_missed on point(missed) where missed > 0",
        "insert or replace into meta values ('stale', 'day, point')",
    ),
)
"""The tables are empty then; whoever opens the file fills them before anything else (`opening`)."""

MEASURED = Migration(
    "the record with a demo: its runs by its name",
    (
        """create index event_measured on event(json_extract(body, '$.demo'), at)
            where kind = 'measured' and json_valid(body)""",
    ),
)

LEAN = Migration(
    "fewer pages to write for an answer: actions are found by their first event's id, days only by a merge",
    (
        "drop index event_action",
        "create index event_action on event(action) where action <> id",
        "drop index event_day",
    ),
)

TAIL = Migration(
    "one page to write for an answer, which waits in a table without indexes; the order of what is due from its index",
    (
        """create table tail (
            id text not null, action text not null, device text not null, at integer not null, wall integer not null,
            offset integer not null, day integer not null, kind text not null, card text, target text, rating integer,
            ms integer, due_day integer, due_at integer, body text not null) strict""",
        """create trigger tail_no_update before update on tail
            begin select raise(abort, 'the log is append-only'); end""",
        "drop index state_due",
        """create index state_due on state(due_day, last_day, stability, held_until, due_at, phase)
            where due_at is null and phase <> 'new'""",
    ),
)

ONE_LOG = Migration(
    "an answer is in the log at once: what waits in the tail goes there, and the table goes",
    (
        """insert or replace into meta select 'unfolded', json_group_array(id) from (
            select distinct id from tail where id not in (select id from event)) having count(*) > 0""",
        f"""insert into event ({COLUMNS}) select {COLUMNS} from tail t
            where id not in (select id from event) group by id order by min(t.rowid)""",
        "drop table tail",
    ),
)
"""The tail had no index that would refuse a second row of one id. Whoever opens the file brings these events into the
caches before anything else (`opening`)."""

SLIM = Migration(
    "an answer writes the indexes that somebody reads: no ids in them, none for what an undo finds at the log's end",
    (
        "drop index event_order",
        "create index event_order on event(at)",
        "drop index event_card",
        "create index event_card on event(card)",
        "drop index event_undoable",
        "drop index event_undone",
        "drop index event_renamed",
    ),
)

BY_TURN = Migration(
    "new cards come by turn",
    ("alter table card rename column seat_level to turn",),
)

PROVEN = Migration(
    "each event proves itself: a number that follows from its columns",
    (
        "alter table event add column proof integer not null default 0",
        "drop trigger event_no_update",
        f"update event set proof = proof({COLUMNS})",
        """create trigger event_no_update before update on event
            begin select raise(abort, 'the log is append-only'); end""",
    ),
)

PLANNED = Migration(
    "plans for interviews are found at once",
    ("create index event_planned on event(at) where kind = 'planned'",),
)

WRITTEN = Migration(
    "what was written of a drill is found at once",
    ("create index event_written on event(at) where kind = 'written'",),
)

MIGRATIONS: tuple[Migration, ...] = (
    *(FIRST, STATISTICS, MEASURED, LEAN, TAIL, ONE_LOG, SLIM, BY_TURN, PROVEN, PLANNED),
    WRITTEN,
)
"""In order; the schema's version is how many have run."""


def version(driver: sqlite3.Connection) -> int:
    """How many migrations the file has seen."""
    return int(driver.execute("pragma user_version").fetchone()[0])


def ours(driver: sqlite3.Connection) -> bool:
    """Whether the file is prep's, or empty."""
    if driver.execute("pragma application_id").fetchone()[0] == APPLICATION_ID:
        return True
    return int(driver.execute("select count(*) from sqlite_schema").fetchone()[0]) == 0


def ours_by_header(file: Path) -> bool:
    """Whether the file's first bytes say that it is prep's, of a schema that this version knows; 20 µs. They may say
    less than is true: the newest may lie in the write-ahead log."""
    with file.open("rb") as start:
        head = start.read(100)
    said = int.from_bytes(head[68:72], "big"), int.from_bytes(head[60:64], "big")
    return not head or (said[0] == APPLICATION_ID and said[1] <= len(MIGRATIONS))


def migrate(driver: sqlite3.Connection, migrations: tuple[Migration, ...] = MIGRATIONS) -> None:
    """Run what is missing; each step and its version are one transaction, so that a crash leaves a whole schema."""
    driver.create_function("proof", len(COLUMNS.split(",")), lambda *row: proof(row), deterministic=True)
    while version(driver) < len(migrations):
        driver.execute("begin immediate")
        try:
            # Read again under the lock: another process may have done the step meanwhile.
            done = version(driver)
            if done < len(migrations):
                for statement in migrations[done].statements:
                    driver.execute(statement)
                driver.execute(f"pragma application_id = {APPLICATION_ID}")
                driver.execute(f"pragma user_version = {done + 1}")
            driver.execute("commit")
        except BaseException:
            if driver.in_transaction:
                driver.execute("rollback")
            raise
