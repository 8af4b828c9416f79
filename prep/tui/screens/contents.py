"""What a topic's page holds: its sections, to go to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from prep.text import words
from prep.text.markdown import plain
from prep.text.row import cut, row
from prep.tui.command import Command
from prep.tui.screens.listed import CHOOSE, ListPage
from prep.tui.widgets.cursor_sheet import MARK_ROOM, CursorItem
from prep.tui.widgets.head import HeadFacts
from prep.tui.widgets.rows import Row
from prep.view.topic import TopicSection


class ContentsScreen(ListPage):
    """A row a section; the one in view is at the cursor. Leaving it says which was chosen."""

    HERE: ClassVar[tuple[Command, ...]] = (
        Command("choose", ("enter",), "go there", "Go to this section."),
        *CHOOSE,
        Command("leave", ("escape", "c"), "back", "Go back to where the page stood."),
    )

    def __init__(self, topic: str, sections: Sequence[TopicSection], here: int) -> None:
        super().__init__()
        self.topic = topic
        self.sections = sections
        self.cursor = here

    def facts(self) -> HeadFacts:
        """How many there are."""
        return HeadFacts(place=f"{self.topic} › contents", facts=words.count(len(self.sections), "section"))

    def parts(self) -> Sequence[Row | CursorItem]:
        """Their titles."""
        width = self.grid.width - MARK_ROOM
        titles = [CursorItem((cut(row(plain(section.title)), width),)) for section in self.sections]
        return titles if self.grid.short else [row(), *titles]

    def action_choose(self) -> None:
        """This section."""
        self.dismiss(self.cursor)
