"""The day's set: what waits, which card comes next, and what its buttons will do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from prep.core import queue, stats
from prep.core.card import Card
from prep.core.event import EventKind
from prep.core.queue import Row, Settings
from prep.core.schedule import choices
from prep.core.state import Phase, State
from prep.session.asking import lay
from prep.session.focus import Focus
from prep.session.library import Library
from prep.session.view import Asked
from prep.store.store import DUE_AT_ONCE

MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True)
class Waiting:
    """What is left of the day."""

    total: int
    seconds_a_card: float

    def minutes(self, cards: int) -> int:
        """How long so many cards will take."""
        return stats.minutes(cards, self.seconds_a_card)


def _is_later(row: Row, day: int) -> bool:
    """Whether a card is in review, due on a later day, and wasn't answered today."""
    in_review = row.phase is Phase.REVIEW and row.due_day is not None and row.due_day > day
    return in_review and row.last_day is not None and row.last_day < day


class Desk:
    """Deals the cards of one sitting. What it may deal is asked of the store anew for every card."""

    def __init__(self, library: Library, focus: Focus) -> None:
        self.library = library
        self.focus = focus
        self.extra_new = 0
        """New cards asked for beyond today's limit."""
        self._ahead: tuple[str, ...] = ()
        """Full ids of cards to ask before they are due, once nothing else waits."""
        self._rows: list[Row] = []
        self._seconds = self._seconds_a_card()

    def next(self, shown: Sequence[str], wanted: str | None = None) -> Asked | None:
        """The card to ask now. shown: full ids of this sitting, the newest last. wanted: this very card."""
        library, day = self.library, self.library.day()
        self._rows = self._gather(day)
        if wanted is not None and (card := library.card(wanted)):
            return self._lay(card)
        rows = [*self._rows, *self._ahead_rows()]
        row = queue.next_row(rows, shown, library.now().ms, day, self._settings(day))
        card = library.card(row.card) if row else None
        return self._lay(card) if card else None

    def can_bring_new(self, shown: Sequence[str] = ()) -> bool:
        """Whether a new card beyond today's limit could be asked."""
        library, day = self.library, self.library.day()
        rows = library.store.queue_rows(day, library.now().ms, 1, self._wanted)
        new = [row for row in rows if row.phase is Phase.NEW]
        return queue.next_row(new, shown, library.now().ms, day, Settings(1)) is not None

    def look_ahead(self, cards: int) -> bool:
        """Let the least remembered of the cards that aren't due follow when nothing waits; whether there are any."""
        later = filter(self._wanted, self.library.store.ahead(self.library.day()))
        self._ahead = tuple(islice(later, cards))
        return bool(self._ahead)

    def relay(self, asked: Asked) -> Asked:
        """The same card with what its buttons do from now on."""
        fresh = self._lay(asked.card)
        return replace(asked, state=fresh.state, choices=fresh.choices, recall=fresh.recall, day=fresh.day)

    def rows(self) -> list[Row]:
        """Everything that may come today, in no order."""
        self._rows = self._gather(self.library.day())
        return self._rows

    def new_rows(self) -> list[Row]:
        """The new cards that today will bring, in their order: those made today, then as many as the limit allows."""
        new = [row for row in self._rows if row.phase is Phase.NEW and (row.gate_open or row.made_today)]
        made = [row for row in new if row.made_today]
        others = [row for row in new if not row.made_today]
        others.sort(key=lambda row: (row.level, row.position, row.place))
        return made + others[: self._new_left(self.library.day())]

    def waiting(self) -> Waiting:
        """What is left of the day, the card on the desk included."""
        old = sum(row.phase is not Phase.NEW for row in self._rows)
        if old >= DUE_AT_ONCE and not self.focus:
            old = self.library.store.glance(self.library.day(), 0).due_total
        return Waiting(old + len(self.new_rows()) + len(self._ahead_rows()), self._seconds)

    def waits_until(self) -> int | None:
        """ms UTC at which the first learning step may be asked, when nothing may be asked now."""
        return queue.waiting_until(self._rows, self.library.now().ms, self._settings(self.library.day()))

    # inside

    def _gather(self, day: int) -> list[Row]:
        library, due = self.library, DUE_AT_ONCE
        if most := library.config.reviews_per_day:
            due = min(due, max(0, most - library.store.answered_today(day)))
        return library.store.queue_rows(day, library.now().ms, self._new_left(day), self._wanted, due)

    def _ahead_rows(self) -> list[Row]:
        """What is left of the cards studied ahead, as if they were due: the queue's rules hold among them too."""
        day = self.library.day()
        rows = self.library.store.rows(self._ahead, day) if self._ahead else []
        return [replace(row, due_day=day) for row in rows if _is_later(row, day)]

    @property
    def _wanted(self) -> Callable[[str], bool] | None:
        return self.admits if self.focus else None

    def admits(self, full_id: str) -> bool:
        """Whether the focus lets this card in."""
        card = self.library.card(full_id)
        return card is not None and self.focus.admits(card)

    def _new_left(self, day: int) -> int:
        allowed = self.library.config.new_per_day + self.extra_new
        return max(0, allowed - self.library.store.introduced_today(day))

    def _settings(self, day: int) -> Settings:
        return Settings(self._new_left(day), self.library.config.learn_ahead_minutes * MINUTE_MS)

    def _lay(self, card: Card) -> Asked:
        library, day, now = self.library, self.library.day(), self.library.now()
        state, model = library.store.state(card.full_id), library.store.model
        recall = None
        if state.memory is not None and state.last_day is not None:
            recall = model.recall(state.memory, max(0, day - state.last_day))
        return lay(
            card,
            library.card(card.parent) if card.parent else None,
            state,
            choices(state, now, day, library.rules, model),
            recall,
            day,
            now.ms,
            self._most_missed(card, state),
        )

    def _most_missed(self, card: Card, state: State) -> str:
        """For a leech, the point missed most often: what to rewrite or learn first (DESIGN §4)."""
        if state.lapses < self.library.config.leech_lapses or state.phase is Phase.NEW:
            return ""
        rated = (e for e in self.library.store.history(card.full_id) if e.kind is EventKind.RATED)
        missed = Counter(key for event in rated for key in event.body.get("missed", ()))
        texts = {point.key: point.text for point in card.must_say}
        return next((texts[key] for key, _ in missed.most_common() if key in texts), "")

    def _seconds_a_card(self) -> float:
        tallies = self.library.store.days(self.library.day() - stats.RECENT_DAYS)
        return stats.seconds_a_card(sum(t.timed for t in tallies), sum(t.ms for t in tallies))
