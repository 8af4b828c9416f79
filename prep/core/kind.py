"""What a card is and how far into an interview it belongs: the words that every part knows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum


@dataclass(frozen=True, slots=True)
class KindRecord:
    """All that sets one kind of card apart: what is asked about a kind anywhere is asked here."""

    noun: str
    """For people: "red flag"."""
    glyph: str
    look: str
    """Its role in text (`prep.text.span.Role`)."""
    prefix: str = ""
    """Before the cue in a deck's heading; empty for the usual kind."""
    hangs: bool = False
    """It belongs to a question, whose gate it waits for."""
    follows: bool = False
    """It comes right after its question, and shows that question's line above its own."""
    judged: bool = False
    """What it says is flagged or let stand; it tells what to say instead, and may have a sound counterpart."""
    apart: int = 0
    """Other cards between it and its question, so that the one doesn't give the other away; with any, it also never
    comes on the day on which its question was introduced."""


class Kind(StrEnum):
    """The three kinds of card, as decks, log and JSON name them."""

    QUESTION = "question"
    FOLLOW_UP = "follow-up"
    RED_FLAG = "red-flag"

    @property
    def record(self) -> KindRecord:
        """What sets it apart."""
        return RECORDS[self]

    @property
    def noun(self) -> str:
        """For people."""
        return RECORDS[self].noun

    @property
    def hangs(self) -> bool:
        """Whether it belongs to a question."""
        return RECORDS[self].hangs

    @property
    def follows(self) -> bool:
        """Whether it comes right after its question."""
        return RECORDS[self].follows

    @property
    def judged(self) -> bool:
        """Whether what it says is flagged or let stand."""
        return RECORDS[self].judged

    @property
    def apart(self) -> int:
        """How many other cards stand between it and its question."""
        return RECORDS[self].apart


RECORDS = {
    Kind.QUESTION: KindRecord("question", "?", "act"),
    Kind.FOLLOW_UP: KindRecord("follow-up", "↳", "link", "Follow-up", hangs=True, follows=True),
    Kind.RED_FLAG: KindRecord("red flag", "!", "care", "Red flag", hangs=True, judged=True, apart=5),
}
USUAL = Kind.QUESTION
"""The kind of a card whose heading names none."""
PREFIXES = {kind.record.prefix: kind for kind in Kind if kind.record.prefix}
FARTHEST = max(kind.apart for kind in Kind)
"""So many cards back a question, or a card that stands apart from it, is still near."""


class Level(IntEnum):
    """How far into an interview a card belongs."""

    SCREEN = 1
    CORE = 2
    SENIOR = 3
