"""A whole topic as one page to read: learning comes before drilling (DESIGN §1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from textual.widget import Widget

from prep.core.card import Topic
from prep.errors import UsageError
from prep.session.library.library import Library
from prep.text import words
from prep.text.row import label
from prep.text.span import BLANK, Line
from prep.tui.command import Command
from prep.tui.screens.page import Page
from prep.tui.screens.scrolling import SCROLL
from prep.tui.widgets.head import Facts
from prep.tui.widgets.link_sheet import LinkSheet
from prep.view.grid import Grid
from prep.view.topic import topic_rows


class TopicScreen(Page):
    """The page, and the way along its links."""

    HERE: ClassVar[tuple[Command, ...]] = (
        Command("follow", ("enter",), "follow", "Go where the link in focus leads."),
        Command("link(1)", ("tab",), "next link", "Move to the next link.", palette=False),
        Command("link(-1)", ("shift+tab",), "link before", "Move to the link before.", footer=False, palette=False),
        *(replace(each, keys=(*each.keys, "space")) if each.action == "page_down" else each for each in SCROLL),
        Command("leave", ("escape", "t"), "back", "Go back."),
    )

    def __init__(self, library: Library, topic: str) -> None:
        super().__init__()
        self.library = library
        self.wanted = topic

    @property
    def topic(self) -> Topic | None:
        """The topic as the decks have it now."""
        return self.library.deck.topic(self.wanted)

    def body(self) -> Iterator[Widget]:
        """The text."""
        yield LinkSheet(self.lay)

    def lay(self, grid: Grid) -> Sequence[Line]:
        """The topic laid out for this grid."""
        try:
            topic = self.library.find_topic(self.wanted)
        except UsageError as error:
            hint = f" {error.hint}" if error.hint else ""
            return [label(f"There is no topic {self.wanted} yet.{hint}")]
        return (*topic_rows(topic, grid.width, narrow=grid.narrow), BLANK)

    def facts(self) -> Facts:
        """The topic, and how many cards it has."""
        topic = self.topic
        return Facts(place=self.wanted, facts=words.count(len(topic.cards), "card") if topic else "")

    @property
    def text(self) -> LinkSheet:
        """The text's widget."""
        return self.query_one(LinkSheet)

    def offers(self, action: str) -> bool:
        """By the links."""
        match action:
            case "link":
                return self.is_mounted and bool(self.text.drawn and self.text.links)
            case "follow":
                return self.is_mounted and bool(self.text.target)
        return True

    def action_link(self, by: int) -> None:
        """Another link."""
        self.text.step(by)
        self.show()

    def action_follow(self) -> None:
        """Where the link leads."""
        if self.text.target:
            self.prep.follow(self.text.target)
