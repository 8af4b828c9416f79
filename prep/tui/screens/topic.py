"""A whole topic as one page to read: learning comes before drilling (DESIGN §1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual.widget import Widget
from textual.worker import Worker, WorkerState

from prep.core.card import Topic
from prep.errors import UsageError
from prep.session.library.library import Library
from prep.session.library.topic_page import topic_page
from prep.text import words
from prep.text.markdown import lay_out
from prep.text.span import BLANK, Line, Role, Span
from prep.tui.command import Command
from prep.tui.grid import Grid
from prep.tui.screens.page import Page
from prep.tui.screens.scrolling import SCROLL
from prep.tui.widgets.head import Facts
from prep.tui.widgets.link_sheet import LinkSheet

LONG = 100_000
"""Characters of a page that is laid out in a thread: 0.2 s."""


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
        self._laid: set[tuple[object, ...]] = set()
        self._being_laid: tuple[object, ...] = ()
        """Text, width and whether it is narrow, of a long page."""

    @property
    def topic(self) -> Topic | None:
        """The topic as the decks have it now."""
        return self.library.deck.topic(self.wanted)

    def body(self) -> Iterator[Widget]:
        """The text."""
        yield LinkSheet(self.lay)

    def lay(self, grid: Grid) -> Sequence[Line]:
        """The topic laid out for this grid."""
        above = () if grid.short else (BLANK,) * grid.gap
        try:
            topic = self.library.find_topic(self.wanted)
        except UsageError as error:
            hint = f" {error.hint}" if error.hint else ""
            return (*above, Line((Span(f"There is no topic {self.wanted} yet.{hint}", Role.DIM),)))
        lay = partial(lay_out, topic_page(topic), grid.width, narrow=grid.narrow, sources=topic.sources)
        if len(lay.args[0]) > LONG and (*lay.args, grid.narrow) not in self._laid:
            self._lay_out(lay, (*lay.args, grid.narrow))
            return (*above, Line((Span("laying out a long page …", Role.DIM),)))
        return (*above, *lay(), BLANK)

    def _lay_out(self, lay: Callable[[], object], page: tuple[object, ...]) -> None:
        """In a thread, which leaves what it made where the next asking finds it."""
        if page != self._being_laid:
            self._being_laid = page
            self.run_worker(lay, group="lay", thread=True, exclusive=True, exit_on_error=False)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """The page is laid out."""
        if event.worker.group == "lay" and event.state is WorkerState.SUCCESS and self.is_mounted:
            self._laid.add(self._being_laid)
            self._being_laid = ()
            self.text.redraw()
            self.show()

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
