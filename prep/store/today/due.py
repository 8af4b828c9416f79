"""The day's due cards in the order of least recall, sorted once: the next card costs the same at any size.

Recall is counted in whole study days, hence this order doesn't change within one. Only the order is kept, never what a
card says: whether it is still due is asked of the tables each time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import Connection

from prep.core.state import Phase, State
from prep.store.database.connection import driver_of
from prep.store.today.glance import COMES

ORDER = """select few.card, c.retired from (
        select card, case when stability > 0 then max(0, ?1 - last_day) / stability end as pressure from state
        where due_day <= ?1 and due_at is null and phase <> 'new' and (held_until is null or held_until <= ?1)
        order by pressure desc, card limit ?2) few
    left join card c on c.id = few.card order by few.pressure desc, few.card"""
"""As `core.queue.pressure` has it; one forgetting curve for all cards makes recall fall as it rises."""

LATER = """select s.card from state s join card c on c.id = s.card
    where s.due_day > ?1 and s.due_at is null and s.phase <> 'new' and s.last_day < ?1 and c.retired = 0
    and (c.expires = '' or c.expires >= ?2) and (s.held_until is null or s.held_until <= ?1)
    and not (c.kind = 'red-flag' and exists (select 1 from state q where q.card = c.parent and q.first_day = ?1))"""
"""Cards in review that are due later and weren't answered today; no red flag on the day of its question."""
AHEAD = f"{LATER} order by case when s.stability > 0 then (?1 - s.last_day) / s.stability end desc, s.card"
"""The least remembered first."""
DUE_ON = f"select count(*) from state s join card c on c.id = s.card where s.due_day = ? and {COMES}"
"""How many come due exactly on a later study day."""


FIRST = 1_000
"""How many are sorted at first: several times what a sitting asks at once."""
WIDER = 8


class DueOrder:
    """Full ids of one study day's due cards, the least remembered first."""

    def __init__(self) -> None:
        self._of: tuple[int, int] | None = None
        self._most = FIRST
        self._cards: tuple[str, ...] = ()
        self._members: frozenset[str] = frozenset()
        self._whole = False

    def cards(self, connection: Connection, day: int, version: int) -> Iterator[str]:
        """The order of that day, as far as it is asked for; some may not be due any more.

        version: of the file's data, which another process may have changed.
        """
        if self._of != (day, version):
            self._sort(connection, day)
            self._of = (day, version)
        given: set[str] = set()
        while True:
            yield from (card for card in self._cards if card not in given)
            if self._whole:
                return
            given.update(self._cards)
            self._most *= WIDER
            self._sort(connection, day)

    def _sort(self, connection: Connection, day: int) -> None:
        rows = driver_of(connection).execute(ORDER, (day, self._most)).fetchall()
        self._whole = len(rows) < self._most
        self._cards = tuple(card for card, retired in rows if retired == 0)
        self._members = frozenset(self._cards)

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
