"""All demos: the shipped ones, and the person's own as a child describes them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import ClassVar

from textual import work
from textual.content import Content

from prep.core.card import DemoCall
from prep.core.problem import Problem
from prep.demos.catalog import catalog
from prep.demos.running.described import describe
from prep.demos.spec import Sheet
from prep.session.library.library import Library
from prep.text import words
from prep.text.span import Span
from prep.text.wrap import wrap
from prep.tui.command import Command
from prep.tui.ink import blank, ink, joined, painted, spread
from prep.tui.screens.listed import CHOOSE, ListPage
from prep.tui.widgets.cursor_sheet import MARK_ROOM, CursorItem
from prep.tui.widgets.head import HeadFacts


class DemosScreen(ListPage):
    """One row a demo; what is wrong with a file of the person's own stands below."""

    HERE: ClassVar[tuple[Command, ...]] = (
        Command("open", ("enter",), "open", "Open this demo with its own parameters."),
        *CHOOSE,
        Command("again", ("r",), "read again", "Read your demos again."),
        Command("leave", ("escape",), "back", "Go back."),
    )

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library
        self.shipped: tuple[Sheet, ...] = ()
        self.own: tuple[Sheet, ...] | None = None
        """None while the child is at work."""
        self.troubles: tuple[Problem, ...] = ()

    def on_mount(self) -> None:
        """The shipped ones at once, the person's own as soon as they are described."""
        super().on_mount()
        self._read_shipped()
        self.action_again()

    def facts(self) -> HeadFacts:
        """How many there are."""
        return HeadFacts(place="demos", facts=words.count(len(self.sheets), "demo"))

    def offers(self, action: str) -> bool:
        """What would do something."""
        match action:
            case "open":
                return bool(self.sheets)
            case "again":
                return self.library.paths.demos.is_dir()
        return True

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """Every demo that can be opened."""
        return (*(self.own or ()), *self.shipped)

    def parts(self) -> Sequence[Content | CursorItem]:
        """The person's own with what is wrong with their files, then the shipped ones."""
        above = [] if self.grid.short else blank(self.grid.gap)
        if not self.shipped or self.own is None:
            return [*above, *map(self._item, self.shipped), ink("reading the demos", "dim")]
        shipped = list(map(self._item, self.shipped))
        if not self.own and not self.troubles:
            return [*above, *shipped]
        troubles = [row for trouble in self.troubles for row in trouble_rows(trouble, self.grid.width)]
        return [
            *above,
            ink("YOURS", "dim"),
            *map(self._item, self.own),
            *troubles,
            *blank(self.grid.gap),
            ink("FROM PREP", "dim"),
            *shipped,
        ]

    def _item(self, sheet: Sheet) -> CursorItem:
        name = ink("" if self.grid.narrow else sheet.name, "dim")
        return CursorItem((spread(ink(sheet.title), name, self.grid.width - MARK_ROOM),))

    def action_open(self) -> None:
        """This demo."""
        if self.sheets:
            self.prep.open("demo", None, DemoCall(self.sheets[self.cursor].name, (), "", 0))

    @work(group="shipped", exit_on_error=False)
    async def _read_shipped(self) -> None:
        """Importing some forty lessons takes a quarter of a second: a thread does it, the keys stay quick."""
        self.shipped = await asyncio.to_thread(shipped)
        self.show()

    @work(group="describe", exclusive=True, exit_on_error=False)
    async def action_again(self) -> None:
        """Read the person's own demos."""
        folder = self.library.paths.demos
        if folder.is_dir():
            found = await describe(folder)
            self.cursor += len(found.sheets) - len(self.own or ())  # it stays on its demo
            self.own, self.troubles = found.sheets, found.problems
        else:
            self.own = ()
        self.show()


def shipped() -> tuple[Sheet, ...]:
    """Every shipped demo with its defaults."""
    return tuple(demo.sheet() for demo in catalog.everything())


def trouble_rows(problem: Problem, width: int) -> list[Content]:
    """What is wrong with a file, to its end."""
    place = f"{problem.file}:{problem.line}" if problem.line else problem.file
    first, *more = wrap((Span(problem.message),), width - 3)
    rows = [joined([ink("✗  ", "wrong"), painted(first)]), *(joined(["   ", painted(line)]) for line in more)]
    rows.append(ink(f"   {place}", "dim"))
    return [*rows, *([ink(f"   → {problem.hint}", "right")] if problem.hint else [])]
