"""Frozen pictures of a session: what a screen or the line mode draws. They hold decisions, no colours."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from prep.core.card import Card

if TYPE_CHECKING:  # Home's first frame needs neither the scheduler nor the log
    from prep.core.event import Rating
    from prep.core.schedule import RatingChoice
    from prep.core.state import State
    from prep.core.stopwatch import Stopwatch
    from prep.core.walk import Walk
    from prep.session.library.focus import Focus
    from prep.session.review.tomorrow import Tomorrow


class ReviewStage(StrEnum):
    """How far the card on the desk has come."""

    FRONT = "front"
    """The question stands there, the clock runs."""
    WALK = "walk"
    """Revealed; the must-say points are being judged."""
    RATE = "rate"
    """Revealed; nothing left to judge."""
    DONE = "done"
    """No card waits: the summary."""


class Call(StrEnum):
    """What a person does with a red flag."""

    FLAG = "flag"
    STAND = "stand"


@dataclass(frozen=True, slots=True)
class Aim:
    """What the nearest plan that holds a card cares about."""

    day: int
    """Study day of the interview."""
    recalls: tuple[float, ...]
    """Predicted recall on it after Again, Hard, Good and Easy now."""


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
    choices: tuple[RatingChoice, RatingChoice, RatingChoice, RatingChoice]
    """What each rating will do, if it is given now: what is shown is applied and logged."""
    recall: float | None
    """Predicted probability of recall today; None for a new card."""
    day: int
    """The study day on which the choices were computed."""
    shown_at: int
    """ms UTC."""
    leech: bool = False
    """Missed again and again: this is shown, and the card never suspended for it."""
    most_missed: str = ""
    """For a leech: the text of the point missed most; empty if no list was ever walked."""
    aim: Aim | None = None
    """None where no plan that runs holds the card."""

    def choice(self, rating: Rating) -> RatingChoice:
        """What this rating will do."""
        return self.choices[rating - 1]

    @property
    def early(self) -> bool:
        """Asked before its day."""
        past = self.state.reviewed
        return past is not None and past.due_at is None and past.due_day > self.day

    @property
    def why(self) -> str:
        """The reason behind a red flag's statement, as Markdown: what is wrong, or why the sound one holds."""
        card = self.card
        return "\n\n".join(filter(None, (card.answer, card.say_instead))) if self.sound else card.answer


@dataclass(frozen=True, slots=True)
class Left:
    """A revealed card at which somebody stopped: what the next review needs to go on there."""

    asked: Asked
    walk: Walk
    verdict: Call | None
    watch: Stopwatch
    """How long the answer took."""
    focus: Focus


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """The right end of the head, in cards: one that was answered and comes again today is not done."""

    done: int
    total: int
    minutes_left: int


@dataclass(frozen=True, slots=True)
class Rated:
    """An answer that is on disk."""

    card: Card
    rating: Rating
    choice: RatingChoice
    wait: float
    """In how many days the card comes again, as the button said."""
    suggested: Rating | None


@dataclass(frozen=True, slots=True)
class Missed:
    """A point to say once more, or the cue of a card."""

    card: Card
    text: str
    times: int


@dataclass(frozen=True, slots=True)
class Summary:
    """The end of a session."""

    cards: int
    """Cards answered."""
    answers: int
    """Answers given: a card in its steps takes several."""
    seconds: float
    """Spoken, each answer capped as in the statistics."""
    streak: int
    ratings: tuple[int, int, int, int]
    said: int
    judged: int
    """Points judged at all."""
    missed: tuple[Missed, ...]
    """Every point missed, and every card that was rated Again or judged wrongly."""
    tomorrow: Tomorrow
    tomorrow_minutes: int
