"""One card with all it says and its history; looking counts nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.widget import Widget

from prep.core.card import Card
from prep.session.library.history import history
from prep.session.library.library import Library
from prep.text.row import label
from prep.text.span import Line
from prep.tui.command import Command
from prep.tui.screens.page import Page
from prep.tui.screens.scrolling import SCROLL
from prep.tui.widgets.head import HeadFacts
from prep.tui.widgets.rows import ScrollingRows
from prep.view.card.whole import whole
from prep.view.grid import Grid


class CardScreen(Page):
    """As `prep show` prints it."""

    HERE: ClassVar[tuple[Command, ...]] = (
        Command("practise", ("r",), "practise", "Ask it now, due or not."),
        Command("edit", ("e",), "edit", "Open the card's file in the editor."),
        Command("read", ("t",), "read", "Read the whole topic as a page."),
        *SCROLL,
        Command("leave", ("escape", "enter"), "back", "Go back."),
    )

    def __init__(self, library: Library, card: str) -> None:
        super().__init__()
        self.library = library
        self.card = card

    @property
    def subject(self) -> Card | None:
        """The card, as long as a deck has it."""
        return self.library.card(self.card)

    def body(self) -> Iterator[Widget]:
        """All of it."""
        yield ScrollingRows(self.lay)

    def lay(self, grid: Grid) -> Sequence[Line]:
        """As rows."""
        card = self.subject
        return whole(history(self.library, card), grid.width) if card else [label("no deck has this card any more")]

    def facts(self) -> HeadFacts:
        """Where it lies."""
        card = self.subject
        place = f"{card.place.file.rpartition('/')[2]}:{card.place.line}" if card else ""
        return HeadFacts(place=f"library › {self.card.rpartition('/')[2]}", facts=place)

    def offers(self, action: str) -> bool:
        """What there is."""
        return self.subject is not None or action not in ("practise", "edit", "read")

    def page_resumed(self) -> None:
        """It may have been rated or edited."""
        self.query_one(ScrollingRows).redraw()
        self.show()

    def decks_changed(self) -> None:
        """It may have other words."""
        self.page_resumed()

    def action_practise(self) -> None:
        """Ask it now."""
        self.prep.practise([self.card])

    async def action_edit(self) -> None:
        """In the editor."""
        if self.subject and await self.prep.edit(self.subject):
            self.page_resumed()

    def action_read(self) -> None:
        """Its topic."""
        if self.subject:
            self.prep.open("topic", self.subject.topic, self.card)
