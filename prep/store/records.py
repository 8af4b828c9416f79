"""What goes into the store and comes out of it, besides events and states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from prep.core.event import EventKind, Rating
from prep.core.kind import Kind
from prep.core.state import State


@dataclass(frozen=True, slots=True)
class Listing:
    """What the decks say of one card: its row in the store's `card` table."""

    card: str
    """Full id."""
    kind: Kind
    topic: str
    position: int
    """Place in the order of the decks. Leave gaps between topics (topic index × 1,000,000 + index in the topic), so
    that a card added to one topic moves no row of another."""
    turn: int = 0
    """When its turn to be introduced comes (`core.introduction`); what hangs on a question takes the question's."""
    level: int = 2
    parent: str = ""
    tags: tuple[str, ...] = ()
    expires: str = ""
    """YYYY-MM or empty."""
    capstone: bool = False
    was: str = ""
    """Full id that it bore before; the first sync that sees it writes `renamed`."""
    made: bool = False
    """Made in the app just now: asked today, outside limit and gate. Only looked at when the card is first met."""
    file: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Listed:
    """A row of the `card` table with its state."""

    listing: Listing
    retired: bool
    """Its deck no longer has it."""
    state: State


@dataclass(frozen=True, slots=True)
class MetCard:
    """What a plan must know of a card that was met and has left its learning steps, or is in them."""

    card: str
    """Full id."""
    stability: float
    difficulty: float
    first_day: int
    last_day: int
    due: bool
    """Whether it may be asked today because it is due."""
    free: bool
    """Whether it may be asked today at all."""


@dataclass(frozen=True, slots=True)
class Synced:
    """What a sync changed."""

    added: tuple[str, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()
    """(old full id, new full id)"""
    retired: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()
    changed: int = 0
    """Rows of the `card` table that were written."""
    shadowed: tuple[tuple[str, str], ...] = ()
    """(id that a renaming gave away, the card it belongs to now): left out of the table."""


@dataclass(frozen=True, slots=True)
class Action:
    """One user action, on disk."""

    id: str
    events: tuple[str, ...]
    """Ids of its events, in order."""
    states: tuple[State, ...]
    """The states that it changed, as they are now; empty after a fit, which changes all."""


@dataclass(frozen=True, slots=True)
class UndoneAction:
    """What an undo took back, or a redo gave back."""

    action: Action
    """The undoing itself."""
    target: str
    """The action taken back or given back."""
    kind: EventKind
    """Kind of the action taken back or given back (its first event's)."""
    card: str | None
    """Full id under which the card is known now."""
    rating: Rating | None
    cards: int
    """How many cards it touched."""
    body: Mapping[str, Any] = field(default_factory=dict)
    """Body of its first event."""
    due_day: int | None = None
    """Of its first event, as the log has it: of a hold, until when."""


class Found(StrEnum):
    """What lies in prep's data folder before the database is opened."""

    DATABASE = "database"
    NOTHING = "nothing"
    """A first run."""
    REMAINS = "remains"
    """No database, but backups or exported logs: ask before starting anew."""
