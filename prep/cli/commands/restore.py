"""`prep restore FILE`: put a backup in the place of the database."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from prep.paths import paths
from prep.store.backups.restore import restore
from prep.system_clock import SystemClock


def run(args: Namespace) -> int:
    """Print where the database that stood there was kept."""
    places = paths()
    kept = restore(Path(args.file), places.database, places.backups, SystemClock().now())
    print(f"restored {args.file}" + (f"; the database before is kept as {kept}" if kept else ""))
    return 0
