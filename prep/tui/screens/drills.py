"""All drills: what interviews ask to be written, and how each went so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.content import Content

from prep.drills import catalog
from prep.session.library.library import Library
from prep.session.writing.record import records
from prep.text import words
from prep.tui.command import Command
from prep.tui.ink import blank, ink, spread
from prep.tui.screens.listed import CHOOSE, ListPage
from prep.tui.widgets.cursor_sheet import MARK_ROOM, CursorItem
from prep.tui.widgets.head import HeadFacts


class DrillsScreen(ListPage):
    """One row a drill, by field."""

    HERE: ClassVar[tuple[Command, ...]] = (
        Command("open", ("enter",), "write it", "Open this drill."),
        *CHOOSE,
        Command("leave", ("escape", "w"), "back", "Go back."),
    )

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library
        self.drills = catalog.everything()
        self.records = records(library)

    def facts(self) -> HeadFacts:
        """How many there are, and how many were passed."""
        passed = sum(record.best is not None for record in self.records.values())
        return HeadFacts(place="write", facts=f"{passed} of {words.count(len(self.drills), 'drill')} passed")

    def parts(self) -> Sequence[Content | CursorItem]:
        """Each field with its drills."""
        rows: list[Content | CursorItem] = [] if self.grid.short else [*blank(self.grid.gap)]
        field = ""
        for drill in self.drills:
            here = drill.name.partition(".")[0]
            if here != field:
                rows += [*(blank() if field else ()), ink(here.upper(), "dim")]
                field = here
            record = self.records.get(drill.name)
            passed = record is not None and record.best is not None
            said = record.words if record else f"{drill.minutes} min"
            width = self.grid.width - MARK_ROOM
            rows.append(CursorItem((spread(ink(drill.title), ink(said, "right" if passed else "dim"), width),)))
        return rows

    def page_resumed(self) -> None:
        """One may have been passed."""
        self.records = records(self.library)
        self.show()

    def action_open(self) -> None:
        """This drill."""
        self.prep.open("drill", self.drills[self.cursor].name)
