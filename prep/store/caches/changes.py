"""What this process did to the states, so that whoever read them need not read them all again after every answer."""

from __future__ import annotations

from collections.abc import Sequence

from prep.core.state import State
from prep.store.database.connection import Database, Version


class Changes:
    """The actions of this process whose states are known, each as a step from one version of the file to the next.

    Anything else that is written, here or by another process, is no step: a path that needs it ends before it.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._steps: dict[Version, tuple[Version, Sequence[State]]] = {}

    def version(self) -> Version:
        """The present, for a later `follow` or `since`."""
        return self._database.version()

    def follow(self, before: Version, changed: Sequence[State]) -> None:
        """After an action on disk. before: the version in which it found the file; changed: none, if it may be any."""
        if changed:
            self._steps[before] = self.version(), changed

    def since(self, seen: Version) -> tuple[Version, list[State] | None]:
        """The present, and the states that changed after that version; None when it may be any."""
        now, changed = self.version(), list[State]()
        while seen != now and seen in self._steps:
            seen, states = self._steps[seen]
            changed += states
        return now, changed if seen == now else None
