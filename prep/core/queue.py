"""Which card comes next (DESIGN §1, §4): a pure choice among a bounded number of rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from prep.core.clock import DAY_MS
from prep.core.kind import Kind
from prep.core.state import Memory, Phase

RED_FLAG_DISTANCE = 5
"""Other cards between a red flag and its question, so that the one doesn't give the other away."""


@dataclass(frozen=True, slots=True)
class Row:
    """What the queue knows of one card that may come today; held, expired and retired cards are not here."""

    card: str
    kind: Kind
    level: int
    """Its question's, for a follow-up or red flag: it is placed right after its question."""
    position: int
    """Place in the order of the decks (topic order, then file order); its question's, as for the level."""
    place: int
    """Its own place in that order."""
    parent: str = ""
    phase: Phase = Phase.NEW
    due_day: int | None = None
    due_at: int | None = None
    memory: Memory | None = None
    last_day: int | None = None
    gate_open: bool = True
    """A question's always; else whether its question has left its learning steps with Good or Easy."""
    parent_first_day: int | None = None
    """Study day on which its question was introduced."""
    made_today: bool = False
    """Made in the app on this study day: outside limit and gate."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the queue must be told."""

    new_left: int
    """How many new cards may still be introduced today."""
    learn_ahead_ms: int = 20 * 60_000
    """How early a learning step may be asked when nothing else waits."""


def next_row(rows: Sequence[Row], shown: Sequence[str], now_ms: int, day: int, settings: Settings) -> Row | None:
    """The card to ask now; None when nothing may be asked at this moment.

    rows: what may come today. shown: full ids in the order in which this sitting asked them, the newest last.
    """
    near = _near(rows, shown)
    learning = sorted((row for row in rows if row.due_at is not None), key=lambda row: (row.due_at, row.card))
    waiting = [row for row in learning if _over(row, now_ms)]
    waiting += _due(rows, shown, day, near)
    waiting += _new(rows, day, settings, near)
    ahead = [row for row in learning if _over(row, now_ms + settings.learn_ahead_ms)]
    return _first(waiting, shown, near) or _first(ahead, shown, near)


def waiting_until(rows: Sequence[Row], now_ms: int, settings: Settings) -> int | None:
    """When `next_row` has nothing: the ms UTC at which the first learning step may be asked; None if none is left."""
    ends = [row.due_at for row in rows if row.due_at is not None]
    return max(now_ms, min(ends) - settings.learn_ahead_ms) if ends else None


def pressure(row: Row, day: int) -> float:
    """Elapsed days per day of stability: recall falls as it rises, so the highest is the least remembered."""
    if row.memory is None or row.last_day is None:
        return float("inf")
    return max(0, day - row.last_day) / row.memory.stability


def _over(row: Row, now_ms: int) -> bool:
    """Whether a learning step is over. One that ends more than a day ahead was stamped by a wrong clock: it is."""
    return row.due_at is not None and (row.due_at <= now_ms or row.due_at > now_ms + DAY_MS)


def _near(rows: Sequence[Row], shown: Sequence[str]) -> frozenset[str]:
    """Red flags whose question was just asked, and questions whose red flag was."""
    recent = set(shown[-RED_FLAG_DISTANCE:])
    flags = [row for row in rows if row.kind is Kind.RED_FLAG]
    after = {row.card for row in flags if row.parent in recent}
    return frozenset(after | {row.parent for row in flags if row.card in recent})


def _due(rows: Sequence[Row], shown: Sequence[str], day: int, near: frozenset[str]) -> list[Row]:
    """Due cards, the least remembered first; a follow-up waits for its due question and comes right after it."""
    due = [row for row in rows if _is_due(row, day) and not (row.kind is Kind.RED_FLAG and row.card in near)]
    questions = {row.card for row in due if row.kind is Kind.QUESTION}
    asked = {card: i for i, card in enumerate(shown)}

    def key(row: Row) -> tuple[int, float, str]:
        follows = row.kind is Kind.FOLLOW_UP and row.parent in asked
        return -asked[row.parent] - 1 if follows else 0, -pressure(row, day), row.card

    return sorted((row for row in due if row.kind is not Kind.FOLLOW_UP or row.parent not in questions), key=key)


def _is_due(row: Row, day: int) -> bool:
    return row.due_at is None and row.phase is not Phase.NEW and row.due_day is not None and row.due_day <= day


def _new(rows: Sequence[Row], day: int, settings: Settings, near: frozenset[str]) -> list[Row]:
    """New cards: those made in the app today, then the limit's worth in the order of the decks."""
    fresh = [row for row in rows if row.phase is Phase.NEW and row.due_at is None]
    fresh.sort(key=lambda row: (row.level, row.position, row.place, row.card))
    made = [row for row in fresh if row.made_today]
    if settings.new_left <= 0:
        return made
    return made + [row for row in fresh if not row.made_today and row.gate_open and not _barred(row, day, near)]


def _barred(row: Row, day: int, near: frozenset[str]) -> bool:
    """A red flag is not for the day on which its question was introduced, nor for the next five cards."""
    return row.kind is Kind.RED_FLAG and (row.parent_first_day == day or row.card in near)


def _first(waiting: Sequence[Row], shown: Sequence[str], near: frozenset[str]) -> Row | None:
    """The first that isn't the card just asked, nor too near its red flag; such a one only if no other waits."""
    last = shown[-1] if shown else ""
    others = [row for row in waiting if row.card != last]
    apart = [row for row in others if row.card not in near]
    return next(iter(apart or others or waiting), None)
