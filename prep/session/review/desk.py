"""The card on the desk: its text, and what its buttons will do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from prep.core.card import Card
from prep.core.event import EventKind
from prep.core.plan import running
from prep.core.schedule import Choices, choices
from prep.core.state import State
from prep.session.library.focus import Focus
from prep.session.library.library import Library
from prep.session.review.asking import lay
from prep.session.review.snapshot import Aim, Asked
from prep.session.review.today import Today


class Desk:
    """Lays the cards of one sitting."""

    def __init__(self, library: Library, focus: Focus) -> None:
        self.library = library
        self.today = Today(library, focus)

    def next(self, shown: Sequence[str], wanted: str | None = None) -> Asked | None:
        """The card to ask now. shown: full ids of this sitting, the newest last. wanted: this very card."""
        library = self.library
        if wanted is not None and (card := library.card(wanted)):
            return self._lay(card)
        row = self.today.next(shown)
        card = library.card(row.card) if row else None
        return self._lay(card, row.state) if row and card else None

    def relay(self, asked: Asked) -> Asked:
        """The same card with what its buttons do from now on."""
        fresh = self._lay(asked.card)
        return replace(
            asked, state=fresh.state, choices=fresh.choices, recall=fresh.recall, day=fresh.day, aim=fresh.aim
        )

    # inside

    def _lay(self, card: Card, state: State | None = None) -> Asked:
        """state: the card's, where it is at hand."""
        library, now = self.library, self.library.now()
        day, model = library.config.day_of(now), library.store.model
        state = state or library.store.state(card.full_id)
        offered = choices(state, now, day, library.rules, model)
        return lay(
            card,
            library.card(card.parent) if card.parent else None,
            state,
            offered,
            model.recalled(state, day),
            day,
            now.ms,
            leech := self._is_leech(state),
            self._most_missed(card) if leech else "",
            self._aim(card, offered, day),
        )

    def _aim(self, card: Card, offered: Choices, day: int) -> Aim | None:
        plans = running(self.library.store.plans(), day)
        if (nearest := next((plan.day for plan in plans if plan.holds(card)), None)) is None:
            return None
        model = self.library.store.model
        return Aim(nearest, tuple(model.recall(choice.memory, nearest - day) for choice in offered))

    def _is_leech(self, state: State) -> bool:
        return state.reviewed is not None and state.lapses >= self.library.config.leech_lapses

    def _most_missed(self, card: Card) -> str:
        """The point missed most often: what to rewrite or learn first (DESIGN §4); empty if no list was walked."""
        rated = (e for e in self.library.store.history(card.full_id) if e.kind is EventKind.RATED)
        missed = Counter(key for event in rated for key in event.missed)
        texts = {point.key: point.text for point in card.must_say}
        return next((texts[key] for key, _ in missed.most_common() if key in texts), "")
