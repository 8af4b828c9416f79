"""What this process did to the states, so that whoever read them need not read them all again after every answer."""

from __future__ import annotations

from collections.abc import Sequence

from prep.core.state import State
from prep.store.connection import Database

Mark = tuple[int, int]
"""(version of the file's data, number of changes that this process had made)"""


class Changes:
    """The states that changed, in the order in which they did."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._all: list[State | None] = []
        """None where it may have been any state."""

    def follow(self, changed: Sequence[State]) -> None:
        """After an action on disk; none: it may have changed any."""
        self._all += changed or (None,)

    def mark(self) -> Mark:
        """The present, for a later `since`."""
        return self._database.version(), len(self._all)

    def since(self, mark: Mark) -> list[State] | None:
        """The states that changed after that mark; None when it may be any, as after another process has written."""
        version, seen = mark
        fresh = self._all[seen:]
        known = [state for state in fresh if state is not None]
        return known if len(known) == len(fresh) and version == self._database.version() else None
