"""The forecasts of a plan: with its minutes, with half and with double; kept until what they follow from changes."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any

from prep.child.answer import answer
from prep.core.card import Card
from prep.core.forecast import Forecast, Hand, forecast
from prep.core.introduction import turns
from prep.core.plan import MINUTES, Plan
from prep.core.prospect import Prospect
from prep.errors import StoreError
from prep.plain_file import plain_bytes
from prep.session.library.library import Library
from prep.session.plan.planning import scope
from prep.whole_file import write_whole

FILE = "forecast.json"
"""In the cache folder."""


def hands(library: Library, plan: Plan, day: int) -> list[Hand]:
    """The scope as the forecast begins with it, new cards in their turn."""
    worth, turn = library.worths, turns(library.deck.topics)
    met = {met.card: (met.stability, met.difficulty, met.last_day) for met in library.store.met(day)}
    cards = sorted(scope(library, plan), key=lambda card: turn.get(card.parent or card.full_id, 0))
    return [
        Hand(
            card.full_id,
            worth[card.full_id],
            *met.get(card.full_id, (0.0, 0.0, 0)),
            card.parent,
            _deeper(library, card),
        )
        for card in cards
    ]


def _deeper(library: Library, card: Card) -> bool:
    question = library.card(card.parent) if card.kind.follows else None
    return question is not None and card.level > question.level


def forecasts(library: Library, plan: Plan, day: int) -> tuple[Forecast, ...]:
    """With half the minutes, the plan's, and double; made here, in up to some seconds."""
    store = library.store
    prospect, scoped = Prospect(store.model.parameters, store.habits()), hands(library, plan, day)
    spent = store.seconds_on(day)
    paces = (max(1, plan.minutes // 2), plan.minutes, min(MINUTES[-1], 2 * plan.minutes))
    return tuple(forecast(scoped, replace(plan, minutes=pace), prospect, day, spent) for pace in paces)


def kept(library: Library, plan: Plan) -> tuple[Forecast, ...] | None:
    """The forecasts as they were kept; None where there are none, or something has changed since."""
    try:
        said = json.loads(plain_bytes(library.paths.cache / FILE))
        return read(said["forecasts"]) if said["of"] == _of(library, plan) else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def keep(library: Library, plan: Plan, found: tuple[Forecast, ...]) -> None:
    """Keep them; where that can't be done they are made anew the next time."""
    said = {"of": _of(library, plan), "forecasts": [asdict(each) for each in found]}
    try:
        library.paths.cache.mkdir(parents=True, exist_ok=True)
        write_whole(library.paths.cache / FILE, json.dumps(said).encode())
    except OSError as error:
        raise StoreError(f"the forecast can't be kept: {error.strerror}", "make the cache folder writable") from error


async def beside(library: Library, plan: Plan) -> tuple[Forecast, ...] | None:
    """The same, made by a child process, so that keys don't wait; None where it failed."""
    places = {name: str(getattr(library.paths, name)) for name in library.paths.__slots__}
    request = {"paths": places, "id": plan.id, "body": plan.body, "begun": plan.begun, "day": library.day()}
    said = await answer("prep.session.plan.forecast_child", request)
    return read(said["forecasts"]) if said else None


def read(said: Any) -> tuple[Forecast, ...]:
    """Forecasts from plain data."""
    return tuple(
        Forecast(each["minutes"], each["ready"], tuple(each["curve"]), each["seen"], each["hours"],
                 tuple((topic, ready) for topic, ready in each["topics"]))
        for each in said
    )  # fmt: skip


def _of(library: Library, plan: Plan) -> list[object]:
    """What the forecasts follow from: plan, day, log, and the scope's size."""
    return [plan.id, plan.body, library.day(), library.store.logged(), len(scope(library, plan))]
