"""Frozen pictures of a session: what a screen or the line mode draws. They hold decisions, no colours."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING

from prep.core.card import Card, Kind

if TYPE_CHECKING:  # Home's first frame needs neither the scheduler nor the log
    from prep.core.event import Rating
    from prep.core.schedule import Choice
    from prep.core.state import State


class Stage(StrEnum):
    """How far the card on the desk has come."""

    FRONT = "front"
    """The question stands there, the clock runs."""
    WALK = "walk"
    """Revealed; the must-say points are being judged."""
    RATE = "rate"
    """Revealed; nothing left to judge."""
    DONE = "done"
    """No card waits: the summary."""


class Verdict(StrEnum):
    """What a person does with a red flag."""

    FLAG = "flag"
    STAND = "stand"


@dataclass(frozen=True, slots=True)
class Asked:
    """A card as it lies on the desk: everything chance decides about it is decided here, once."""

    card: Card
    cue: str
    """The phrasing shown, or the red flag's statement (flawed or sound)."""
    sound: bool
    """A red flag that shows its sound counterpart."""
    premise: str
    """A follow-up's parent cue; empty otherwise."""
    state: State
    choices: tuple[Choice, Choice, Choice, Choice]
    """What each rating will do: these very objects are applied and logged."""
    recall: float | None
    """Predicted probability of recall today; None for a new card."""
    day: int
    """The study day on which the choices were computed."""
    shown_at: int
    """ms UTC."""
    most_missed: str = ""
    """For a leech: the text of the point missed most."""

    def choice(self, rating: Rating) -> Choice:
        """What this rating will do."""
        return self.choices[rating - 1]


def wait(choice: Choice) -> float:
    """How long a choice puts a card off, in days: the number that the desk shows."""
    return choice.days if choice.due_at is None else choice.minutes / 1440


@dataclass(frozen=True, slots=True)
class Progress:
    """The right end of the head."""

    done: int
    total: int
    minutes_left: int


@dataclass(frozen=True, slots=True)
class Rated:
    """An answer that is on disk."""

    card: Card
    rating: Rating
    choice: Choice
    suggested: Rating | None


@dataclass(frozen=True, slots=True)
class Undone:
    """An action that was taken back or given back."""

    sentence: str
    """"undone: Hard on why-scale"."""
    card: str | None
    """Full id of the card that returns to the desk, if it is one card's action."""


@dataclass(frozen=True, slots=True)
class Missed:
    """A point to say once more."""

    card: Card
    text: str
    times: int


@dataclass(frozen=True, slots=True)
class Summary:
    """The end of a session."""

    done: int
    seconds: float
    """Spoken, each answer capped as in the statistics."""
    streak: int
    ratings: tuple[int, int, int, int]
    said: int
    judged: int
    """Points judged at all."""
    missed: tuple[Missed, ...]
    tomorrow: int
    tomorrow_minutes: int


class Further(StrEnum):
    """How to go on when nothing is due."""

    NEW = "more new cards"
    """Beyond today's limit."""
    AHEAD = "study ahead"
    """Cards before their day, the least remembered first."""


@dataclass(frozen=True, slots=True)
class Home:
    """Today in numbers."""

    today: date
    due: dict[Kind, int]
    """Due and learning cards by kind, new ones of the day included."""
    new: int
    minutes: int
    streak: int
    days: tuple[int, ...]
    """Cards a day, the newest last; eighteen days."""
    ahead: tuple[tuple[date, int], ...] = ()
    """What comes due on the next six days."""
    problems: int = 0
    """Deck problems that are errors or warnings."""
    facts: int = 0
    """Expired facts to check."""
    answered: int = 0
    """Cards answered today."""
    tomorrow: int = 0
    further: Further | None = Further.NEW
    """With nothing due: how to go on; None when there is nothing."""
    notices: tuple[str, ...] = field(default=())
    """Things to tell at once: a clock that went back, a folder that is gone."""

    @property
    def total(self) -> int:
        """Cards that wait today."""
        return sum(self.due.values())


@dataclass(frozen=True, slots=True)
class Focus:
    """What a person narrows the review to; empty means everything."""

    topics: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    level: int | None = None
    """Just this level; None: all."""

    def admits(self, card: Card) -> bool:
        """Whether the card is inside."""
        return (
            (not self.topics or card.topic in self.topics)
            and (not self.tags or bool(set(self.tags) & set(card.tags)))
            and (self.level is None or card.level == self.level)
        )

    def __bool__(self) -> bool:
        return bool(self.topics or self.tags or self.level is not None)


EVERYTHING = Focus()
