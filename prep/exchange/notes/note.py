"""One note of another program, and a file of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Note:
    """What can become a card. All text is Markdown."""

    place: str
    """Where it stands in its file: "line 4", "record 2"."""
    question: str
    answer: str
    points: tuple[str, ...] = ()
    """An answer that was a list: each item is a point that must be said."""
    hint: str = ""
    tags: tuple[str, ...] = ()
    level: int = 0
    """1 to 3; 0: none was given."""
    deck: str = ""
    """The other program's deck, its parts between "::" or "/"."""
    key: str = ""
    """The other program's own id; empty: it has none, and the question is its id."""


@dataclass(frozen=True, slots=True)
class NotTaken:
    """A record that is no note, and why."""

    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class Notes:
    """What a file holds, in its order."""

    notes: tuple[Note, ...]
    not_taken: tuple[NotTaken, ...]
    told: tuple[str, ...] = ()
    """What was guessed of the whole file, or got lost in it, said once."""
