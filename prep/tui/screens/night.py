"""The night before: the neediest lines of the scope, to keep or dismiss, and to put on paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.widget import Widget

from prep.core.night import Reminder
from prep.session.library.focus import load_focus
from prep.session.library.library import Library
from prep.session.night.night import Night, nearest
from prep.text.row import blank, label
from prep.text.span import Line
from prep.tui.command import Command
from prep.tui.screens.listed import CHOOSE, ListPage
from prep.tui.widgets.cursor_sheet import COLUMN, MARK_ROOM, CursorColumns, CursorItem
from prep.tui.widgets.head import HeadFacts
from prep.tui.widgets.rows import Row
from prep.view.grid import PAGE, WIDE_PAGE
from prep.view.night import NOTHING, counted, grouped_lines, reminder_rows, sheet_facts
from prep.view.paper import paper_html, written

FILE = "night-before.html"


class NightScreen(ListPage):
    """One line after the other, the weakest topics first."""

    HERE: ClassVar[tuple[Command, ...]] = (
        Command("keep", ("y",), "keep", "Keep this line.", palette=False),
        Command("leave_out", ("n",), "dismiss", "Leave this line out.", palette=False),
        Command("undo", ("u",), "step back", "Take the newest of these back."),
        *CHOOSE,
        Command("topic", ("t",), "topic", "Read the whole topic."),
        Command("paper", ("o",), "on paper", "Write what wasn't dismissed as a page to print."),
        Command("leave", ("escape",), "back", "Go back."),
    )

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library
        self.night = Night(library, load_focus(library.paths), nearest(library))
        self.cursor = self.night.cursor

    # what is drawn

    @property
    def widest(self) -> int:
        """Two columns where there is room."""
        return WIDE_PAGE if self.app.size.width >= 112 else PAGE

    def body(self) -> Iterator[Widget]:
        """The list."""
        yield CursorColumns(self.parts())

    def facts(self) -> HeadFacts:
        """Which line of how many; the rule shows how many were judged."""
        night = self.night
        return HeadFacts("night before", sheet_facts(night, self.grid), done=night.marked / max(1, len(night.lines)))

    def parts(self) -> Sequence[Row | CursorItem]:
        """The lines under the names of their topics."""
        grid, parts = self.grid, list[Row | CursorItem]()
        for name, lines in grouped_lines(self.night):
            parts += blank(0 if grid.short and not parts else grid.gap)
            parts.append(label(name.upper()))
            parts += [self._item(number, line) for number, line in lines]
        return parts or [*blank(grid.gap), label(NOTHING)]

    def _item(self, number: int, line: Reminder) -> CursorItem:
        width = COLUMN if self.grid.wide else self.grid.width
        current = number == self.cursor
        return CursorItem(reminder_rows(line, self.night, width - MARK_ROOM, current=current))

    def count(self) -> int:
        """All lines."""
        return len(self.night.lines)

    def desk(self) -> Sequence[Line]:
        """What was said, and how much paper the rest takes."""
        return [counted(self.night, self.grid)] if self.night.lines else []

    def order(self, commands: Sequence[Command]) -> Sequence[Command]:
        """Arrows explain themselves."""
        return [command for command in commands if command.action != "step(1)"]

    def offers(self, action: str) -> bool:
        """By the lines."""
        return action not in ("keep", "leave_out", "topic", "paper") or bool(self.night.lines)

    # keys

    def action_point(self, at: int) -> None:
        """This line."""
        self.night.cursor = max(0, min(at, self.count() - 1))
        super().action_point(at)

    def action_keep(self) -> None:
        """It stays."""
        self._mark(keep=True)

    def action_leave_out(self) -> None:
        """It goes, and another one has room."""
        self._mark(keep=False)

    def _mark(self, *, keep: bool) -> None:
        self.night.mark(keep=keep)
        self._follow()

    def action_undo(self) -> None:
        """As it was before the newest key."""
        if self.night.back():
            self._follow()
        else:
            self.toast("nothing to take back here", "dim")

    def _follow(self) -> None:
        self.cursor = self.night.cursor
        self.show()

    def action_topic(self) -> None:
        """The topic's page."""
        if (line := self.night.line) is not None:
            self.prep.open("topic", line.topic, line.card)

    def action_paper(self) -> None:
        """A file beside the database, for a browser to print."""
        path = self.library.paths.home / FILE
        written(path, paper_html(self.night.paper))
        self.toast(f"written: {path}, to print from a browser", stays=True)
