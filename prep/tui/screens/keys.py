"""`?`: the keys of the screen below, from the same objects that make its key row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import ClassVar

from textual.content import Content
from textual.widget import Widget

from prep.text.markdown import wrap
from prep.text.span import Span
from prep.tui.command import Command, shown
from prep.tui.ink import blank, ink, joined, painted
from prep.tui.screens.page import Page
from prep.tui.screens.scrolling import SCROLL
from prep.tui.widgets.head import Facts
from prep.tui.widgets.rows import Sheet

KEY_ROOM = 16


class KeysSheet(Sheet):
    """One row a command."""

    def __init__(self, commands: Sequence[Command]) -> None:
        super().__init__()
        self.commands = commands

    def rows(self) -> list[Content]:
        """Key, and what it does."""
        grid = self.grid
        longest = max((len(keys_of(command)) for command in self.commands), default=0)
        at = min(max(KEY_ROOM, longest + 2), grid.width // 2)
        return [*blank(grid.gap), *(row for command in self.commands for row in key_rows(command, grid.width, at))]


def keys_of(command: Command) -> str:
    """`space or enter`"""
    return " or ".join(map(shown, command.keys))


def key_rows(command: Command, width: int, at: int) -> list[Content]:
    """The keys at the left, the sentence in a column that begins at `at`."""
    keys = [line.text for line in wrap((Span(keys_of(command)),), at - 2)]
    said = wrap((Span(command.help),), width - at)
    rows = zip_longest((key.ljust(at) for key in keys), map(painted, said), fillvalue=None)
    return [joined([ink(key or " " * at, "key"), line or ""]) for key, line in rows]


class KeysScreen(Page):
    """The keys of another screen."""

    HERE: ClassVar[tuple[Command, ...]] = (
        Command("leave", ("escape", "enter", "question_mark", "f1"), "back", "Go back."),
        *SCROLL,
    )

    def __init__(self, commands: Sequence[Command]) -> None:
        super().__init__()
        self.listed = commands

    def body(self) -> Iterator[Widget]:
        """The list."""
        yield KeysSheet(self.listed)

    def facts(self) -> Facts:
        """Where one is."""
        return Facts(place="keys")

    def offers(self, action: str) -> bool:
        """No keys of the keys."""
        return action not in ("keys", "palette", "add")
