"""The due cards of a study day, and those that come later."""

from __future__ import annotations

from collections.abc import Iterator
from sqlite3 import Connection

from prep.store.today.glance import APART, COMES, DUE, FREE, SERVED, STANDS_APART, STEPS

ORDER = """select few.card, c.retired from (
        select card, case when stability > 0 then max(0, ?1 - last_day) / stability end as pressure from state
        where due_day <= ?1 and due_at is null and phase <> 'new' and (held_until is null or held_until <= ?1)
        order by pressure desc, card limit ?2) few
    left join card c on c.id = few.card order by few.pressure desc, few.card"""
"""As `core.queue.pressure` has it; one forgetting curve for all cards makes recall fall as it rises."""

LATER = f"""select s.card from state s join card c on c.id = s.card
    where s.due_day > ?1 and s.due_at is null and s.phase <> 'new' and s.last_day < ?1 and c.retired = 0
    and (c.expires = '' or c.expires >= ?2) and (s.held_until is null or s.held_until <= ?1)
    and not ({STANDS_APART} and exists (select 1 from state q where q.card = c.parent and q.first_day = ?1))"""
"""Cards in review that are due later and weren't answered today; no red flag on the day of its question."""
AHEAD = f"{LATER} order by case when s.stability > 0 then (?1 - s.last_day) / s.stability end desc, s.card"
"""The least remembered first."""
MET = f"select (select count(*) {DUE}) + (select count(*) {STEPS})"
"""How many cards that were met before are due or in learning steps."""
ALL_MET = f"""select s.card, s.stability, s.difficulty, s.first_day, s.last_day,
    s.due_day <= :day and s.due_at is null and {SERVED} and {FREE} and {APART},
    s.due_at is null and {SERVED} and {FREE} and {APART}
    from state s join card c on c.id = s.card where s.phase <> 'new' and s.stability > 0 and c.retired = 0
    order by max(0, :day - s.last_day) / s.stability desc, s.card"""
"""All that were met, the least remembered first; whether each is due, and whether it may be asked at all."""
DUE_ON = f"select count(*) from state s join card c on c.id = s.card where s.due_day = ? and {COMES}"
"""How many come due exactly on a later study day."""


FIRST = 1_000
"""How many are sorted at first: several times what a sitting asks at once."""
WIDER = 8


def least_remembered(connection: Connection, day: int) -> Iterator[str]:
    """Full ids of the day's due cards, the least remembered first; more are sorted as they are asked for."""
    most, given = FIRST, 0
    while True:
        rows = connection.execute(ORDER, (day, most)).fetchall()
        yield from (card for card, retired in rows[given:] if retired == 0)
        if len(rows) < most:
            return
        most, given = most * WIDER, len(rows)
