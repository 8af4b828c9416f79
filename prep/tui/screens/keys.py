"""`?`: the keys of the screen below, from the same objects that make its key row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import ClassVar

from textual.widget import Widget

from prep.text.row import blank, row
from prep.text.span import Line, Role, Span
from prep.text.wrap import wrap
from prep.tui.command import Command, shown
from prep.tui.screens.page import Page
from prep.tui.screens.scrolling import SCROLL
from prep.tui.widgets.head import HeadFacts
from prep.tui.widgets.rows import ScrollingRows
from prep.view.grid import Grid

KEY_ROOM = 16


def keys_of(command: Command) -> str:
    """`space or enter`"""
    return " or ".join(map(shown, command.keys))


def key_rows(command: Command, width: int, at: int) -> list[Line]:
    """The keys at the left, the sentence in a column that begins at `at`."""
    keys = [Span(line.text.ljust(at), Role.KEY) for line in wrap((Span(keys_of(command)),), at - 2)]
    said = wrap((Span(command.help),), width - at)
    return [row(key or " " * at, line or "") for key, line in zip_longest(keys, said)]


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
        yield ScrollingRows(self.lay)

    def lay(self, grid: Grid) -> Sequence[Line]:
        """One command below the other."""
        longest = max((len(keys_of(command)) for command in self.listed), default=0)
        at = min(max(KEY_ROOM, longest + 2), grid.width // 2)
        return [*blank(grid.gap), *(each for command in self.listed for each in key_rows(command, grid.width, at))]

    def facts(self) -> HeadFacts:
        """Where one is."""
        return HeadFacts(place="keys")

    def offers(self, action: str) -> bool:
        """No keys of the keys."""
        return action not in ("keys", "palette", "add")
