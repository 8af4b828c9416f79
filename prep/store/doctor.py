"""Does the cache say what the log says? (DESIGN §3)"""

from __future__ import annotations

from prep.store.store import Store


def examine(store: Store) -> list[str]:
    """What is wrong with the database, one sentence each; empty when all is well.

    SQLite's own integrity check, foreign keys, and every cached row against a fold of the log, bit for bit.
    """
    raise NotImplementedError


def rebuild(store: Store) -> int:
    """Make every cache again from the log, in one transaction; the number of cards that changed."""
    raise NotImplementedError
