"""What this process did to the states, so that whoever read them need not read them all again after every answer."""

from __future__ import annotations

from collections.abc import Sequence

from prep.core.state import State
from prep.store.database.connection import Database

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

    def since(self, mark: Mark) -> tuple[Mark, list[State] | None]:
        """The present, and the states that changed after that mark; None when it may be any, as after another process
        has written. What it writes from here on is seen the next time."""
        version, seen = mark
        now, fresh = self.mark(), self._all[seen:]
        known = [state for state in fresh if state is not None]
        return now, known if len(known) == len(fresh) and version == now[0] else None
