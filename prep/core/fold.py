"""From events to states: which events count, and what each does to its card (DESIGN §3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from prep.core.event import Event, EventKind, Rating
from prep.core.memory import DEFAULT, Model, model_for, sane
from prep.core.schedule import LONGEST_INTERVAL
from prep.core.state import Memory, Phase, Reviewed, State

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
    ends: dict[str, str] = {}
    for old in steps:
        _lead_to_the_end(old, steps, ends)
    return ends


def _lead_to_the_end(card: str, steps: Mapping[str, str], ends: dict[str, str]) -> None:
    """Note where a card and all on its way lead: each step of a chain is gone once, however long it is."""
    way = []
    while card in steps and card not in ends:
        way.append(card)
        card = steps[card]
    ends.update(dict.fromkeys(way, ends.get(card, card)))


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
            return replace(state, reviewed=None)
        case _:
            return state


def _rated(state: State, event: Event, model: Model) -> State:
    """Memory by true elapsed days; due and step as they were decided when the button was shown."""
    if event.rating is None:
        return state
    past = state.reviewed
    reviewed = _first(event, event.rating, model) if past is None else _again(past, event, event.rating, model)
    return State(state.card, reviewed, state.added_day, state.held_until)


def _first(event: Event, rating: Rating, model: Model) -> Reviewed:
    """After the rating that introduces a card."""
    in_steps = event.due_at is not None
    return Reviewed(
        phase=Phase.LEARNING if in_steps else Phase.REVIEW,
        reps=1,
        lapses=0,
        memory=model.rated(None, 0, rating),
        first_day=event.day,
        last_day=event.day,
        last_rating=rating,
        step=_step(0, rating) if in_steps else 0,
        due_day=_bounded(event),
        due_at=event.due_at,
    )


def _again(past: Reviewed, event: Event, rating: Rating, model: Model) -> Reviewed:
    """After one more rating."""
    in_steps, in_review = event.due_at is not None, past.phase is Phase.REVIEW
    return Reviewed(  # not `replace`, which takes a third of the time that a million ratings do
        phase=(Phase.RELEARNING if in_review else past.phase) if in_steps else Phase.REVIEW,
        reps=past.reps + 1,
        lapses=past.lapses + (in_review and rating is Rating.AGAIN),
        memory=model.rated(past.memory, max(0, event.day - past.last_day), rating),
        first_day=past.first_day,
        last_day=event.day,
        last_rating=rating,
        step=_step(past.step, rating) if in_steps else 0,
        due_day=_bounded(event),
        due_at=event.due_at,
    )


def _step(before: int, rating: Rating) -> int:
    """Again starts over, Hard repeats, Good goes on."""
    return 0 if rating is Rating.AGAIN else before + (rating is Rating.GOOD)


def _bounded(event: Event) -> int:
    """A rating's due day, kept from the past and from the far future."""
    due = event.day if event.due_day is None else event.due_day
    return min(max(due, event.day, 0), event.day + LONGEST_INTERVAL, FARTHEST_DAY)


def _placed(state: State, event: Event) -> State:
    """A due day set by hand; an imported card brings its memory. A card that is new stays new."""
    due = event.day if event.due_day is None else event.due_day
    due = min(max(due, 0), event.day + LONGEST_INTERVAL, FARTHEST_DAY)
    past, memory = state.reviewed, imported(event.body)
    if memory is None:
        moved = past and replace(past, phase=Phase.REVIEW, step=0, due_day=due, due_at=None)
        return replace(state, reviewed=moved)
    last = event.body.get("last_day")
    day = last if type(last) is int and 0 <= last <= FARTHEST_DAY else event.day
    reviewed = Reviewed(
        phase=Phase.REVIEW,
        reps=past.reps if past else 0,
        lapses=past.lapses if past else 0,
        memory=memory,
        first_day=past.first_day if past else day,
        last_day=day,
        last_rating=past.last_rating if past else None,
        step=0,
        due_day=due,
    )
    return replace(state, reviewed=reviewed)


def imported(body: Mapping[str, Any]) -> Memory | None:
    """The memory in a `placed` event's body (keys "stability", "difficulty"), if it is one."""
    try:
        memory = Memory(float(body["stability"]), float(body["difficulty"]))
    except (KeyError, TypeError, ValueError, OverflowError):  # a whole number may have 400 digits
        return None
    return memory if sane(memory) else None
