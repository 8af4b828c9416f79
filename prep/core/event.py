"""The log's rows: one user action is one or more events with the same `action` (DESIGN §3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Any


class Rating(IntEnum):
    """What a person says of their own answer."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4

    @property
    def word(self) -> str:
        """The rating as the desk writes it."""
        return self.name.capitalize()


class EventKind(StrEnum):
    """What happened; DESIGN §3 says how each folds."""

    ADDED = "added"
    RATED = "rated"
    PLACED = "placed"
    HELD = "held"
    RESET = "reset"
    RENAMED = "renamed"
    FITTED = "fitted"
    MEASURED = "measured"
    PLANNED = "planned"
    WRITTEN = "written"
    UNDONE = "undone"


HELD_FOR_EVER = 2**31
"""`due_day` of a `held` event that suspends; an earlier day buries, None releases."""

MOST_NESTED = 50
"""Lists in lists of a body's values; prep writes three, and a thousand would take all of Python's stack."""


@dataclass(frozen=True, slots=True)
class EventDraft:
    """An event before the store has stamped it with ids, device, order and study day."""

    kind: EventKind
    card: str | None = None
    """Full id of the card."""
    target: str | None = None
    """An action (undone), the old full id (renamed) or a plan (planned)."""
    rating: Rating | None = None
    ms: int | None = None
    """How long the answer took, in milliseconds, as measured (not capped)."""
    due_day: int | None = None
    """Study day on which the card is due; for `held`: the first day on which it is free again."""
    due_at: int | None = None
    """Instant in ms UTC at which a learning step is over; None once a card has left its steps."""
    body: Mapping[str, Any] = field(default_factory=dict)
    """What nobody folds, except `placed`'s memory, `fitted`'s parameters and `planned`'s plan."""


@dataclass(frozen=True, slots=True)
class Event:
    """One row of the log."""

    id: str
    action: str
    device: str
    at: int
    """The order, in ms UTC: max(clock, newest at + 1)."""
    wall: int
    """What the clock said, in ms UTC."""
    offset: int
    """Minutes from UTC of the local time at that instant."""
    day: int
    """Study day (days since 1970-01-01), computed once, never again."""
    kind: EventKind
    card: str | None
    target: str | None
    rating: Rating | None
    ms: int | None
    due_day: int | None
    due_at: int | None
    body: Mapping[str, Any]

    @property
    def missed(self) -> tuple[str, ...]:
        """Keys of the must-say points that were missed; a log from elsewhere may hold anything in their place."""
        keys = self.body.get("missed")
        return tuple(key for key in keys if isinstance(key, str)) if isinstance(keys, list | tuple) else ()


def nested_too_deeply(body: Mapping[str, Any]) -> bool:
    """Whether a body's values are nested more than `MOST_NESTED` deep."""
    layer: list[Any] = list(body.values())
    for _ in range(MOST_NESTED):
        if not layer:
            return False
        inside = (list(each.values()) if isinstance(each, Mapping) else each for each in layer if _holds(each))
        layer = [value for values in inside for value in values]
    return any(map(_holds, layer))


def _holds(value: object) -> bool:
    return isinstance(value, Mapping | list | tuple)
