"""States of cards, made and read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from prep.core.event import Rating
from prep.core.state import Memory, Phase, Reviewed, State

ONCE = Reviewed(Phase.REVIEW, 1, 0, Memory(10.0, 5.0), 1, 1, Rating.GOOD, 0, 11)


def reviewed(card: str, **fields: Any) -> State:
    """A card that was rated Good on its first day, but for these fields."""
    return State(card, replace(ONCE, **fields))


def past(state: State) -> Reviewed:
    """What is known of a card that isn't new."""
    assert state.reviewed is not None
    return state.reviewed
