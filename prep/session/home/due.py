"""What is due today, as `prep due` says it."""

from __future__ import annotations

from dataclasses import dataclass

from prep.core.clock import day_date
from prep.core.kind import Kind
from prep.core.queue import QueueRow
from prep.core.state import State
from prep.session.library.focus import EVERYTHING, Focus
from prep.session.library.library import Library
from prep.session.review.today import Today


@dataclass(frozen=True, slots=True)
class DueCard:
    """One card that waits."""

    id: str
    kind: Kind
    due: str | None
    """ISO date of the study day; None for a new card."""
    recall: float | None
    """Predicted today; None for a new card."""


@dataclass(frozen=True, slots=True)
class Due:
    """The day's set."""

    day: int
    due: dict[Kind, int]
    """Cards met before, by kind."""
    new: int
    minutes: int
    cards: tuple[DueCard, ...]
    """Least remembered first, then the new ones in their order."""
    waiting: int = 0
    """Due cards outside every plan, for which no minutes are left today."""


def today(library: Library, focus: Focus = EVERYTHING) -> Due:
    """What waits now, within the focus."""
    day = Today(library, focus)
    old, new = sorted(day.met(), key=lambda row: _recall(library, row.state) or 0.0), day.new()
    cards = tuple(_card(library, row) for row in (*old, *new))
    waiting = day.planned.waiting if day.planned else 0
    counts = {kind: sum(row.kind is kind for row in old) for kind in Kind}
    return Due(library.day(), counts, len(new), day.minutes(len(cards)), cards, waiting)


def _card(library: Library, row: QueueRow) -> DueCard:
    past = row.state.reviewed
    due = day_date(past.due_day).isoformat() if past else None
    return DueCard(row.card, row.kind, due, _recall(library, row.state))


def _recall(library: Library, state: State) -> float | None:
    return library.store.model.recalled(state, library.day())
