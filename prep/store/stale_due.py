"""Cards whose due may be wrong: decided on less than their memory knows (a sieve: `core.stale_due`
decides), or by a clock that was ahead."""

from __future__ import annotations

from sqlite3 import Connection

from prep.core.event import HELD_FOR_EVER, EventKind
from prep.store.caches.cache import COUNTS, card_events
from prep.store.database.connection import Database, first

OWNED = "from event e left join alias a on a.old = e.card"
REPS = "case when json_valid(e.body) then json_extract(e.body, '$.reps') end"
FEWER = f"""select newest.owner from (
        select coalesce(a.new, e.card) as owner, e.kind as kind, {REPS} as reps, max(e.at)
        {OWNED} where e.kind in ('rated', 'placed') and e.{COUNTS} group by owner) newest
    join state s on s.card = newest.owner
    where s.phase = 'review' and newest.reps <> s.reps - (newest.kind = 'rated')"""
"""The newest decision knew another number of ratings than there are before it."""
SEVERAL = f"""select coalesce(a.new, e.card) as owner {OWNED}
    where e.kind = 'rated' and e.{COUNTS} group by owner having min(e.device) <> max(e.device)"""
"""Rated on more than one device: as many ratings may be others."""


def suspects(connection: Connection) -> tuple[str, ...]:
    """Full ids, as they are now. Both statements read the whole log: 1 s for each million events."""
    found = {row[0] for sql in (FEWER, SEVERAL) for row in connection.execute(sql)}
    return tuple(sorted(found))


STRAYED = f"""select card from state where last_day > ?1 and phase = 'review'
    or held_until > ?1 + 1 and held_until < {HELD_FOR_EVER} order by card"""
"""Answered after today, or buried beyond tomorrow."""
HONEST = "select day from event where at > ? and day <= ? order by at limit 1"


def strayed(database: Database, today: int) -> list[tuple[str, int]]:
    """(full id, study day on which it was really answered, at the latest) of every card that a clock ahead of today
    has answered or buried.

    The log's order outlives a wrong clock: what was logged after the answer, on a day that has come, bounds its day.
    """
    with database.read() as connection:
        cards = [str(row[0]) for row in connection.execute(STRAYED, (today,))]
        return [(card, _real_day(connection, card, today)) for card in cards]


def _real_day(connection: Connection, card: str, today: int) -> int:
    rated = (event for event in card_events(connection, card, COUNTS) if event.kind is EventKind.RATED)
    ahead = [event.at for event in rated if event.day > today]
    day = first(connection, HONEST, ahead[-1], today) if ahead else None
    return day if isinstance(day, int) else today
