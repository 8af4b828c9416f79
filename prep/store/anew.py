"""A new database with a given log."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from prep.core.clock import Clock
from prep.core.event import Event
from prep.store.store import Store


def written(events: Iterable[Event], named: Iterable[tuple[str, str]], file: Path, clock: Clock, backups: Path) -> int:
    """Write it; how many events there are. named: keys and ids under which machines write. Raises StoreError."""
    with closing(Store.open(file, clock, backups)) as store:
        with store.database.write() as connection:
            connection.executemany("insert or replace into meta values (?, ?)", named)
        return store.merge(sorted(events, key=lambda event: (event.at, event.id))).new
