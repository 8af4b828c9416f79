"""The card that a person was last busy with."""

from __future__ import annotations

from prep.store.caches.cache import owner
from prep.store.database.connection import Database, first

SEEN = 2_000
"""How many of the newest events are looked at: where a sync has just met ten thousand cards, none will do."""

LATEST = f"""select card from (select * from event order by at desc, id desc limit {SEEN})
    where kind = 'rated' or kind = 'added' and json_valid(body) and json_extract(body, '$.made')
    order by at desc, id desc limit 1"""


def latest(database: Database) -> str:
    """Full id of the card rated last, or made last in the app, whichever is newer; empty if there is none."""
    with database.read() as connection:
        card = first(connection, LATEST)
        return owner(connection, card) if isinstance(card, str) else ""
