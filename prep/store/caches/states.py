"""The `state` table: one fold a row."""

from __future__ import annotations

from collections.abc import Sequence
from sqlite3 import Connection
from typing import Any

from prep.core.clock import DAY_MS
from prep.core.fold import FARTHEST_DAY
from prep.core.kind import Kind
from prep.core.memory import sane
from prep.core.state import Memory, Phase, Reviewed, State
from prep.store.log.events import RATINGS

COLUMNS = (
    "card, phase, reps, lapses, stability, difficulty, added_day, first_day, last_day, last_rating, step, "
    "due_day, due_at, held_until"
)
GET = f"select {COLUMNS} from state where card = ?"
NAMES = COLUMNS.split(", ")
PHASES = {phase.value: phase for phase in Phase}
NEW = Phase.NEW.value
PUT = f"insert or replace into state ({COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
DELETE = "delete from state where card = ?"

FRESH = "not exists (select 1 from state s where s.card = card.id and s.phase <> 'new')"
HANGS = ", ".join(f"'{kind}'" for kind in Kind if kind.hangs)
GATE = f"""(card.kind not in ({HANGS}) or exists (select 1 from state q
    where q.card = card.parent and q.phase = 'review' and q.last_rating >= 3))"""
SET_FRESH = f"update card set fresh = {FRESH} where id = ?"
SET_GATES = f"update card set gate = {GATE} where parent = ?"
SET_ALL = f"update card set fresh = {FRESH}, gate = {GATE} where fresh <> {FRESH} or gate <> {GATE}"


def get(connection: Connection, card: str) -> State:
    """One card's cached state, a new one's without a row; a damaged row is a ValueError."""
    return one(card, connection.execute(GET, (card,)).fetchone())


def one(card: str, row: Sequence[Any] | None) -> State:
    """What `GET` found for a card; a damaged row is a ValueError."""
    return State(card) if row is None else state(row)


def put(connection: Connection, before: State | None, after: State) -> None:
    """Store a state, and what follows from it for the next new card; a card that nothing happened to has no row.

    before: what the row says now, so that little is written; None when it is damaged.
    """
    if after == before:
        return
    execute = connection.execute
    if after == State(after.card):
        execute(DELETE, (after.card,))
    elif before is None or before == State(after.card):
        execute(PUT, row(after))
    else:  # an index whose columns stay as they are isn't written
        pairs = zip(NAMES, row(before), row(after), strict=True)
        changed = {name: new for name, old, new in pairs if old != new}
        sets = ", ".join(f"{name} = ?" for name in changed)
        execute(f"update state set {sets} where card = ?", (*changed.values(), after.card))
    if before is None or (before.reviewed is None) != (after.reviewed is None):
        execute(SET_FRESH, (after.card,))
    if before is None or before.opens_gate != after.opens_gate:
        execute(SET_GATES, (after.card,))


def state(row: Sequence[Any]) -> State:
    """One row as a state; its columns in the order of `COLUMNS`. A row that no fold can give, as one due in 1955 or
    2300, is a ValueError."""
    card, phase, reps, lapses, stability, difficulty, added, *days, held = row
    if phase == Phase.NEW:
        return State(card, None, added, held)
    if phase not in PHASES or stability is None or difficulty is None:
        raise ValueError(f"the cached state of {card} is damaged")
    return State(card, _reviewed(card, PHASES[phase], reps, lapses, Memory(stability, difficulty), *days), added, held)


def _reviewed(
    card: str,
    phase: Phase,
    reps: int,
    lapses: int,
    memory: Memory,
    first: int | None,
    last: int | None,
    rating: int | None,
    step: int,
    due_day: int | None,
    due_at: int | None,
) -> Reviewed:
    """Raises ValueError."""
    if (
        (rating is not None and rating not in RATINGS)
        or not sane(memory)
        or min(reps, lapses, step) < 0
        or first is None
        or last is None
        or due_day is None
        or not 0 <= due_day <= FARTHEST_DAY
        or not 0 <= (due_at or 0) <= FARTHEST_DAY * DAY_MS
    ):
        raise ValueError(f"the cached state of {card} is damaged")
    rated = None if rating is None else RATINGS[rating]
    return Reviewed(phase, reps, lapses, memory, first, last, rated, step, due_day, due_at)


def row(state: State) -> tuple[object, ...]:
    """One state as a row."""
    past = state.reviewed
    if past is None:
        return (state.card, NEW, 0, 0, None, None, state.added_day, None, None, None, 0, None, None, state.held_until)
    return (
        state.card,
        past.phase.value,
        past.reps,
        past.lapses,
        past.memory.stability,
        past.memory.difficulty,
        state.added_day,
        past.first_day,
        past.last_day,
        None if past.last_rating is None else int(past.last_rating),
        past.step,
        past.due_day,
        past.due_at,
        state.held_until,
    )
