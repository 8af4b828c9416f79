"""What a card is and how far into an interview it belongs: the words that every part knows."""

from __future__ import annotations

from enum import IntEnum, StrEnum


class Kind(StrEnum):
    """The three kinds of card."""

    QUESTION = "question"
    FOLLOW_UP = "follow-up"
    RED_FLAG = "red-flag"


class Level(IntEnum):
    """How far into an interview a card belongs."""

    SCREEN = 1
    CORE = 2
    SENIOR = 3
