"""Events from elsewhere: those whose id is unknown come in, whatever their age, and the caches follow (DESIGN §3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from json import dumps
from sqlite3 import Connection

from prep.core.event import Event, EventKind
from prep.store.caches import cache, tally
from prep.store.database.connection import first
from prep.store.log import events as log

AT_ONCE = 2_000
"""Events looked up and inserted at a time."""
ONE_OF = "(select value from json_each(?1))"
OF_ACTIONS = f"(id in {ONE_OF} and action in {ONE_OF}) or (action in {ONE_OF} and action <> id)"
"""As `events.OF_ACTION`, for many."""
FEW, ONE_IN, MOST = 200, 25, 50_000
"""So many new events, or one in so many of the log, are followed one by one, and never more than the last (they lie in
memory); beyond, to make every cache again costs less (40 µs for each event there is, against 1 ms for each new one)."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of merging."""

    new: int = 0
    """Events that were not known."""
    known: int = 0
    conflicting: tuple[str, ...] = ()
    """Ids that are known with another content: the log keeps what it has."""
    cards: tuple[str, ...] | None = ()
    """Full ids, as they are now, of the cards that the new events touch; None when these are too many to name."""


def take_in(connection: Connection, incoming: Iterable[Event]) -> Taken:
    """Insert what is unknown and bring the caches up to date, in the transaction of the caller."""
    fresh: list[Event] = []
    new, known, conflicting = 0, 0, list[str]()
    for batch in _batches(incoming):
        there = {event.id: event for event in _present(connection, batch)}
        unknown = [event for event in batch if event.id not in there]
        log.insert(connection, unknown)
        conflicting += [event.id for event in batch if event.id in there and there[event.id] != event]
        new, known = new + len(unknown), known + len(batch) - len(unknown)
        fresh += unknown if new <= MOST else []
    if new > len(fresh) or new > max(FEW, int(str(first(connection, "select count(*) from event"))) // ONE_IN):
        cache.remake(connection)
        return Taken(new, known, tuple(conflicting), None)
    return Taken(new, known, tuple(conflicting), _follow(connection, fresh) if fresh else ())


def _batches(incoming: Iterable[Event]) -> Iterator[list[Event]]:
    rest = iter(incoming)
    while batch := list({event.id: event for event in islice(rest, AT_ONCE)}.values()):
        yield batch


def _present(connection: Connection, batch: Sequence[Event]) -> list[Event]:
    return log.select(connection, f"id in {ONE_OF}", dumps([event.id for event in batch]))


def _follow(connection: Connection, fresh: Sequence[Event]) -> tuple[str, ...]:
    """Which actions count is decided anew, for an undo may have come before what it undoes, or an event of an action
    after its undo; then the days and cards are made again that these events, or the actions that turned, touch."""
    turned = cache.redecide(connection)
    touched = [*fresh, *log.select(connection, OF_ACTIONS, dumps(sorted(turned)))]
    rated = [event for event in touched if event.kind is EventKind.RATED]
    tally.remake_some(connection, {event.day for event in rated}, {event.card for event in rated if event.card})
    cache.refresh(connection, touched)
    return tuple(sorted({cache.owner(connection, event.card) for event in touched if event.card}))
