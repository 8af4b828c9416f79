"""Cards whose due may have been decided on less than their memory knows: a sieve, `core.wisdom` decides."""

from __future__ import annotations

from sqlalchemy import Connection

from prep.store.cache import COUNTS

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
    found = {row[0] for sql in (FEWER, SEVERAL) for row in connection.exec_driver_sql(sql)}
    return tuple(sorted(found))
