"""Does what was predicted come true? One table, one sentence."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from threading import Event
from typing import ClassVar

from textual import work
from textual.widget import Widget

from prep.core.calibration import Calibration
from prep.errors import PrepError
from prep.session.library.library import Library
from prep.session.statistics.statistics import calibration
from prep.text import words
from prep.text.row import label
from prep.text.span import Line
from prep.tui.command import Command
from prep.tui.screens.page import Page
from prep.tui.screens.scrolling import SCROLL
from prep.tui.widgets.head import HeadFacts
from prep.tui.widgets.link_sheet import LinkSheet
from prep.view.calibration import calibration_rows
from prep.view.grid import Grid


class CalibrationScreen(Page):
    """The table, read in a thread."""

    HERE: ClassVar[tuple[Command, ...]] = (*SCROLL, Command("leave", ("escape", "c"), "back", "Go back."))

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library
        self.seen: Calibration | None = None
        """None while the log is read."""
        self._left = Event()

    def on_unmount(self) -> None:
        """The thread that reads ends with this screen."""
        self._left.set()

    def on_mount(self) -> None:
        """Begin to read."""
        super().on_mount()
        self.read()

    def body(self) -> Iterator[Widget]:
        """The table."""
        yield LinkSheet(self.lay)

    def lay(self, grid: Grid) -> Sequence[Line]:
        """The table laid out for this grid."""
        if self.seen is None:
            return [label("reading your answers")]
        return calibration_rows(self.seen, grid.width)

    def facts(self) -> HeadFacts:
        """How many answers there are."""
        answers = words.count(self.seen.total.answers, "answer") if self.seen else ""
        return HeadFacts(place="calibration", facts=answers)

    @work(group="calibration", exclusive=True, exit_on_error=False)
    async def read(self) -> None:
        """A million answers take seconds: a thread reads them."""
        try:
            self.seen = await asyncio.to_thread(calibration, self.library, lambda: not self._left.is_set())
        except PrepError as error:
            self.tell_error(error)
            return
        self.query_one(LinkSheet).redraw()
        self.show()
