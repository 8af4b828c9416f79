"""Saving what is whole of a damaged database: its own events, and those of backups and exported logs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from prep.core.clock import Clock
from prep.core.event import Event
from prep.errors import StoreError
from prep.exchange.incoming import Incoming, entries
from prep.exchange.logfile import joined
from prep.paths import Paths
from prep.store.anew import written
from prep.store.backups.check import check
from prep.store.backups.restore import restore
from prep.store.kept import kept
from prep.store.log.foreign import rows
from prep.store.salvage.found import lying
from prep.store.salvage.salvage import Loss, events_of, listed, losses, names
from prep.whole_file import beside, make_folder


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What came of it."""

    read: int
    """Events that the damaged file itself held."""
    joined: int
    """Events that only backups or exported logs held."""
    lost: tuple[Loss, ...]
    kept: Path | None
    """Where the damaged file lies now."""


def salvage(paths: Paths, clock: Clock) -> Salvaged | None:
    """Write a new database in the place of a damaged one, which is kept; None, with nothing changed, where it is whole.

    Raises StoreError where nothing can be saved, or another program has the database open.
    """
    if _whole(paths.database):
        return None
    here = lying(paths.database)
    others = [lying(file) for file in _copies(paths.backups)]
    own = {event.id: event for event in events_of(here.ids.values())}
    further = {event.id: event for other in others for event in events_of(other.ids.values())}
    further |= {event.id: event for event in _told(paths)}
    if not own and not further:
        raise StoreError(
            f"nothing in {paths.database} or {paths.backups} can be read", "merge a log that lies elsewhere"
        )
    lost = losses(here, others, listed(paths.database))
    make_folder(paths.backups)
    with beside(paths.backups / "prep.db") as new:
        total = written((further | own).values(), names(paths.database), new, clock, paths.backups)
        old = restore(new, paths.database, paths.backups, clock.now())
    return Salvaged(len(own), total - len(own), tuple(lost), old)


def _whole(database: Path) -> bool:
    try:
        check(database)
    except StoreError:
        return False
    return True


def _copies(folder: Path) -> list[Path]:
    """All backups, and what was kept of a write-ahead log alone."""
    alone = (Path(str(log).removesuffix("-wal")) for log in folder.glob("*.db-wal"))
    return list(dict.fromkeys((*(each.path for each in kept(folder)), *alone)))


def _told(paths: Paths) -> Iterator[Event]:
    """Events of exported logs beside the database, and of backups whose events don't prove themselves yet."""
    for file in (*paths.log.glob("*.jsonl"), *paths.home.glob("*.jsonl")):
        yield from Incoming(str(file)).events(entries(file))
    for each in kept(paths.backups):
        if each.sound:
            try:
                yield from Incoming(str(each.path)).events((number, joined(*said)) for number, *said in rows(each.path))
            except StoreError:
                continue  # what proves itself in it was found already
