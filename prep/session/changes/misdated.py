"""Cards that a clock ahead of its time has sent years away, and the one action that brings them back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from prep.core.card import Card
from prep.core.clock import day_date
from prep.core.event import EventDraft, EventKind
from prep.core.state import Phase, State
from prep.session.changes.actions import append
from prep.session.library.library import Library
from prep.store.stale_due import strayed


@dataclass(frozen=True, slots=True)
class Stray:
    """A card that was answered after today, or is buried beyond tomorrow."""

    card: Card
    state: State
    answered: int
    """Study day on which it was really answered, at the latest."""
    today: int

    @property
    def due(self) -> int | None:
        """The study day to which its interval leads from there; None where it wasn't answered after today."""
        state = self.state
        if state.phase is not Phase.REVIEW or state.due_day is None or (state.last_day or 0) <= self.today:
            return None
        assert state.last_day is not None
        return self.answered + max(1, state.due_day - state.last_day)

    @property
    def sentence(self) -> str:
        """What is wrong with it."""
        name, today = self.card.full_id, day_date(self.today)
        if self.due is None:
            return f"{name} is buried until {day_date(self.state.held_until or 0)}, though today is {today}"
        said, due = day_date(self.state.last_day or 0), day_date(self.state.due_day or 0)
        return f"{name} was answered on {said} and is due on {due}, though today is {today}"

    def drafts(self) -> Iterator[EventDraft]:
        """What puts it right: due and memory as if answered on that day, and no longer buried."""
        memory = self.state.memory
        if self.due is not None and memory is not None:
            body = {"stability": memory.stability, "difficulty": memory.difficulty, "last_day": self.answered}
            yield EventDraft(EventKind.PLACED, self.card.full_id, due_day=self.due, body=body)
        if self.state.held(self.today + 1) and not self.state.suspended:
            yield EventDraft(EventKind.HELD, self.card.full_id)


def strays(library: Library) -> tuple[Stray, ...]:
    """All of them that the decks have, by full id."""
    day, store = library.day(), library.store
    found = ((library.card(card), answered) for card, answered in strayed(store.database, day))
    return tuple(Stray(card, store.state(card.full_id), answered, day) for card, answered in found if card)


def bring_back(library: Library, wanted: Sequence[Stray]) -> None:
    """Put them right, in one action that one undo takes back. Raises StoreError."""
    if drafts := [draft for stray in wanted for draft in stray.drafts()]:
        append(library, drafts)
