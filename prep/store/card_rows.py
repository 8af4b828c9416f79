"""Rows of the `card` table, by statements made of typed columns.

It loads SQLAlchemy, which takes longer than all else that a command needs: it is imported when a row comes, goes or all
are listed.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from prep.core.kind import USUAL
from prep.core.state import State
from prep.store.caches import cache, states
from prep.store.database.tables import card as cards
from prep.store.database.tables import state as state_table
from prep.store.deck import SAID, Differences, said
from prep.store.records import Listed, Listing
from prep.store.today.glance import KINDS

CHANGE = f"update card set {', '.join(f'{name} = ?' for name in SAID[1:])} where id = ?"
"""A topic that is put before all others moves every row."""
NEWCOMER = {"retired": 0, "fresh": 1, "gate": 0}


def carry_out(connection: sqlite3.Connection, core: Connection, found: Differences, day: int) -> None:
    """Make the table say what the decks say; the rows of renamed cards' old ids vanish.

    core: SQLAlchemy's over the same connection.
    """
    for old, _ in found.renamed:
        core.execute(delete(cards).where(cards.c.id == old))
    if found.fresh:
        newcomers = (
            _values(said(each, found.by_id)) | {"made_day": day if each.made else None} for each in found.fresh
        )
        core.execute(insert(cards), [values | NEWCOMER for values in newcomers])
    connection.executemany(CHANGE, ((*row, id) for id, *row in found.changed))
    for ids, value in ((found.retired, 1), (found.returned, 0)):
        connection.executemany("update card set retired = ? where id = ?", ((value, id) for id in ids))
    if found.fresh or found.changed or found.returned:
        connection.execute(states.SET_ALL)
    for note in found.notes.items():
        connection.execute("insert or replace into meta values (?, ?)", note)


def _values(row: tuple[object, ...]) -> dict[str, Any]:
    return dict(zip(SAID, row, strict=True))


def listed(core: Connection, connection: sqlite3.Connection) -> list[Listed]:
    """All cards with their states, in the order of the decks."""
    columns = [cards.c[name] for name in SAID] + [cards.c.retired, *state_table.c]
    query = select(*columns).outerjoin(state_table, state_table.c.card == cards.c.id)
    query = query.order_by(cards.c.position, cards.c.id)
    return [_listed(connection, tuple(row)) for row in core.execute(query).all()]


def _listed(connection: sqlite3.Connection, row: tuple[Any, ...]) -> Listed:
    listing, retired, found = _listing(row), bool(row[len(SAID)]), row[len(SAID) + 1 :]
    if found[0] is None:
        return Listed(listing, retired, State(listing.card))
    try:
        return Listed(listing, retired, states.state(found))
    except ValueError:
        return Listed(listing, retired, cache.state(connection, listing.card))


def _listing(row: tuple[Any, ...]) -> Listing:
    (card, kind, topic, position, level, parent, tags, expires, capstone, file, line) = row[:11]
    return Listing(
        card=card,
        kind=KINDS.get(kind, USUAL),  # of a damaged row; the next sync mends it
        topic=topic,
        position=position,
        level=level,
        parent=parent,
        tags=tuple(tags.split()),
        expires=expires,
        capstone=bool(capstone),
        file=file,
        line=line,
    )
