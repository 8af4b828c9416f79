"""The states as they were before this process's newest actions: to take one back is to put them back.

Folding a card's history again, as any other undo does, costs more than all the rest of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from prep.core.state import State
from prep.store.records import Action

Known = Mapping[str, State]
"""State by full id."""
FORGOTTEN: Known = MappingProxyType({})
DEEPEST = 1_000
"""So many actions are remembered; what came before them is folded."""


class Before:
    """A stack of actions, the newest last. What it says holds as long as nothing else has moved a state."""

    def __init__(self) -> None:
        self._actions: list[tuple[str, int, Known]] = []

    def follow(self, action: Action, version: int) -> None:
        """After an action on disk. version: of the file's data as it was in the action's transaction."""
        if not action.before:
            return self.forget()
        self._actions.append((action.id, version, {state.card: state for state in action.before}))
        del self._actions[:-DEEPEST]

    def taken_back(self, action: str, version: int) -> Known:
        """The states to which this action's undo goes back; none unless it is the newest and no other process wrote.

        The undo of an undo isn't known, and ends what is remembered.
        """
        newest, seen, states = self._actions.pop() if self._actions else ("", 0, FORGOTTEN)
        if (newest, seen) == (action, version):
            return states
        self.forget()
        return FORGOTTEN

    def forget(self) -> None:
        """Something else moved states."""
        self._actions.clear()
