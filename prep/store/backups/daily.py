"""The copy that is made without asking: at most one a day, checked, thinned as it grows old."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from prep.core import thinning
from prep.core.clock import Moment
from prep.store.backups.backup import backup
from prep.store.database.failure import explained
from prep.store.kept import DAILY, Kept, kept
from prep.whole_file import settle

MOST_BYTES = 2_000_000_000
"""All daily copies together; the newest two stay, however large."""
ALWAYS = 2


def wanted(folder: Path, now: Moment) -> bool:
    """Whether this day has none yet."""
    return not any(each.at.date() == now.local.date() for each in kept(folder) if each.reason == DAILY)


def keep_daily(database: Path, folder: Path, now: Moment) -> Path | None:
    """Today's copy, unless there is one; then the old ones are thinned. Raises StoreError."""
    if not wanted(folder, now):
        return None
    made = backup(database, folder, now, DAILY)
    thin(folder, now)
    return made


def thin(folder: Path, now: Moment, most: int = MOST_BYTES) -> None:
    """Remove daily copies that are too many or too much. What was made for another reason stays."""
    daily = [each for each in kept(folder) if each.reason == DAILY]
    days = thinning.kept([each.at.date() for each in daily], now.local.date())
    with explained(folder):
        for each in (*_older(daily, days), *_beyond(daily, days, most)):
            each.path.unlink()
        settle(folder)


def _older(daily: list[Kept], days: set[date]) -> list[Kept]:
    return [each for each in daily[ALWAYS:] if each.at.date() not in days]


def _beyond(daily: list[Kept], days: set[date], most: int) -> list[Kept]:
    """The oldest of those that stay, once there is no room for all."""
    staying, room = [each for each in daily if each.at.date() in days or each in daily[:ALWAYS]], most
    gone = []
    for number, each in enumerate(staying):
        room -= each.path.stat().st_size
        if room < 0 and number >= ALWAYS:
            gone.append(each)
    return gone
