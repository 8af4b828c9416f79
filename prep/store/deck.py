"""The `card` table: what the decks said at the last sync, and what the log must learn from them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from sqlite3 import Connection

from prep.core.event import EventDraft, EventKind
from prep.store.database.connection import first
from prep.store.records import Listing, Synced

SAID = (
    "id", "kind", "topic", "position", "level", "parent", "tags", "expires", "capstone", "file", "line",
    "turn", "seat",
)  # fmt: skip
"""Columns that a deck decides."""


def drafts(connection: Connection, listings: Sequence[Listing]) -> list[EventDraft]:
    """What the log must learn: cards that changed their id, then cards never met."""
    named = {listing.card for listing in listings}
    renamed = [
        EventDraft(EventKind.RENAMED, listing.card, listing.was)
        for listing in listings
        if listing.was and listing.was not in named and _moves(connection, listing.was, listing.card)
    ]
    # Decks older than the log, as on a machine that merged before it pulled: the card is known by its old id here.
    here = named | {draft.target for draft in renamed}
    back = _owners(connection, named).items()
    renamed += [EventDraft(EventKind.RENAMED, old, new) for old, new in back if new not in here]
    moved = {draft.card for draft in renamed if _met(connection, draft.target or "")}
    rows = connection.execute("select card from state where added_day is not null")
    met = {card for (card,) in rows}
    added = [
        EventDraft(EventKind.ADDED, listing.card, body={"made": True} if listing.made else {})
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
    return {old: new for old, new in connection.execute("select old, new from alias order by old") if old in named}


def _moves(connection: Connection, old: str, new: str) -> bool:
    """Whether the log has something under the old id that doesn't fold into the new one yet."""
    now = first(connection, "select new from alias where old = ?", old)
    return now != new and first(connection, "select 1 from event where card = ?", old) is not None


def _met(connection: Connection, card: str) -> bool:
    return first(connection, "select 1 from state where card = ? and added_day is not null", card) is not None


PRESENT = f"select {', '.join(SAID)}, retired from card order by id"


@dataclass(frozen=True, slots=True)
class Differences:
    """What a sync has to do. It is made by reading alone: where there is nothing to do, nobody else is waited for."""

    shadowed: Mapping[str, str]
    drafts: Sequence[EventDraft]
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


def differences(connection: Connection, listings: Sequence[Listing], problems: int = 0) -> Differences:
    """Decks against log and table. problems: how many Home shows."""
    hidden = shadowed(connection, listings)
    listings = [listing for listing in listings if listing.card not in hidden]
    news, by_id = drafts(connection, listings), {listing.card: listing for listing in listings}
    gone = {draft.target for draft in news if draft.kind is EventKind.RENAMED}
    fresh, changed, retired, returned = dict(by_id), [], [], []
    # Row by row: neither the table nor its like lies in memory beside the decks.
    for *before, was_retired in connection.execute(PRESENT):
        card = before[0]
        listing = None if card in gone else fresh.pop(card, None)
        if listing is None:
            retired += [] if was_retired or card in gone else [card]
            continue
        now = said(listing, by_id)
        changed += [] if tuple(before) == now else [now]
        returned += [card] if was_retired else []
    notes = {"problems": str(problems), "cards": str(len(listings))}
    known = {key: first(connection, "select value from meta where key = ?", key) for key in notes}
    return Differences(
        hidden,
        news,
        tuple(fresh.values()),
        changed,
        retired,
        returned,
        {key: value for key, value in notes.items() if known[key] != value},
        by_id,
    )


def said(listing: Listing, by_id: Mapping[str, Listing]) -> tuple[object, ...]:
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
        seat.turn,
        seat.position,
    )
