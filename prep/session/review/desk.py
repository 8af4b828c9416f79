"""The day's set: what waits, which card comes next, and what its buttons will do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from prep.core import queue, stats
from prep.core.card import Card
from prep.core.event import EventKind
from prep.core.kind import Kind
from prep.core.queue import Row, Settings
from prep.core.schedule import choices
from prep.core.state import Phase, State
from prep.session.library.focus import Focus
from prep.session.library.library import Library
from prep.session.review.asking import lay
from prep.session.review.snapshot import Asked
from prep.session.review.today import Today


@dataclass(frozen=True, slots=True)
class Waiting:
    """What is left of the day."""

    total: int
    seconds_a_card: float

    def minutes(self, cards: int) -> int:
        """How long so many cards will take."""
        return stats.minutes(cards, self.seconds_a_card)


class Desk:
    """Deals the cards of one sitting."""

    def __init__(self, library: Library, focus: Focus) -> None:
        self.library = library
        self.focus = focus
        self.today = Today(library, self.admits if focus else None)
        self._seconds = self._seconds_a_card()

    def next(self, shown: Sequence[str], wanted: str | None = None) -> Asked | None:
        """The card to ask now. shown: full ids of this sitting, the newest last. wanted: this very card."""
        library, line = self.library, self.today.line()
        if wanted is not None and (card := library.card(wanted)):
            return self._lay(card)
        row = line.next(shown, library.now().ms, self.today.settings(), self._just_flagged(shown))
        card = library.card(row.card) if row else None
        return self._lay(card, row.state) if row and card else None

    def can_bring_new(self, shown: Sequence[str] = ()) -> bool:
        """Whether a new card beyond today's limit could be asked."""
        library, day = self.library, self.library.day()
        rows = library.store.queue_rows(day, 1, self.admits if self.focus else None)
        new = [row for row in rows if row.is_new]
        return queue.next_row(new, shown, library.now().ms, day, Settings(1)) is not None

    def look_ahead(self, cards: int) -> bool:
        """Let the least remembered of the cards that aren't due follow when nothing waits; whether there are any."""
        later = filter(self.admits if self.focus else None, self.library.store.ahead(self.library.day()))
        self.today.study(islice(later, cards))
        return bool(self.today.ahead)

    def can_look_ahead(self) -> bool:
        """Whether `look_ahead` would find a card."""
        day, store = self.library.day(), self.library.store
        return any(map(self.admits, store.ahead(day))) if self.focus else store.any_ahead(day)

    def relay(self, asked: Asked) -> Asked:
        """The same card with what its buttons do from now on."""
        fresh = self._lay(asked.card)
        return replace(asked, state=fresh.state, choices=fresh.choices, recall=fresh.recall, day=fresh.day)

    def rows(self) -> list[Row]:
        """Everything that may come today, in no order."""
        return self.today.line().rows

    def new_rows(self) -> tuple[Row, ...]:
        """The new cards that today will bring, in their order."""
        return self.today.new()

    def waiting(self) -> Waiting:
        """What is left of the day, the card on the desk included."""
        return Waiting(self.today.total(), self._seconds)

    def waits_until(self) -> int | None:
        """ms UTC at which the first learning step may be asked, when nothing may be asked now."""
        return queue.waiting_until(self.rows(), self.library.now().ms, self.today.settings())

    # inside

    def admits(self, full_id: str) -> bool:
        """Whether the focus lets this card in."""
        card = self.library.card(full_id)
        return card is not None and self.focus.admits(card)

    def _just_flagged(self, shown: Sequence[str]) -> frozenset[str]:
        """The questions of the red flags among the last few cards: their answer has just been read (DESIGN §1)."""
        cards = filter(None, map(self.library.card, shown[-queue.RED_FLAG_DISTANCE :]))
        return frozenset(card.parent for card in cards if card.kind is Kind.RED_FLAG)

    def _lay(self, card: Card, state: State | None = None) -> Asked:
        """state: the card's, where it is at hand."""
        library, now = self.library, self.library.now()
        day, model = library.config.day_of(now), library.store.model
        state = state or library.store.state(card.full_id)
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
            leech := self._is_leech(state),
            self._most_missed(card) if leech else "",
        )

    def _is_leech(self, state: State) -> bool:
        return state.lapses >= self.library.config.leech_lapses and state.phase is not Phase.NEW

    def _most_missed(self, card: Card) -> str:
        """The point missed most often: what to rewrite or learn first (DESIGN §4); empty if no list was walked."""
        rated = (e for e in self.library.store.history(card.full_id) if e.kind is EventKind.RATED)
        missed = Counter(key for event in rated for key in event.missed)
        texts = {point.key: point.text for point in card.must_say}
        return next((texts[key] for key, _ in missed.most_common() if key in texts), "")

    def _seconds_a_card(self) -> float:
        day = self.library.day()
        tallies = [tally for tally in self.library.store.days(day - stats.RECENT_DAYS) if tally.day <= day]
        return stats.seconds_a_card(sum(t.timed for t in tallies), sum(t.ms for t in tallies))
