"""`prep backup`: copy the database into the backups folder, or list what lies there."""

from __future__ import annotations

import os
from argparse import Namespace

from prep.errors import StoreError
from prep.paths import Paths, paths
from prep.store.backups.backup import backup
from prep.store.backups.daily import keep_daily
from prep.store.kept import kept
from prep.system_clock import SystemClock
from prep.text.words import count


def run(args: Namespace) -> int:
    """Print where the checked copy lies; `--list`: all copies, the newest first."""
    places = paths()
    if args.list:
        return _list(places)
    if not places.database.exists():
        raise StoreError(f"there is no database at {places.database} yet", "it is made by the first review")
    if args.daily and hasattr(os, "nice"):
        os.nice(10)
    make = keep_daily if args.daily else backup
    if made := make(places.database, places.backups, SystemClock().now()):
        print(str(made))
    return 0


def _list(places: Paths) -> int:
    found = kept(places.backups)
    for each in found:
        size = f"{each.path.stat().st_size / 1e6:.1f} MB"
        print(f"{each.at:%Y-%m-%d %H:%M}  {size:>9}  {each.reason or 'asked for':14}  {each.path}")
    number = count(len(found), "copy", "copies")
    print(f"{number}; prep restore FILE puts one back" if found else "there is no copy yet")
    return 0
