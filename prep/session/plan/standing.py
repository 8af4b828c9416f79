"""How far the person is with a plan, as of now."""

from __future__ import annotations

from dataclasses import dataclass

from prep.core.plan import Plan, worths
from prep.session.library.library import Library
from prep.session.plan.planning import scope


@dataclass(frozen=True, slots=True)
class PlanStanding:
    """A plan and where it stands today."""

    plan: Plan
    days: int
    """Until its day."""
    cards: int
    """In its scope."""
    seen: int
    """Cards of its scope that were met."""
    topics: int
    """In its scope."""
    ready: float
    """Worth-weighted mean recall today over the scope; what was never seen counts 0."""


def standing(library: Library, plan: Plan) -> PlanStanding:
    """The plan as of today."""
    cards, day, model = scope(library, plan), library.day(), library.store.model
    worth, recalls = worths(library.deck.topics), library.store.recalls(day, model)
    met = [(worth[card.full_id], recalls[card.full_id]) for card in cards if card.full_id in recalls]
    whole = sum(worth[card.full_id] for card in cards)
    ready = sum(value * recall for value, recall in met) / whole if whole else 0.0
    return PlanStanding(plan, plan.day - day, len(cards), len(met), len({card.topic for card in cards}), ready)
