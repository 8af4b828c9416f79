"""Rows of the log and back."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Sequence
from itertools import product
from sqlite3 import Connection, DatabaseError
from typing import Any
from uuid import uuid4

from prep.core.clock import CLOCKS, LAST_MS, Moment
from prep.core.event import MOST_NESTED, Event, EventDraft, EventKind, Rating, nested_too_deeply
from prep.core.proof import columns, proof
from prep.errors import StoreError
from prep.store.database.connection import Database, first

COLUMNS = "id, action, device, at, wall, offset, day, kind, card, target, rating, ms, due_day, due_at, body"
OF_EVENT = ", ".join(f"e.{name}" for name in COLUMNS.split(", "))
FOLDED = OF_EVENT.replace("e.body", "case when e.kind = 'placed' then e.body else '{}' end")
"""What a fold looks at: no other kind's body."""
VALUES = f"({COLUMNS}, proof) values ({', '.join('?' * 16)})"


TEXT, NUMBER, NO = (str,), (int,), (type(None),)
SHAPES = frozenset(product(TEXT, TEXT, TEXT, *[NUMBER] * 4, TEXT, *[TEXT + NO] * 2, *[NUMBER + NO] * 4, TEXT))
"""Of which types the columns of an event may be: where a bit has flipped, SQLite gives others, strict table or not."""


class Garbled(DatabaseError):
    """An event that isn't what was written. SQLite itself says so only when it is asked to check all."""

    sqlite_errorname = "SQLITE_CORRUPT"


KINDS = {kind.value: kind for kind in EventKind}
RATINGS = {int(rating): rating for rating in Rating}


LAST_PLACE = (CLOCKS.stop + LAST_MS) // 2
"""A log that only clocks have made never comes there: five years of milliseconds are left for events one after the
other."""


def of_action(action: str = "?1", row: str = "event") -> str:
    """SQL: whether a row of the log is of this action.

    An action bears the id of its first event, and the index holds the other rows alone: an answer, which is one event,
    writes a page less. Logs from elsewhere may name their actions as they like.
    """
    return (
        f"(({row}.id = {action} and {row}.action = {action}) or ({row}.action = {action} and {row}.action <> {row}.id))"
    )


OF_ACTION = of_action()


def stamp(drafts: Sequence[EventDraft], device: str, newest_at: int, now: Moment, day: int) -> list[Event]:
    """Drafts as the events of one action. Their order is max(clock, newest + 1), whatever the clock says.

    Raises StoreError for a clock that stands where none can (`core.clock.CLOCKS`): no merge would take these events.
    """
    if now.ms not in CLOCKS:
        raise StoreError(f"the clock says {now.local:%Y-%m-%d}, so nothing was saved", "set the clock")
    ids, start = [str(uuid4()) for _ in drafts], max(now.ms, newest_at + 1)
    return [
        Event(
            id=id,
            action=ids[0],
            device=device,
            at=start + i,
            wall=now.ms,
            offset=now.offset_minutes,
            day=day,
            kind=draft.kind,
            card=draft.card,
            target=draft.target,
            rating=draft.rating,
            ms=draft.ms,
            due_day=draft.due_day,
            due_at=draft.due_at,
            body=draft.body,
        )
        for i, (id, draft) in enumerate(zip(ids, drafts, strict=True))
    ]


def insert(connection: Connection, events: Iterable[Event]) -> None:
    """Write events to the log."""
    rows = [(*row, proof(row)) for row in map(columns, events)]
    if connection.executemany(f"insert into event {VALUES}", rows).rowcount != len(rows):
        raise StoreError("the database takes no answers: something swallows them", "run `prep doctor`")


def select(connection: Connection, where: str = "true", *parameters: object) -> list[Event]:
    """Events in their order; where: fixed SQL over `event`. Kinds that this prep doesn't know are passed over."""
    sql = f"select {COLUMNS} from event where {where} order by at, id"
    return found(connection, sql, *parameters)


def found(connection: Connection, sql: str, *parameters: object) -> list[Event]:
    """The events that a statement finds, its columns in the order of `COLUMNS`."""
    return [event(row) for row in connection.execute(sql, parameters) if row[7] in KINDS]


def stream(database: Database) -> Generator[Event, None, None]:
    """The whole log in its order, never whole in memory: a million events would take more than a gigabyte."""
    with database.read() as connection:
        for row in connection.execute(f"select {COLUMNS} from event order by at, id"):
            if row[7] in KINDS:
                yield event(row)


def event(row: Sequence[Any]) -> Event:
    """One row as an event; its columns in the order of `COLUMNS`. Raises Garbled."""
    if tuple(map(type, row)) not in SHAPES:
        raise Garbled("an event isn't what was written")
    (id, action, device, at, wall, offset, day, kind, card, target, rating, ms, due_day, due_at, body) = row
    return Event(
        id,
        action,
        device,
        at,
        wall,
        offset,
        day,
        KINDS[kind],
        card,
        target,
        RATINGS.get(rating),
        ms,
        due_day,
        due_at,
        body_of(body),
    )


def newest_at(connection: Connection) -> int:
    """The newest event's place in the order; 0 in an empty log. One at the end of time, which no clock has said, is
    nobody's: there would be no place after it."""
    at = first(connection, f"select max(at) from event where at < {LAST_PLACE}")
    return at if isinstance(at, int) else 0


def logged(connection: Connection) -> int:
    """The number of the event that came in last, be it of long ago; 0 in an empty log."""
    return int(str(first(connection, "select coalesce(max(rowid), 0) from event")))


def body_of(text: object) -> dict[str, Any]:
    """A body; one that isn't a JSON object is kept as text, for whoever looks."""
    if text == "{}":
        return {}
    if not isinstance(text, str):
        return {"damaged": str(text)}
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        return {"damaged": text}
    deep = text.count("[") + text.count("{") > MOST_NESTED and isinstance(body, dict) and nested_too_deeply(body)
    return body if isinstance(body, dict) and not deep else {"damaged": text}
