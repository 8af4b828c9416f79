"""What may come on this study day: read from the tables once, then moved along with every answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from prep.core.queue import Line, Row, Settings
from prep.core.state import Phase, State
from prep.session.library.library import Library
from prep.store.database.connection import Version
from prep.store.store import DUE_AT_ONCE

MINUTE_MS = 60_000


class Today:
    """The day's line. What an answer does to it is done here; after anything else it is read anew."""

    def __init__(self, library: Library, wanted: Callable[[str], bool] | None) -> None:
        """wanted: the focus, a predicate on full ids."""
        self._library = library
        self._wanted = wanted
        self.extra_new = 0
        """New cards asked for beyond today's limit; with the day it ends."""
        self.ahead: tuple[str, ...] = ()
        """Full ids of cards to ask before they are due, once nothing else waits; with the day it ends."""
        self._day = library.day()
        self._line = Line((), self._day)
        self._seen: Version | None = None
        """Of the file, when the line was right; None: it must be read."""
        self._asked: tuple[int, int, tuple[str, ...]] | None = None
        self._new: tuple[Row, ...] = ()
        self._new_left = 0
        self._least = 0
        """Due cards without which the line must be read: there are more than it holds."""
        self._beyond: int | None = 0
        """Due cards that the line doesn't hold; None: not counted yet."""

    def line(self) -> Line:
        """Everything that may come today, as it is now."""
        if not self._follow():
            self._read()
        return self._line

    def bring_new(self, cards: int) -> None:
        """Let so many new cards come beyond today's limit, and beyond what an earlier review brought."""
        over = self._library.store.introduced_today(self._begin()) - self._library.config.new_per_day
        self.extra_new = max(self.extra_new, over) + cards

    def study(self, ahead: Iterable[str]) -> None:
        """Let these cards come before their day."""
        self._begin()
        self.ahead = tuple(ahead)

    def settings(self) -> Settings:
        """What the queue must be told; as of the last `line`."""
        return Settings(self._new_left, self._library.config.learn_ahead_minutes * MINUTE_MS)

    def new(self) -> tuple[Row, ...]:
        """The new cards that today will bring, in their order: those made today, then as many as the limit allows; as
        of the last `line`."""
        return self._new

    def total(self) -> int:
        """How many cards are left of the day; as of the last `line`."""
        if self._beyond is None:
            due = self._library.store.due_total(self._line.day)
            self._beyond = max(0, due - self._line.old)
        return self._line.old + self._beyond + len(self._new)

    # inside

    def _begin(self) -> int:
        """The study day. What was asked for beyond the day's set was asked for that day alone."""
        if self._day != (day := self._library.day()):
            self._day, self.extra_new, self.ahead = day, 0, ()
        return day

    def _follow(self) -> bool:
        """Move what changed; False when the line must be read."""
        wanted = (self._begin(), self.extra_new, self.ahead)
        if self._seen is None or self._asked != wanted:
            return False
        seen, changed = self._library.store.changes.since(self._seen)
        if changed is None or not all(map(self._line.follow, changed)):
            return False
        self._seen = seen
        return self._line.due >= self._least

    def _read(self) -> None:
        library, day = self._library, self._library.day()
        store, most = library.store, library.config.reviews_per_day
        seen, due = store.changes.version(), DUE_AT_ONCE
        if most:
            due = min(due, max(0, most - store.answered_today(day)))
        self._new_left = max(0, library.config.new_per_day + self.extra_new - store.introduced_today(day))
        rows = store.queue_rows(day, self._new_left, self._wanted, due)
        self._line = Line([*rows, *self._ahead_rows(day)], day)
        whole = self._line.due < DUE_AT_ONCE
        self._asked = (day, self.extra_new, self.ahead)
        # With a limit, or cards studied ahead, an answer says more than where its card goes.
        self._seen = None if most or self.ahead else seen
        self._least = 0 if whole else max(1, DUE_AT_ONCE // 2)
        self._beyond = 0 if whole or self._wanted else None
        self._new = tuple(self._line.new_within(self._new_left))

    def _ahead_rows(self, day: int) -> list[Row]:
        """What is left of the cards studied ahead, as if they were due: the queue's rules hold among them too."""
        rows = self._library.store.rows(self.ahead, day) if self.ahead else []
        return [replace(row, early=True) for row in rows if _is_later(row.state, day)]


def _is_later(state: State, day: int) -> bool:
    """Whether a card is in review, due on a later day, and wasn't answered today."""
    in_review = state.phase is Phase.REVIEW and state.due_day is not None and state.due_day > day
    return in_review and state.last_day is not None and state.last_day < day
