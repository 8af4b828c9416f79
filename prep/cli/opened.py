"""The library as a command opens it."""

from __future__ import annotations

import sys
from time import monotonic

from prep.config import load
from prep.errors import StoreError
from prep.paths import Paths, paths
from prep.session.library.library import Library
from prep.session.library.reader import DeckReader
from prep.store.backups.remains import clear, find
from prep.store.kept import way_back
from prep.store.records import Found
from prep.system_clock import SystemClock


def library() -> Library:
    """Settings, database and decks, opened; notices go to stderr. Raises ConfigError, StoreError."""
    places = paths()
    config = load(places.config)
    ask_before_anew(places)
    opened = Library.open(places, config, SystemClock(), DeckReader(places, config, _Waiting().told))
    for notice in opened.notices:
        print(f"prep: {notice}", file=sys.stderr)
    return opened


class _Waiting:
    """Says once, to a person, why nothing happens: the first time, a large deck takes its minute."""

    SECONDS = 1.0

    def __init__(self) -> None:
        self._began = monotonic()
        self._said = not sys.stderr.isatty()

    def told(self, done: int, files: int) -> None:
        """Progress of the reading."""
        if done and not self._said and monotonic() - self._began > self.SECONDS:
            self._said = True
            print(f"prep: reading {files:,} deck files; the next start will be quick", file=sys.stderr)


def ask_before_anew(places: Paths) -> None:
    """Where backups or logs remain but no database, an empty one must not be begun unasked (DESIGN §5)."""
    if find(places.database, places.backups, places.log) is not Found.REMAINS:
        return
    hint = f"{way_back(places.backups)}; or move what is there away to start anew"
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise StoreError(f"there is no database at {places.database}, but there are backups or logs of one", hint)
    print(f"There is no database at {places.database}, but there are backups or logs of one.\n{hint}", file=sys.stderr)
    print("Start anew with an empty one? [y/N]", end=" ", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise StoreError("nothing was changed", hint)
    clear(places.database, places.backups, SystemClock().now())
