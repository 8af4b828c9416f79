"""What moves the rows of a page that is longer than the screen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from textual.screen import Screen

from prep.tui.command import Command
from prep.tui.widgets.rows import ScrollingRows

SCROLL = (
    Command("scroll_down", ("down", "j"), "scroll", "Scroll down.", palette=False, label="↑↓"),
    Command("scroll_up", ("up", "k"), "scroll up", "Scroll up.", footer=False, palette=False),
    Command("page_down", ("pagedown", "ctrl+d"), "page", "Scroll down a page.", footer=False, palette=False),
    Command("page_up", ("pageup", "ctrl+u"), "page up", "Scroll up a page.", footer=False, palette=False),
    Command("scroll_home", ("home", "g"), "top", "Scroll to the top.", footer=False, palette=False),
    Command("scroll_end", ("end", "G"), "end", "Scroll to the end.", footer=False, palette=False),
)
"""For screens with a `ScrollingRows`."""
PLAIN_SCROLL = tuple(replace(command, keys=command.keys[:1]) for command in SCROLL)
"""For those where a letter means something else."""
SCROLLS = frozenset(command.action for command in SCROLL)


class Scrolling(Screen[Any]):
    """A screen that may hold a `ScrollingRows`."""

    @property
    def sheet(self) -> ScrollingRows | None:
        """The rows that scroll, if this screen has any."""
        return next(iter(self.query(ScrollingRows)), None)

    @property
    def scrolls(self) -> bool:
        """Whether there is more than is seen."""
        sheet = self.sheet
        return sheet is not None and sheet.max_scroll_y > 0

    def action_scroll_down(self) -> None:
        """Scroll down."""
        self._scroll(1)

    def action_scroll_up(self) -> None:
        """Scroll up."""
        self._scroll(-1)

    def action_page_down(self) -> None:
        """Scroll down a page."""
        self._scroll(self.sheet.size.height - 1 if self.sheet else 0)

    def action_page_up(self) -> None:
        """Scroll up a page."""
        self._scroll(1 - self.sheet.size.height if self.sheet else 0)

    def action_scroll_home(self) -> None:
        """Scroll to the top."""
        if self.sheet is not None:
            self.sheet.scroll_home(animate=False)

    def action_scroll_end(self) -> None:
        """Scroll to the end."""
        if self.sheet is not None:
            self.sheet.scroll_end(animate=False)

    def _scroll(self, rows: int) -> None:
        if self.sheet is not None:
            self.sheet.scroll_relative(y=rows, animate=False)
