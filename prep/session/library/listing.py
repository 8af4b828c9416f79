"""Every card with where it stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from prep.core.card import Card
from prep.core.clock import day_date
from prep.core.state import State
from prep.session.library.library import Library


@dataclass(frozen=True, slots=True)
class CardEntry:
    """One card in a list."""

    card: Card
    state: str
    """In a word or a date: "new", "in steps", "2026-12-04", "suspended"."""


def listing(library: Library) -> list[CardEntry]:
    """All cards in the order of the decks."""
    states = {listed.listing.card: listed.state for listed in library.store.listing()}
    day = library.day()
    return [CardEntry(c, standing(states.get(c.full_id, State(c.full_id)), day)) for c in library.deck.cards]


def found(library: Library, cards: Iterable[Card]) -> list[CardEntry]:
    """These cards, in their order."""
    day = library.day()
    return [CardEntry(card, standing(library.store.state(card.full_id), day)) for card in cards]


def standing(state: State, day: int) -> str:
    """Where a card stands, in a word or a date."""
    if state.suspended:
        return "suspended"
    if state.held(day):
        return "buried"
    if state.reviewed is None:
        return "new"
    if state.due_at is not None:
        return "in steps"
    return day_date(state.reviewed.due_day).isoformat()
