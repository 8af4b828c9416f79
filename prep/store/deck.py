"""The `card` table: what the decks said at the last sync, and what the log must learn from them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from prep.core.event import Draft, EventKind
from prep.core.kind import Kind
from prep.core.state import State
from prep.store.caches import cache, states
from prep.store.database.connection import driver_of, first
from prep.store.database.tables import card as cards
from prep.store.database.tables import state as state_table
from prep.store.records import Listed, Listing, Synced
from prep.store.today.glance import KINDS

SAID = (
    "id", "kind", "topic", "position", "level", "parent", "tags", "expires", "capstone", "file", "line",
    "seat_level", "seat",
)  # fmt: skip
"""Columns that a deck decides."""


def drafts(connection: Connection, listings: Sequence[Listing]) -> list[Draft]:
    """What the log must learn: cards that changed their id, then cards never met."""
    named = {listing.card for listing in listings}
    renamed = [
        Draft(EventKind.RENAMED, listing.card, listing.was)
        for listing in listings
        if listing.was and listing.was not in named and _moves(connection, listing.was, listing.card)
    ]
    # Decks older than the log, as on a machine that merged before it pulled: the card is known by its old id here.
    here = named | {draft.target for draft in renamed}
    back = _owners(connection, named).items()
    renamed += [Draft(EventKind.RENAMED, old, new) for old, new in back if new not in here]
    moved = {draft.card for draft in renamed if _met(connection, draft.target or "")}
    rows = driver_of(connection).execute("select card from state where added_day is not null")
    met = {card for (card,) in rows}
    added = [
        Draft(EventKind.ADDED, listing.card, body={"made": True} if listing.made else {})
        for listing in listings
        if listing.card not in met and listing.card not in moved
    ]
    return renamed + added


def shadowed(connection: Connection, listings: Sequence[Listing]) -> dict[str, str]:
    """Cards whose id belongs to another card of these decks since a renaming, and that card: what was rated under the
    one counts for the other, so the one can't be asked."""
    named = {listing.card for listing in listings}
    return {card: new for card, new in _owners(connection, named).items() if new in named}


def _owners(connection: Connection, named: Collection[str]) -> dict[str, str]:
    """Of these ids those that fold into another, and that other."""
    return {
        old: new for old, new in connection.exec_driver_sql("select old, new from alias order by old") if old in named
    }


def _moves(connection: Connection, old: str, new: str) -> bool:
    """Whether the log has something under the old id that doesn't fold into the new one yet."""
    now = first(connection, "select new from alias where old = ?", old)
    return now != new and first(connection, "select 1 from event where card = ?", old) is not None


def _met(connection: Connection, card: str) -> bool:
    return first(connection, "select 1 from state where card = ? and added_day is not null", card) is not None


PRESENT = f"select {', '.join(SAID)}, retired from card order by id"


@dataclass(frozen=True, slots=True)
class Plan:
    """What a sync has to do. It is made by reading alone: where there is nothing to do, nobody else is waited for."""

    shadowed: Mapping[str, str]
    drafts: Sequence[Draft]
    """For the log."""
    fresh: Sequence[Listing]
    """Cards that the table doesn't have."""
    changed: Sequence[tuple[object, ...]]
    """Rows that say something else now."""
    retired: Sequence[str]
    returned: Sequence[str]
    notes: Mapping[str, str]
    """What `meta` is to say from now on."""
    by_id: Mapping[str, Listing]

    @property
    def empty(self) -> bool:
        """Whether decks, table and log agree."""
        return not (self.drafts or self.rows or self.notes)

    @property
    def rows(self) -> int:
        """How many rows of the table are to be written."""
        return len(self.fresh) + len(self.changed) + len(self.retired) + len(self.returned)

    @property
    def renamed(self) -> tuple[tuple[str, str], ...]:
        """(old full id, new full id)"""
        return tuple((d.target or "", d.card or "") for d in self.drafts if d.kind is EventKind.RENAMED)

    @property
    def synced(self) -> Synced:
        """What it changes, once it is carried out."""
        added = tuple(d.card or "" for d in self.drafts if d.kind is EventKind.ADDED)
        turned = tuple(self.retired), tuple(self.returned)
        return Synced(added, self.renamed, *turned, self.rows, tuple(self.shadowed.items()))


def plan(connection: Connection, listings: Sequence[Listing], problems: int = 0) -> Plan:
    """Decks against log and table. problems: how many Home shows."""
    hidden = shadowed(connection, listings)
    listings = [listing for listing in listings if listing.card not in hidden]
    news, by_id = drafts(connection, listings), {listing.card: listing for listing in listings}
    gone = {draft.target for draft in news if draft.kind is EventKind.RENAMED}
    fresh, changed, retired, returned = dict(by_id), [], [], []
    # Row by row: neither the table nor its like lies in memory beside the decks.
    for *said, was_retired in driver_of(connection).execute(PRESENT):
        listing = None if said[0] in gone else fresh.pop(said[0], None)
        if listing is None:
            retired += [] if was_retired or said[0] in gone else [said[0]]
            continue
        row = _said(listing, by_id)
        changed += [] if tuple(said) == row else [row]
        returned += [said[0]] if was_retired else []
    notes = {"problems": str(problems), "cards": str(len(listings))}
    known = {key: first(connection, "select value from meta where key = ?", key) for key in notes}
    return Plan(
        hidden,
        news,
        tuple(fresh.values()),
        changed,
        retired,
        returned,
        {key: value for key, value in notes.items() if known[key] != value},
        by_id,
    )


def carry_out(connection: Connection, plan: Plan, day: int) -> None:
    """Make the table say what the decks say; the rows of renamed cards' old ids vanish."""
    for old, _ in plan.renamed:
        connection.execute(delete(cards).where(cards.c.id == old))
    if plan.fresh:
        newcomers = (_values(_said(each, plan.by_id)) | {"made_day": day if each.made else None} for each in plan.fresh)
        connection.execute(insert(cards), [values | NEWCOMER for values in newcomers])
    driver = driver_of(connection)
    driver.executemany(CHANGE, ((*said, id) for id, *said in plan.changed))
    for ids, value in ((plan.retired, 1), (plan.returned, 0)):
        driver.executemany("update card set retired = ? where id = ?", ((value, id) for id in ids))
    if plan.fresh or plan.changed or plan.returned:
        connection.exec_driver_sql(states.SET_ALL)
    for note in plan.notes.items():
        connection.exec_driver_sql("insert or replace into meta values (?, ?)", note)


CHANGE = f"update card set {', '.join(f'{name} = ?' for name in SAID[1:])} where id = ?"
"""A topic that is put before all others moves every row."""
NEWCOMER = {"retired": 0, "fresh": 1, "gate": 0}


def _said(listing: Listing, by_id: Mapping[str, Listing]) -> tuple[object, ...]:
    """A listing as the table's columns. A follow-up or red flag sits where its question does."""
    seat = by_id.get(listing.parent, listing)
    return (
        listing.card,
        str(listing.kind),
        listing.topic,
        listing.position,
        int(listing.level),
        listing.parent,
        " ".join(listing.tags),
        listing.expires,
        int(listing.capstone),
        listing.file,
        listing.line,
        int(seat.level),
        seat.position,
    )


def _values(row: tuple[object, ...]) -> dict[str, Any]:
    return dict(zip(SAID, row, strict=True))


def listed(connection: Connection) -> list[Listed]:
    """All cards with their states, in the order of the decks."""
    columns = [cards.c[name] for name in SAID] + [cards.c.retired, *state_table.c]
    query = select(*columns).outerjoin(state_table, state_table.c.card == cards.c.id)
    query = query.order_by(cards.c.position, cards.c.id)
    return [_listed(connection, tuple(row)) for row in connection.execute(query).all()]


def _listed(connection: Connection, row: tuple[Any, ...]) -> Listed:
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
        kind=KINDS.get(kind, Kind.QUESTION),  # of a damaged row; the next sync mends it
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
