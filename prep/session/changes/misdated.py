"""Cards that a clock ahead of its time has sent years away, and the one action that brings them back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from prep.core.card import Card
from prep.core.clock import day_date
from prep.core.event import EventDraft, EventKind
from prep.core.state import Reviewed, State
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
    def ahead(self) -> Reviewed | None:
        """What is known of it, if it was answered after today."""
        past = self.state.in_review
        return past if past and past.last_day > self.today else None

    @property
    def sentence(self) -> str:
        """What is wrong with it."""
        name, today = self.card.full_id, day_date(self.today)
        if (past := self.ahead) is None:
            return f"{name} is buried until {day_date(self.state.held_until or 0)}, though today is {today}"
        said, due = day_date(past.last_day), day_date(past.due_day)
        return f"{name} was answered on {said} and is due on {due}, though today is {today}"

    def drafts(self) -> Iterator[EventDraft]:
        """What puts it right: due, by its interval, and memory as if answered on that day, and no longer buried."""
        if past := self.ahead:
            memory, due = past.memory, self.answered + max(1, past.due_day - past.last_day)
            body = {"stability": memory.stability, "difficulty": memory.difficulty, "last_day": self.answered}
            yield EventDraft(EventKind.PLACED, self.card.full_id, due_day=due, body=body)
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
