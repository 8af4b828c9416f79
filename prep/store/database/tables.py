"""The tables as SQLAlchemy knows them; `migrations` makes them, and a test compares the two."""

from __future__ import annotations

from sqlalchemy import REAL, Column, Integer, MetaData, Table, Text

metadata = MetaData()


def _text(name: str, **options: object) -> Column[str]:
    return Column(name, Text, nullable=False, **options)  # type: ignore[arg-type]


def _integer(name: str) -> Column[int]:
    return Column(name, Integer, nullable=False)


event = Table(
    "event",
    metadata,
    _text("id", primary_key=True),
    _text("action"),
    _text("device"),
    _integer("at"),
    _integer("wall"),
    _integer("offset"),
    _integer("day"),
    _text("kind"),
    Column("card", Text),
    Column("target", Text),
    Column("rating", Integer),
    Column("ms", Integer),
    Column("due_day", Integer),
    Column("due_at", Integer),
    _text("body"),
    _integer("proof"),
    sqlite_strict=True,
)
"""The log: appended to, never changed (triggers refuse)."""

state = Table(
    "state",
    metadata,
    _text("card", primary_key=True),
    _text("phase"),
    _integer("reps"),
    _integer("lapses"),
    Column("stability", REAL),
    Column("difficulty", REAL),
    Column("added_day", Integer),
    Column("first_day", Integer),
    Column("last_day", Integer),
    Column("last_rating", Integer),
    _integer("step"),
    Column("due_day", Integer),
    Column("due_at", Integer),
    Column("held_until", Integer),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""Cache: one `core.state.State` a row."""

card = Table(
    "card",
    metadata,
    _text("id", primary_key=True),
    _text("kind"),
    _text("topic"),
    _integer("position"),
    _integer("level"),
    _text("parent"),
    _text("tags"),
    _text("expires"),
    _integer("capstone"),
    _text("file"),
    _integer("line"),
    _integer("turn"),
    _integer("seat"),
    Column("made_day", Integer),
    _integer("retired"),
    _integer("fresh"),
    _integer("gate"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""Cache: what the decks said at the last sync. turn, seat: its question's turn and position. fresh: never
rated, or reset since; gate: its question was left with Good or Easy. Both follow from `state`: the next new card is
one index look-up."""

day = Table(
    "day",
    metadata,
    Column("day", Integer, primary_key=True, nullable=False),
    _integer("again"),
    _integer("hard"),
    _integer("good"),
    _integer("easy"),
    _integer("timed"),
    _integer("ms"),
    _integer("tested"),
    _integer("recalled"),
    sqlite_strict=True,
)
"""Cache: one `core.stats.DayTally` a row."""

point = Table(
    "point",
    metadata,
    _text("point", primary_key=True),
    _integer("said"),
    _integer("missed"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""Cache: how often a must-say point, "topic/card#key" as the log has it, was said and missed."""

alias = Table(
    "alias",
    metadata,
    _text("old", primary_key=True),
    _text("new"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""Cache: `core.fold.renames`."""

dead = Table("dead", metadata, _text("action", primary_key=True), sqlite_strict=True, sqlite_with_rowid=False)
"""Cache: actions that don't count."""

meta = Table(
    "meta",
    metadata,
    _text("key", primary_key=True),
    _text("value"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""This copy's own facts: its id on each machine (`store.device`), problems, cards, how much of an answer's time counts
(`cap`). What a migration has left to be done: `stale` names caches to make anew, `unfolded` lists events that came
in."""
