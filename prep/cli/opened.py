"""The library as a command opens it."""

from __future__ import annotations

import sys

from prep.config import load
from prep.errors import StoreError
from prep.paths import Paths, paths
from prep.session.library import Library
from prep.store.backup import find
from prep.store.records import Found
from prep.system_clock import SystemClock
from prep.text.safe import safe


def library() -> Library:
    """Settings, database and decks, opened; notices go to stderr. Raises ConfigError, StoreError."""
    places = paths()
    config = load(places.config)
    ask_before_anew(places)
    opened = Library.open(places, config, SystemClock())
    for notice in opened.notices:
        print(safe(f"prep: {notice}"), file=sys.stderr)
    return opened


def ask_before_anew(places: Paths) -> None:
    """Where backups or logs remain but no database, an empty one must not be begun unasked (DESIGN §5)."""
    if find(places.database, places.backups, places.log) is not Found.REMAINS:
        return
    hint = f"put a backup back with: prep restore FILE (they lie in {places.backups}); or move them away to start anew"
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise StoreError(f"there is no database at {places.database}, but there are backups or logs of one", hint)
    print(f"There is no database at {places.database}, but there are backups or logs of one.\n{hint}", file=sys.stderr)
    print("Start anew with an empty one? [y/N]", end=" ", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise StoreError("nothing was changed", hint)
