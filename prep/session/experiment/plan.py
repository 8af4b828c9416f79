"""What a demo measures next: the same with other values, or as it was opened."""

from __future__ import annotations

from collections.abc import Mapping

from prep.core.card import DemoCall
from prep.demos.catalog import catalog
from prep.demos.spec import Int, Sheet


def first(plan: Sheet, call: DemoCall) -> Sheet:
    """As the card, or the list, opened it. Raises UsageError."""
    given = {p.name: p.format(p.default) for p in plan.parameters} | dict(call.arguments)
    if plan.name not in catalog.names():
        return plan.with_values(given)
    return catalog.sheet(plan.name, given, call.wording)


def again(plan: Sheet, given: Mapping[str, str], wording: str) -> Sheet:
    """With other values. A card's wording goes with the numbers that it names. Raises UsageError."""
    if plan.name not in catalog.names():
        return plan.with_values(given)
    found = catalog.sheet(plan.name, given, wording)
    return catalog.sheet(plan.name, given) if wording and asked_at(found) != asked_at(plan) else found


def next_seed(plan: Sheet) -> str:
    """Written as in a deck."""
    (seed,) = (parameter for parameter in plan.parameters if parameter.name == "seed")
    value = plan.values["seed"]
    if isinstance(seed, Int) and isinstance(value, int):
        return str(value + 1 if value < seed.high else seed.low)
    return seed.format(seed.step(value, 1))


def asked_at(plan: Sheet) -> float | None:
    """The x that the question is about; an order is about several."""
    return getattr(plan.question, "x", None)
