"""A whole topic as one page to read: learning comes before drilling (DESIGN §1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual.widget import Widget
from textual.worker import Worker, WorkerState

from prep.core.card import Topic
from prep.errors import UsageError
from prep.session.library.library import Library
from prep.text import words
from prep.text.row import label
from prep.text.span import BLANK, Line
from prep.tui.command import Command
from prep.tui.screens.page import Page
from prep.tui.screens.scrolling import SCROLL
from prep.tui.widgets.head import HeadFacts
from prep.tui.widgets.link_sheet import LinkSheet
from prep.view.grid import Grid
from prep.view.topic import topic_page, topic_rows

LONG = 100_000
"""Characters of a page that is laid out in a thread: 0.2 s."""

Laid = tuple[Topic, int, bool]
"""A long page: its topic, the width, whether it is narrow."""


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
        self._laid: list[Laid] = []
        self._being_laid: Laid | None = None

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
        page = topic, grid.width, grid.narrow
        if page not in self._laid and len(topic_page(topic)) > LONG:
            self._lay_out(page)
            return [label("laying out a long page …")]
        return (*topic_rows(topic, grid.width, narrow=grid.narrow), BLANK)

    def _lay_out(self, page: Laid) -> None:
        """In a thread, which leaves what it made where the next asking finds it."""
        if page != self._being_laid:
            self._being_laid = page
            lay = partial(topic_rows, page[0], page[1], narrow=page[2])
            self.run_worker(lay, group="lay", thread=True, exclusive=True, exit_on_error=False)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """The page is laid out."""
        if event.worker.group == "lay" and event.state is WorkerState.SUCCESS and self._being_laid and self.is_mounted:
            self._laid.append(self._being_laid)
            self._being_laid = None
            self.text.redraw()
            self.show()

    def facts(self) -> HeadFacts:
        """The topic, and how many cards it has."""
        topic = self.topic
        return HeadFacts(place=self.wanted, facts=words.count(len(topic.cards), "card") if topic else "")

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
