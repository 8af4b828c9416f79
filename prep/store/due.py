"""The day's due cards in the order of least recall, sorted once: the next card costs the same at any size.

Recall is counted in whole study days, hence this order doesn't change within one. Only the order is kept, never what a
card says: whether it is still due is asked of the tables each time.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from prep.core.state import Phase, State

ORDER = """select s.card from state s join card c on c.id = s.card
    where s.due_day <= ?1 and s.due_at is null and s.phase <> 'new' and c.retired = 0
    and (s.held_until is null or s.held_until <= ?1)
    order by case when s.stability > 0 then max(0, ?1 - s.last_day) / s.stability end desc, s.card"""
"""As `core.queue.pressure` has it; one forgetting curve for all cards makes recall fall as it rises."""

LATER = """select s.card from state s join card c on c.id = s.card
    where s.due_day > ?1 and s.due_at is null and s.phase <> 'new' and s.last_day < ?1 and c.retired = 0
    and (c.expires = '' or c.expires >= ?2) and (s.held_until is null or s.held_until <= ?1)"""
"""Cards in review that are due later and weren't answered today."""
AHEAD = f"{LATER} order by case when s.stability > 0 then (?1 - s.last_day) / s.stability end desc, s.card"
"""The least remembered first."""


class DueOrder:
    """Full ids of one study day's due cards, the least remembered first."""

    def __init__(self) -> None:
        self._of: tuple[int, int] | None = None
        self._cards: tuple[str, ...] = ()
        self._members: frozenset[str] = frozenset()

    def cards(self, connection: Connection, day: int, version: int) -> Sequence[str]:
        """The order of that day. version: of the file's data, which another process may have changed."""
        if self._of != (day, version):
            self._cards = tuple(row[0] for row in connection.exec_driver_sql(ORDER, (day,)))
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
        if self._of is None or state.due_day is None or state.due_at is not None:
            return False
        day, _ = self._of
        return state.phase is not Phase.NEW and state.due_day <= day and not state.held(day)
