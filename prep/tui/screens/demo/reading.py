"""What a demo teaches, to read: why it comes out so, or the code that measures it (LOOK §9.8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual.widget import Widget

from prep.demos.declaration.spelt import spelt
from prep.demos.script.script import script
from prep.demos.spec import Sheet
from prep.text.code import code_lines
from prep.text.row import blank
from prep.text.span import Line
from prep.text.spelling import spelled
from prep.tui.command import Command
from prep.tui.screens.demo.keys import CODE, WHY
from prep.tui.screens.page import Page
from prep.tui.screens.scrolling import SCROLL
from prep.tui.widgets.head import HeadFacts
from prep.tui.widgets.rows import ScrollingRows
from prep.view.grid import Grid
from prep.view.why import why_rows


class ReadingScreen(Page):
    """One text about a demo; the key of the other turns to it, its own leaves."""

    HERE: ClassVar[tuple[Command, ...]] = (
        WHY,
        replace(CODE, footer=True),
        Command("leave", ("escape", "enter"), "back", "Go back to the demo."),
        *SCROLL,
    )

    def __init__(self, plan: Sheet, folder: Path, *, code: str = "") -> None:
        super().__init__()
        self.plan, self.folder, self.code = plan, folder, code

    def body(self) -> Iterator[Widget]:
        """The text."""
        yield ScrollingRows(self.lay)

    def lay(self, grid: Grid) -> Sequence[Line]:
        """The script, or the reasons."""
        ascii = bool(self.prep.ascii)
        if self.code:
            return [*blank(grid.gap), *code_lines(spelled(self.code) if ascii else self.code, "python", grid.width)]
        return [*blank(grid.gap), *why_rows(spelt(self.plan) if ascii else self.plan, grid.width)]

    def facts(self) -> HeadFacts:
        """Of which demo."""
        name = self.plan.name if self.grid.narrow else f"demo · {self.plan.name}"
        return HeadFacts(place=name, facts="code" if self.code else "why")

    def order(self, commands: Sequence[Command]) -> Sequence[Command]:
        """Its own key leaves as escape does, and needs no word."""
        own = CODE.action if self.code else WHY.action
        return [command for command in commands if command.action != own]

    def action_why(self) -> None:
        """The reasons, or back."""
        if self.code:
            self._turn("")
        else:
            self.action_leave()

    def action_code(self) -> None:
        """The code, or back. Raises UsageError where there is no script."""
        if self.code:
            self.action_leave()
        else:
            self._turn(script(self.plan, self.folder))

    def _turn(self, code: str) -> None:
        self.code = code
        self.query_one(ScrollingRows).redraw()
        self.action_scroll_home()
        self.show()
