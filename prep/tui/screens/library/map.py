"""The topics as a map: how often each is asked, how far it is learnt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.widget import Widget

from prep.session.library.library import Library
from prep.session.library.shelf import ShelvedTopic, shelf
from prep.text import words
from prep.text.row import cut
from prep.text.span import Line
from prep.tui.command import Command
from prep.tui.screens.page import Page
from prep.tui.widgets.head import HeadFacts
from prep.tui.widgets.rows import ScrollingRows
from prep.view.grid import WIDE_PAGE, Grid
from prep.view.library import TopicMap, map_rows, topic_detail, topic_map


class MapScreen(Page):
    """A cell a topic, areas down the columns."""

    HERE: ClassVar[tuple[Command, ...]] = (
        Command("look", ("enter",), "cards", "Show the cards of this topic."),
        Command("read", ("t",), "read", "Read the whole topic as a page."),
        Command("practise", ("r",), "practise", "Ask all its cards now, due or not."),
        Command("step(1)", ("down", "j"), "choose", "Go down.", palette=False, label="↑↓←→"),
        Command("step(-1)", ("up", "k"), "choose", "Go up.", footer=False, palette=False),
        Command("beside(1)", ("right", "l"), "choose", "Go right.", footer=False, palette=False),
        Command("beside(-1)", ("left", "h"), "choose", "Go left.", footer=False, palette=False),
        Command("step(10)", ("pagedown",), "page", "Go down ten topics.", footer=False, palette=False),
        Command("step(-10)", ("pageup",), "page", "Go up ten topics.", footer=False, palette=False),
        Command("first", ("home", "g"), "first", "Go to the first.", footer=False, palette=False),
        Command("last", ("end", "G"), "last", "Go to the last.", footer=False, palette=False),
        Command("leave", ("escape", "b"), "back", "Go back."),
    )

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library
        self.topics: Sequence[ShelvedTopic] = shelf(library)
        self.cursor = 0

    @property
    def widest(self) -> int:
        """Three columns on a wide screen."""
        return WIDE_PAGE

    @property
    def laid(self) -> TopicMap:
        """Which topic stands where."""
        return topic_map(self.topics, self.grid)

    def body(self) -> Iterator[Widget]:
        """The map."""
        yield ScrollingRows(self.lay)

    def lay(self, grid: Grid) -> Sequence[Line]:
        """Its rows."""
        return map_rows(self.topics, topic_map(self.topics, grid), self.cursor, grid)

    def facts(self) -> HeadFacts:
        """How many there are."""
        deck = self.library.deck
        facts = f"{words.count(len(deck.topics), 'topic')} · {words.count(len(deck.cards), 'card')}"
        return HeadFacts(place="library", facts=facts)

    def desk(self) -> Sequence[Line]:
        """What the topic at the cursor is."""
        return [cut(topic_detail(self.topics[self.cursor]), self.grid.width)] if self.topics else []

    def offers(self, action: str) -> bool:
        """Without a topic there is nothing to choose."""
        return bool(self.topics) or action in ("leave", "keys", "palette", "add", "search")

    def page_resumed(self) -> None:
        """Something may have been learnt meanwhile."""
        self.topics = shelf(self.library)
        self.action_point(self.cursor)

    def decks_changed(self) -> None:
        """A topic may have come or gone."""
        self.page_resumed()

    def action_step(self, by: int) -> None:
        """Another topic, in their order."""
        self.action_point(self.cursor + by)

    def action_beside(self, by: int) -> None:
        """The topic in the next column."""
        self.action_point(self.laid.beside(self.cursor, by))

    def action_first(self) -> None:
        """The first topic."""
        self.action_point(0)

    def action_last(self) -> None:
        """The last topic."""
        self.action_point(len(self.topics) - 1)

    def action_point(self, at: int) -> None:
        """This topic, in view with the name of its area."""
        self.cursor = max(0, min(at, len(self.topics) - 1))
        sheet = self.query_one(ScrollingRows)
        sheet.redraw()
        if self.topics:
            _, y = self.laid.place(self.cursor)
            sheet.show(max(0, y - 1))
            sheet.show(y)
        self.show()

    async def action_click(self, at: int) -> None:
        """A click goes to a topic; on the one at the cursor it shows its cards."""
        if at == self.cursor:
            self.action_look()
        else:
            self.action_point(at)

    def action_look(self) -> None:
        """Its cards."""
        self.prep.open("library.cards", self.topics[self.cursor].topic.id)

    def action_read(self) -> None:
        """The whole topic."""
        self.prep.open("topic", self.topics[self.cursor].topic.id)

    def action_practise(self) -> None:
        """All its cards now."""
        self.prep.practise([card.full_id for card in self.topics[self.cursor].topic.cards])
