"""What can be done to a card besides rating it: a choice in the desk, each taken back by undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from prep.core.card import Card
from prep.session.changes.actions import CardAction, act, renew
from prep.session.library.library import Library
from prep.text.row import linked, packed, row
from prep.text.span import Line, Role, Span


def _act(action: str) -> Callable[[Library, Card], object]:
    return lambda library, card: act(library, card, CardAction(action))


@dataclass(frozen=True, slots=True)
class CardChoice:
    """One card action and its key."""

    action: str
    """Name of the screen's action."""
    key: str
    word: str
    help: str
    done: str
    """What the key row says afterwards."""
    does: Callable[[Library, Card], object]


BURY, SUSPEND, RESET = (
    CardChoice("bury", "b", "bury until tomorrow", "Ask it again tomorrow.", "buried until tomorrow", _act("bury")),
    CardChoice("suspend", "s", "suspend", "Never ask it until you release it.", "suspended", _act("suspend")),
    CardChoice("reset", "r", "reset", "Ask it as a new card; the log keeps its history.", "reset", _act("reset")),
)
RENEW = CardChoice("renew", "n", "renew for a year", "The fact was checked and holds.", "renewed for a year", renew)
CHOICES = (BURY, SUSPEND, RESET, RENEW)


def choices_row(choices: Sequence[CardChoice], width: int) -> list[Line]:
    """The actions side by side, or below each other where they don't fit."""
    cells = [linked(row(Span(each.key, Role.KEY), f" {each.word}"), f"do:{each.action}") for each in choices]
    return packed(cells, 3, width)
