"""The day's due cards in the order of least recall, sorted once: the next card costs the same at any size.

Recall is counted in whole study days, hence this order doesn't change within one. Only the order is kept, never what a
card says: whether it is still due is asked of the tables each time.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from prep.core.state import Phase, State

ORDER = """select card from state where due_day <= ? and due_at is null and phase <> 'new'
    order by case when stability > 0 then max(0, ? - last_day) / stability end desc, card"""
"""As `core.queue.pressure` has it; one forgetting curve for all cards makes recall fall as it rises."""


class DueOrder:
    """Full ids of one study day's due cards, the least remembered first."""

    def __init__(self) -> None:
        self._of: tuple[int, int] | None = None
        self._cards: tuple[str, ...] = ()
        self._members: frozenset[str] = frozenset()

    def cards(self, connection: Connection, day: int, version: int) -> Sequence[str]:
        """The order of that day. version: of the file's data, which another process may have changed."""
        if self._of != (day, version):
            self._cards = tuple(row[0] for row in connection.exec_driver_sql(ORDER, (day, day)))
            self._members = frozenset(self._cards)
            self._of = (day, version)
        return self._cards

    def follow(self, changed: Sequence[State]) -> None:
        """After an action on disk: forget the order if it made a card due that isn't in it."""
        if not changed or any(self._is_due(state) and state.card not in self._members for state in changed):
            self.forget()

    def forget(self) -> None:
        """Sort anew at the next question."""
        self._of = None

    def _is_due(self, state: State) -> bool:
        if self._of is None or state.due_day is None:
            return False
        return state.phase is not Phase.NEW and state.due_at is None and state.due_day <= self._of[0]
