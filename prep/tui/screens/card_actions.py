"""What can be done to a card besides rating it: a choice in the desk, each taken back by undo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

from prep.session.actions import CardAction
from prep.tui.grid import Grid
from prep.tui.ink import ink, joined


@dataclass(frozen=True, slots=True)
class CardChoice:
    """One card action and its key."""

    does: CardAction
    key: str
    word: str
    help: str
    done: str
    """What the key row says afterwards."""

    @property
    def action(self) -> str:
        """Name of the screen's action."""
        return f"card_{self.does.value}"


CHOICES = (
    CardChoice(CardAction.BURY, "b", "bury until tomorrow", "Ask it again tomorrow.", "buried until tomorrow"),
    CardChoice(CardAction.SUSPEND, "s", "suspend", "Never ask it until you release it.", "suspended"),
    CardChoice(CardAction.RESET, "r", "reset", "Ask it as a new card; its history stays in the log.", "reset"),
)


def choices_row(choices: Sequence[CardChoice], grid: Grid) -> list[Content]:
    """The actions side by side, or below each other where they don't fit."""
    cells = [cell(choice) for choice in choices]
    rows: list[list[Content | str]] = [[]]
    used = 0
    for cell in cells:
        if rows[-1] and used + 3 + cell.cell_length > grid.width:
            rows, used = [*rows, []], 0
        rows[-1] += ["   ", cell] if rows[-1] else [cell]
        used += cell.cell_length + (3 if used else 0)
    return [joined(row) for row in rows]


def cell(choice: CardChoice) -> Content:
    """`b bury until tomorrow`"""
    target = f"do:{choice.action}"
    return joined([ink(choice.key, "key", target=target), ink(f" {choice.word}", target=target)])
