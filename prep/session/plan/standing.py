"""How far the person is with a plan, as of now."""

from __future__ import annotations

from dataclasses import dataclass

from prep.core.forecast import Forecast
from prep.core.plan import Plan
from prep.session.library.library import Library
from prep.session.plan.forecasting import kept
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
    by_day: tuple[Forecast, ...]
    """With half the minutes, the plan's and double; empty while it isn't known."""
    ready: float
    """Worth-weighted mean recall today over the scope; what was never seen counts 0."""

    @property
    def forecast(self) -> Forecast | None:
        """With the plan's minutes; None while it isn't known."""
        return self.by_day[len(self.by_day) // 2] if self.by_day else None


def standing(library: Library, plan: Plan, by_day: tuple[Forecast, ...] | None = None) -> PlanStanding:
    """The plan as of today. by_day: its forecasts, where they aren't those that were kept."""
    cards, day, model = scope(library, plan), library.day(), library.store.model
    worth, recalls = library.worths, library.store.recalls(day, model)
    met = [(worth[card.full_id], recalls[card.full_id]) for card in cards if card.full_id in recalls]
    whole = sum(worth[card.full_id] for card in cards)
    ready = sum(value * recall for value, recall in met) / whole if whole else 0.0
    topics = len({card.topic for card in cards})
    found = by_day or kept(library, plan) or ()
    return PlanStanding(plan, plan.day - day, len(cards), len(met), topics, found, ready)
