"""Which action an undo takes back, and which a redo gives back (DESIGN §1, §3)."""

from __future__ import annotations

from sqlite3 import Connection

from prep.core.event import EventKind
from prep.store.caches.cache import COUNTS, owner
from prep.store.database.connection import first
from prep.store.log import events as log
from prep.store.records import Action, UndoneAction

UNDOABLE = "kind in ('rated', 'placed', 'held', 'reset', 'fitted', 'planned')"
"""What a person did. What a sync logged (added, renamed) follows from the decks, and a demo's result is a fact."""


NEWEST = f"select action from event where device = ? and {UNDOABLE} and {COUNTS} order by at desc limit 1"
NEWEST_UNDO = f"""select u.action from event u
    where u.device = ?1 and u.kind = 'undone' and u.{COUNTS}
    and not exists (select 1 from event where {log.of_action("u.target")} and kind = 'undone')
    and u.at > coalesce((select at from event where device = ?1 and {UNDOABLE} order by at desc limit 1), 0)
    order by u.at desc limit 1"""
"""Both look from the end of the log: what they seek stands among the last few events, unless another machine's came in
after it."""


def newest(connection: Connection, device: str) -> str | None:
    """This device's newest action that a person did and that counts."""
    action = first(connection, NEWEST, device)
    return action if isinstance(action, str) else None


LOOKED_AT = 10_000
"""Events from the end of the log; 10 ms, once."""
ANY = f"""select exists (
        select 1 from (select * from event order by at desc limit ?2) where device = ?1 and {UNDOABLE} and {COUNTS})
    or exists (select 1 from event limit 1 offset ?2)"""


def anything(connection: Connection, device: str) -> bool:
    """Whether `newest` has something, for a key row that offers it. Where nothing is near the log's end, but the log is
    longer, it may."""
    return bool(first(connection, ANY, device, LOOKED_AT))


def newest_undo(connection: Connection, device: str) -> str | None:
    """This device's newest undo that counts, unless it has done something since: then the chain has ended."""
    action = first(connection, NEWEST_UNDO, device)
    return action if isinstance(action, str) else None


def target(connection: Connection, undo: str) -> str:
    """The action that an undo took back."""
    return str(first(connection, f"select target from event where {log.OF_ACTION} and kind = 'undone'", undo))


def told(connection: Connection, undoing: Action, action: str) -> UndoneAction:
    """What to tell a person about the action that was taken back or given back."""
    events = log.select(connection, log.OF_ACTION, action)
    cards = {owner(connection, event.card) for event in events if event.card}
    head = events[0]
    card = owner(connection, head.card) if head.card else None
    return UndoneAction(undoing, action, EventKind(head.kind), card, head.rating, len(cards), head.body, head.due_day)
