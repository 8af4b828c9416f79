"""The day's set: what may come on this study day, and which card is next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from prep.core import queue, stats
from prep.core.gate import all_open
from prep.core.kind import FARTHEST
from prep.core.queue import DayQueue, QueueRow, Settings
from prep.core.state import State
from prep.session.library.focus import EVERYTHING, Focus
from prep.session.library.library import Library
from prep.session.plan.day import PlannedDay, planned_day
from prep.store.database.connection import Version
from prep.store.store import DUE_AT_ONCE

MINUTE_MS = 60_000


class Today:
    """Who knows what comes next. It reads the tables once and moves what an answer changed; anything else that is
    written, a new study day, or a wish for more makes it read them anew (`line`)."""

    def __init__(self, library: Library, focus: Focus = EVERYTHING) -> None:
        self._library = library
        self._focus = focus
        self._wanted = self.admits if focus else None
        self.extra_new = 0
        """New cards asked for beyond today's limit; with the day it ends."""
        self.ahead: tuple[str, ...] = ()
        """Full ids of cards to ask before they are due, once nothing else waits; with the day it ends."""
        self._day = library.day()
        self._line = DayQueue((), self._day)
        self._seen: Version | None = None
        """Of the file, when the line was right; None: it must be read."""
        self._asked: tuple[int, int, tuple[str, ...]] | None = None
        self._new: tuple[QueueRow, ...] = ()
        self._new_left = 0
        self._least = 0
        """Due cards without which the line must be read: there are more than it holds."""
        self._beyond: int | None = 0
        """Due cards that the line doesn't hold; None: not counted yet."""
        self.planned: PlannedDay | None = None
        """What the plans that run make of the day; None without one."""
        self._seconds = self._seconds_a_card()

    # what waits

    def next(self, shown: Sequence[str]) -> QueueRow | None:
        """The card to ask now. shown: full ids of this sitting, the newest last."""
        return self.line().next(shown, self._library.now().ms, self.settings(), self._just_flagged(shown))

    def alone(self, shown: Sequence[str]) -> bool:
        """Whether nothing but itself could follow the card just shown; a new one takes its place in the limit."""
        line, settings, near = self.line(), self.settings(), self._just_flagged(shown)
        others = [row for row in line.rows if row.card != shown[-1]]
        if any(row.is_new and not row.made_today and row.card == shown[-1] for row in line.rows):
            settings = replace(settings, new_left=settings.new_left - 1)
        return DayQueue(others, line.day).next(shown, self._library.now().ms, settings, near) is None

    def waits_until(self) -> int | None:
        """ms UTC at which the first learning step may be asked, when nothing may be asked now."""
        return queue.waiting_until(self.line().rows, self._library.now().ms, self.settings())

    def total(self) -> int:
        """How many cards are left of the day, the one on the desk included."""
        line = self.line()
        if self._beyond is None:
            self._beyond = max(0, self._library.store.due_total(line.day) - line.old)
        return line.old + self._beyond + len(self._new)

    def in_steps(self) -> frozenset[str]:
        """Cards that come again today, in their learning steps."""
        return self.line().in_steps

    def minutes(self, cards: int) -> int:
        """How long so many cards will take."""
        return stats.minutes(cards, self._seconds)

    def new(self) -> tuple[QueueRow, ...]:
        """The new cards that the day will bring, in their order: those made today, then as many as the limit allows."""
        self.line()
        return self._new

    def met(self) -> list[QueueRow]:
        """All cards met before that wait, within the limit: `line` holds just the first of them."""
        line = self.line()
        if self.planned is not None:
            return [row for row in line.rows if not row.is_new]
        most = self._allowed(len(self._library.deck.cards))
        rows = self._library.store.queue_rows(self._begin(), 0, self._wanted, most)
        return [row for row in rows if not row.is_new]

    def line(self) -> DayQueue:
        """What may come today, as it is now."""
        if not self._follow():
            self._read()
        return self._line

    def settings(self) -> Settings:
        """What the queue must be told; as of the last `line`."""
        return Settings(self._new_left, self._library.config.learn_ahead_minutes * MINUTE_MS)

    def admits(self, full_id: str) -> bool:
        """Whether the focus lets this card in."""
        card = self._library.card(full_id)
        return card is not None and self._focus.admits(card)

    # more than that

    def bring_new(self, cards: int) -> None:
        """Let so many new cards come beyond today's limit, and beyond what an earlier review brought."""
        over = self._library.store.introduced_today(self._begin()) - self._library.config.new_per_day
        if (planned := planned_day(self._library, self._day)) is not None:
            over = planned.beyond
        self.extra_new = max(self.extra_new, over) + cards

    def can_bring_new(self, shown: Sequence[str] = ()) -> bool:
        """Whether a new card beyond today's limit could be asked."""
        day = self._begin()
        ungated = all_open(self._library.store.plans(), day)
        new = [row for row in self._library.store.queue_rows(day, 1, self._wanted, ungated=ungated) if row.is_new]
        return queue.next_row(new, shown, self._library.now().ms, day, Settings(1)) is not None

    def look_ahead(self, cards: int) -> bool:
        """Let the least remembered of the cards that aren't due follow when nothing waits; whether there are any."""
        self._begin()
        self.ahead = tuple(islice(self._later(), cards))
        return bool(self.ahead)

    def can_look_ahead(self) -> bool:
        """Whether `look_ahead` would find a card."""
        return any(self._later()) if self._focus else self._library.store.any_ahead(self._library.day())

    # inside

    def _later(self) -> Iterator[str]:
        return filter(self._wanted, self._library.store.ahead(self._library.day()))

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
        library, day = self._library, self._begin()
        store, limited = library.store, bool(library.config.reviews_per_day)
        seen, due = store.changes.version(), min(DUE_AT_ONCE, self._allowed(DUE_AT_ONCE))
        self._new_left = max(0, library.config.new_per_day + self.extra_new - store.introduced_today(day))
        self.planned = planned_day(library, day, self._wanted)
        if self.planned is None:
            rows = store.queue_rows(day, self._new_left, self._wanted, due)
        else:
            rows = self._planned_rows(self.planned, day)
            if cards := len(self.planned.again) + len(self.planned.new):
                self._seconds = self.planned.seconds / cards
            self._new_left = max(0, len(self.planned.new) + self.extra_new - self.planned.beyond)
        self._line = DayQueue([*rows, *self._ahead_rows(day)], day)
        whole = self.planned is not None or self._line.due < DUE_AT_ONCE
        self._asked = (day, self.extra_new, self.ahead)
        # With a limit, or cards studied ahead, an answer says more than where its card goes.
        self._seen = None if limited or self.ahead else seen
        self._least = 0 if whole else max(1, DUE_AT_ONCE // 2)
        self._beyond = 0 if whole or self._wanted else None
        self._new = tuple(self._line.new_within(self._new_left))

    def _planned_rows(self, planned: PlannedDay, day: int) -> list[QueueRow]:
        """Under a plan: learning cards and those made today as ever, then what the plan brings, due or not."""
        store, most = self._library.store, self._allowed(len(planned.again))
        more = self.extra_new and self.extra_new + len(planned.new)
        steps = store.queue_rows(day, more, self._wanted, 0, all_open(planned.plans, day))
        again = [replace(row, early=True) for row in store.rows(planned.again[:most], day)]
        return list({row.card: row for row in (*steps, *again, *planned.new)}.values())

    def _allowed(self, without: int) -> int:
        """How many due cards the limit of reviews still lets come; `without` a limit."""
        most = self._library.config.reviews_per_day
        return max(0, most - self._library.store.answered_today(self._library.day())) if most else without

    def _ahead_rows(self, day: int) -> list[QueueRow]:
        """What is left of the cards studied ahead, as if they were due: the queue's rules hold among them too."""
        rows = self._library.store.rows(self.ahead, day) if self.ahead else []
        return [replace(row, early=True) for row in rows if _is_later(row.state, day)]

    def _just_flagged(self, shown: Sequence[str]) -> frozenset[str]:
        """The questions of the red flags among the last few cards: their answer has just been read (DESIGN §1)."""
        cards = filter(None, map(self._library.card, shown[-FARTHEST:]))
        return frozenset(card.parent for card in cards if card.kind.apart)

    def _seconds_a_card(self) -> float:
        day = self._library.day()
        tallies = [tally for tally in self._library.store.days(day - stats.RECENT_DAYS) if tally.day <= day]
        return stats.seconds_a_card(sum(t.timed for t in tallies), sum(t.ms for t in tallies))


def _is_later(state: State, day: int) -> bool:
    """Whether a card is in review, due on a later day, and wasn't answered today."""
    past = state.in_review
    return past is not None and past.due_day > day and past.last_day < day
