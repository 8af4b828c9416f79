"""Which card comes next (DESIGN §1, §4): a pure choice among a bounded number of rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from prep.core.card import Kind
from prep.core.clock import DAY_MS
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
    raise NotImplementedError


def waiting_until(rows: Sequence[Row], now_ms: int, settings: Settings) -> int | None:
    """When `next_row` has nothing: the ms UTC at which the first learning step may be asked; None if none is left."""
    raise NotImplementedError
