"""From events to states: which events count, and what each does to its card (DESIGN §3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from prep.core.event import Event, EventKind, Rating
from prep.core.memory import DEFAULT, LONGEST_MEMORY_DAYS, Model, sane
from prep.core.state import Memory, Phase, State


def counting(events: Iterable[Event]) -> frozenset[str]:
    """The actions that count: one does unless a counting, later `undone` targets it."""
    raise NotImplementedError


def renames(events: Iterable[Event]) -> dict[str, str]:
    """Old full id → the id its events fold into now, from events that count, in order."""
    raise NotImplementedError


def parameters(events: Iterable[Event]) -> tuple[float, ...]:
    """The newest counting fit's 21 numbers (body key "parameters"); FSRS-6's defaults without one."""
    raise NotImplementedError


def advance(state: State, event: Event, model: Model) -> State:
    """The state after one more event that counts and belongs to this card."""
    raise NotImplementedError


def fold(card: str, events: Iterable[Event], model: Model) -> State:
    """One card's state after its events that count (under any id it ever had), in order of (at, id)."""
    raise NotImplementedError


def fold_log(events: Iterable[Event]) -> dict[str, State]:
    """Every card's state from the whole log: undos, renames and fitted parameters included."""
    raise NotImplementedError
