"""`prep backup`: copy the database into the backups folder."""

from __future__ import annotations

from argparse import Namespace

from prep.errors import StoreError
from prep.paths import paths
from prep.store.backups.backup import backup
from prep.system_clock import SystemClock


def run(args: Namespace) -> int:
    """Print where the checked copy lies."""
    places = paths()
    if not places.database.exists():
        raise StoreError(f"there is no database at {places.database} yet", "it is made by the first review")
    print(backup(places.database, places.backups, SystemClock().now()))
    return 0
