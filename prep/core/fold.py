"""From events to states: which events count, and what each does to its card (DESIGN §3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from prep.core.event import Event, EventKind, Rating
from prep.core.memory import DEFAULT, Model, model_for, sane
from prep.core.schedule import LONGEST_INTERVAL
from prep.core.state import Memory, Phase, State

FARTHEST_DAY = 100_000
"""The last study day on which anything may be due, in the year 2243: beyond it a row is damaged, not patient."""


def order(event: Event) -> tuple[int, str]:
    """Where an event stands in the log."""
    return event.at, event.id


def counting(events: Iterable[Event]) -> frozenset[str]:
    """The actions that count: one does unless a counting, later `undone` targets it.

    Read from the newest to the oldest: whether an `undone` counts is settled before its target is reached.
    """
    newest_first = sorted(events, key=order, reverse=True)
    ends: dict[str, tuple[int, str]] = {}
    for event in newest_first:
        ends.setdefault(event.action, order(event))
    dead: set[str] = set()
    for event in newest_first:
        undoes = event.kind is EventKind.UNDONE and event.action not in dead
        if undoes and event.target in ends and ends[event.target] < order(event):
            dead.add(event.target)
    return frozenset(ends.keys() - dead)


def renames(events: Iterable[Event]) -> dict[str, str]:
    """Old full id → the id that its events fold into now; events: those that count, in order.

    A card renamed back is itself again: whoever is renamed *to* stands for itself from then on.
    """
    steps: dict[str, str] = {}
    for event in events:
        if event.kind is EventKind.RENAMED and event.card and event.target and event.card != event.target:
            steps.pop(event.card, None)
            steps[event.target] = event.card
    return {old: _end(old, steps) for old in steps}


def _end(card: str, steps: Mapping[str, str]) -> str:
    while card in steps:
        card = steps[card]
    return card


def parameters(events: Iterable[Event]) -> tuple[float, ...]:
    """The newest fit's 21 numbers (body key "parameters"), FSRS-6's defaults without one; events: those that count."""
    newest = max((e for e in events if e.kind is EventKind.FITTED), key=order, default=None)
    return fitted(newest.body) if newest else DEFAULT


def fitted(body: Mapping[str, Any]) -> tuple[float, ...]:
    """The parameters in a `fitted` event's body; the defaults where they are none that FSRS-6 can use."""
    try:
        return Model(tuple(float(p) for p in body["parameters"])).parameters
    except (KeyError, TypeError, ValueError, OverflowError):  # a whole number may have 400 digits
        return DEFAULT


def fold(card: str, events: Iterable[Event], model: Model) -> State:
    """One card's state after its events that count (under any id it ever had), in order of (at, id)."""
    state = State(card)
    for event in events:
        state = advance(state, event, model)
    return state


def fold_log(events: Iterable[Event]) -> dict[str, State]:
    """Every card's state from the whole log: undos, renames and fitted parameters included.

    A card that nothing has happened to, or all of it undone, is absent.
    """
    events = sorted(events, key=order)
    actions = counting(events)
    live = [event for event in events if event.action in actions]
    names, model = renames(live), model_for(parameters(live))
    states: dict[str, State] = {}
    for event in live:
        if event.card:
            card = names.get(event.card, event.card)
            states[card] = advance(states.get(card) or State(card), event, model)
    return {card: state for card, state in states.items() if state != State(card)}


def advance(state: State, event: Event, model: Model) -> State:
    """The state after one more event that counts and belongs to this card."""
    match event.kind:
        case EventKind.RATED:
            return _rated(state, event, model)
        case EventKind.PLACED:
            return _placed(state, event)
        case EventKind.HELD:
            return replace(state, held_until=event.due_day)
        case EventKind.ADDED:
            return state if state.added_day is not None else replace(state, added_day=event.day)
        case EventKind.RESET:
            return State(state.card, added_day=state.added_day, held_until=state.held_until)
        case _:
            return state


def _rated(state: State, event: Event, model: Model) -> State:
    """Memory by true elapsed days; due and step as they were decided when the button was shown."""
    if event.rating is None:
        return state
    elapsed = 0 if state.last_day is None else max(0, event.day - state.last_day)
    in_review = state.phase is Phase.REVIEW
    return State(  # not `replace`, which takes a third of the time that a million ratings do
        card=state.card,
        phase=_phase(state.phase, event.due_at is not None),
        reps=state.reps + 1,
        lapses=state.lapses + (in_review and event.rating is Rating.AGAIN),
        memory=model.rated(state.memory, elapsed, event.rating),
        added_day=state.added_day,
        first_day=event.day if state.first_day is None else state.first_day,
        last_day=event.day,
        last_rating=event.rating,
        step=_step(state, event.rating) if event.due_at is not None else 0,
        due_day=_bounded(event),
        due_at=event.due_at,
        held_until=state.held_until,
    )


def _phase(before: Phase, in_steps: bool) -> Phase:
    if not in_steps:
        return Phase.REVIEW
    return Phase.LEARNING if before in (Phase.NEW, Phase.LEARNING) else Phase.RELEARNING


def _step(state: State, rating: Rating) -> int:
    """Again starts over, Hard repeats, Good goes on."""
    if rating is Rating.AGAIN:
        return 0
    return state.step + (rating is Rating.GOOD)


def _bounded(event: Event) -> int:
    """A rating's due day, kept from the past and from the far future."""
    due = event.day if event.due_day is None else event.due_day
    return min(max(due, event.day, 0), event.day + LONGEST_INTERVAL, FARTHEST_DAY)


def _placed(state: State, event: Event) -> State:
    """A due day set by hand; an imported card brings its memory. A card that is new stays new."""
    due = event.day if event.due_day is None else event.due_day
    placed = replace(state, step=0, due_day=min(max(due, 0), event.day + LONGEST_INTERVAL, FARTHEST_DAY), due_at=None)
    memory = imported(event.body)
    if memory is None:
        return placed if state.memory is None else replace(placed, phase=Phase.REVIEW)
    last = event.body.get("last_day")
    last_day = last if type(last) is int and 0 <= last <= FARTHEST_DAY else event.day
    first_day = last_day if state.first_day is None else state.first_day
    return replace(placed, phase=Phase.REVIEW, memory=memory, last_day=last_day, first_day=first_day)


def imported(body: Mapping[str, Any]) -> Memory | None:
    """The memory in a `placed` event's body (keys "stability", "difficulty"), if it is one."""
    try:
        memory = Memory(float(body["stability"]), float(body["difficulty"]))
    except (KeyError, TypeError, ValueError, OverflowError):  # a whole number may have 400 digits
        return None
    return memory if sane(memory) else None
