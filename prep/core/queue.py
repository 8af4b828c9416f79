"""Which card comes next (DESIGN §1, §4): a pure choice among a bounded number of rows.

They are sorted once; the choice looks at a few of them, and an answer moves one: the next card costs 10 µs.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from prep.core.clock import DAY_MS
from prep.core.kind import FARTHEST, Kind
from prep.core.state import State


@dataclass(frozen=True, slots=True)
class QueueRow:
    """What the queue knows of one card that may come today; held, expired and retired cards are not here."""

    state: State
    """Its schedule and memory, as they are now."""
    kind: Kind
    turn: int
    """When it is introduced (`core.introduction`); its question's, for what hangs on one: it comes right after it."""
    position: int
    """Place in the order of the decks (topic order, then file order); its question's, as for the turn."""
    place: int
    """Its own place in that order."""
    parent: str = ""
    gate_open: bool = True
    """Whether it may be introduced (`core.gate`); a question's always."""
    parent_first_day: int | None = None
    """Study day on which its question was introduced."""
    made_today: bool = False
    """Made in the app on this study day: outside limit and gate."""
    early: bool = False
    """Asked before its day, as if it were due, until it was: the person wants more, or a plan does."""

    @property
    def card(self) -> str:
        """Full id."""
        return self.state.card

    @property
    def is_new(self) -> bool:
        """Never rated, or reset since."""
        return self.state.reviewed is None


@dataclass(frozen=True, slots=True)
class Settings:
    """What the queue must be told."""

    new_left: int
    """How many new cards may still be introduced today."""
    learn_ahead_ms: int = 20 * 60_000
    """How early a learning step may be asked when nothing else waits."""


def next_row(
    rows: Sequence[QueueRow], shown: Sequence[str], now_ms: int, day: int, settings: Settings
) -> QueueRow | None:
    """The card to ask now; None when nothing may be asked at this moment.

    rows: what may come today. shown: full ids in the order in which this sitting asked them, the newest last.
    """
    return DayQueue(rows, day).next(shown, now_ms, settings)


def waiting_until(rows: Sequence[QueueRow], now_ms: int, settings: Settings) -> int | None:
    """When `next_row` has nothing: the ms UTC at which the first learning step may be asked; None if none is left."""
    ends = [row.state.due_at for row in rows if row.state.due_at is not None]
    return max(now_ms, min(ends) - settings.learn_ahead_ms) if ends else None


class DayQueue:
    """One study day's rows in their order."""

    def __init__(self, rows: Iterable[QueueRow], day: int) -> None:
        """rows: what may come that day, in no order."""
        self.day = day
        self._known: dict[str, QueueRow] = {row.card: row for row in rows}
        """Cards answered meanwhile too: an undo brings them back."""
        known = self._known.values()
        self._learning = sorted((row for row in known if row.state.due_at is not None), key=_by_end)
        self._due = sorted((row for row in known if _is_due(row, day)), key=self._by_pressure)
        self._new = sorted((row for row in known if row.is_new), key=_by_place)
        self._flags = [row for row in known if row.kind.apart]
        self._follow_ups = [row for row in self._due if row.kind.follows]

    @property
    def rows(self) -> list[QueueRow]:
        """Everything that may come today, in no order."""
        return [*self._learning, *self._due, *self._new]

    @property
    def in_steps(self) -> frozenset[str]:
        """Full ids of the cards in their learning steps."""
        return frozenset(row.card for row in self._learning)

    @property
    def due(self) -> int:
        """How many are in review and due."""
        return len(self._due)

    @property
    def old(self) -> int:
        """How many were rated before."""
        return len(self._learning) + len(self._due)

    def new_within(self, new_left: int) -> list[QueueRow]:
        """The new cards that the day will bring, in their order: those made today, then as many as are left."""
        made = [row for row in self._new if row.made_today]
        others = [row for row in self._new if row.gate_open and not row.made_today]
        return made + others[:new_left]

    def next(
        self, shown: Sequence[str], now_ms: int, settings: Settings, near: frozenset[str] = frozenset()
    ) -> QueueRow | None:
        """As `next_row`. near: questions whose red flag was just answered and isn't here any more."""
        near |= self._near(shown)
        over = (row for row in self._learning if _over(row, now_ms))
        waiting = chain(over, self._due_in_turn(shown, near), self._new_in_turn(settings, near))
        ahead = (row for row in self._learning if _over(row, now_ms + settings.learn_ahead_ms))
        return _first(waiting, shown, near) or _first(ahead, shown, near)

    def follow(self, state: State) -> bool:
        """Move a card to where its new state puts it; False when that could concern rows that aren't here: a card that
        was new or is, one that isn't known, a gate that opens or closes."""
        row = self._known.get(state.card)
        if row is None or state.held_until is not None:
            return False
        if not row.kind.hangs and row.state.gates != state.gates:
            return False
        if row.is_new or state.reviewed is None:
            return False
        self._take(row)
        self._put(replace(row, state=state))
        return True

    # inside

    def _take(self, row: QueueRow) -> None:
        if row.state.due_at is not None:
            del self._learning[bisect_left(self._learning, _by_end(row), key=_by_end)]
        elif _is_due(row, self.day):
            del self._due[bisect_left(self._due, self._by_pressure(row), key=self._by_pressure)]
        else:
            return
        if row.kind.hangs:
            self._flags = [other for other in self._flags if other is not row]
            self._follow_ups = [other for other in self._follow_ups if other is not row]

    def _put(self, row: QueueRow) -> None:
        self._known[row.card] = row
        if row.state.due_at is not None:
            insort(self._learning, row, key=_by_end)
        elif _is_due(row, self.day):
            insort(self._due, row, key=self._by_pressure)
        else:
            return
        if row.kind.apart:
            self._flags.append(row)
        elif row.kind.follows and row.state.due_at is None:
            insort(self._follow_ups, row, key=self._by_pressure)

    def _by_pressure(self, row: QueueRow) -> tuple[float, str]:
        return -pressure(row, self.day), row.card

    def _near(self, shown: Sequence[str]) -> frozenset[str]:
        """Red flags whose question was just asked, and questions whose red flag was."""
        recent = set(shown[-FARTHEST:])
        after = {row.card for row in self._flags if row.parent in recent}
        return frozenset(after | {row.parent for row in self._flags if row.card in recent})

    def _due_in_turn(self, shown: Sequence[str], near: frozenset[str]) -> Iterator[QueueRow]:
        """Due cards, the least remembered first; a follow-up waits for its due question and comes right after it."""
        asked = {card: i for i, card in enumerate(shown)} if self._follow_ups else {}
        waits = {row.card for row in self._follow_ups if self._is_due_question(row.parent)}
        follows = [row for row in self._follow_ups if row.parent in asked and row.card not in waits]
        yield from sorted(follows, key=lambda row: -asked[row.parent])
        apart = waits.union(row.card for row in follows)
        for row in self._due:
            if row.card not in apart and not (row.kind.apart and row.card in near):
                yield row

    def _is_due_question(self, card: str) -> bool:
        row = self._known.get(card)
        return row is not None and not row.kind.hangs and _is_due(row, self.day)

    def _new_in_turn(self, settings: Settings, near: frozenset[str]) -> Iterator[QueueRow]:
        """New cards: those made in the app today, then the limit's worth in the order of the decks."""
        for row in self._new:
            allowed = settings.new_left > 0 and row.gate_open and not _barred(row, self.day, near)
            if row.made_today or allowed:
                yield row


def pressure(row: QueueRow, day: int) -> float:
    """Elapsed days per day of stability: recall falls as it rises, so the highest is the least remembered."""
    past = row.state.reviewed
    return float("inf") if past is None else max(0, day - past.last_day) / past.memory.stability


def _over(row: QueueRow, now_ms: int) -> bool:
    """Whether a learning step is over. One that ends more than a day ahead was stamped by a wrong clock: it is."""
    end = row.state.due_at
    return end is not None and (end <= now_ms or end > now_ms + DAY_MS)


def _is_due(row: QueueRow, day: int) -> bool:
    past = row.state.reviewed
    early = row.early and past is not None and past.last_day < day
    return past is not None and past.due_at is None and (early or past.due_day <= day)


def _by_end(row: QueueRow) -> tuple[int, str]:
    return row.state.due_at or 0, row.card


def _by_place(row: QueueRow) -> tuple[bool, int, int, int, str]:
    return not row.made_today, row.turn, row.position, row.place, row.card


def _barred(row: QueueRow, day: int, near: frozenset[str]) -> bool:
    """A red flag is not for the day on which its question was introduced, nor for the next five cards."""
    return row.kind.apart > 0 and (row.parent_first_day == day or row.card in near)


def _first(waiting: Iterable[QueueRow], shown: Sequence[str], near: frozenset[str]) -> QueueRow | None:
    """The first that isn't the card just asked, nor too near its red flag; such a one only if no other waits."""
    last = shown[-1] if shown else ""
    other: QueueRow | None = None
    same: QueueRow | None = None
    for row in waiting:
        if row.card == last:
            same = same or row
        elif row.card in near:
            other = other or row
        else:
            return row
    return other or same
