"""Cards found as they are typed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from textual import on, work
from textual.containers import Horizontal
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import Input, Label

from prep.core.card import Card
from prep.core.query import RECORDS, Filter, Query, QueryProblem, Word, completed, corrected, query, taken_out
from prep.session.library.library import Library
from prep.session.library.search import Search, SearchResult
from prep.text import words
from prep.text.row import label, row, spread
from prep.text.span import Role, Span
from prep.tui.command import Command
from prep.tui.screens.library.list import CardList
from prep.tui.screens.listed import CHOOSING
from prep.tui.widgets.cursor_sheet import MARK_ROOM, CursorItem
from prep.tui.widgets.head import HeadFacts
from prep.tui.widgets.rows import Row

FILTERS = "  ".join(f"{each.name}{'<' if each.compared else ':'}" for each in RECORDS.values())
TYPING = frozenset(("results", "complete", "clear"))
NOTHING = SearchResult((), 0)


class SearchScreen(CardList):
    """A field over a list; `enter` goes into the list, `/` back."""

    TOPICS = True
    HERE: ClassVar[tuple[Command, ...]] = (
        Command("results", ("enter", "down"), "to the results", "Go into the list.", palette=False, at_once=True),
        Command("complete", ("tab",), "complete", "Complete the word.", palette=False, at_once=True),
        Command("clear", ("escape",), "clear", "Empty the field.", palette=False, at_once=True),
        Command("type", ("slash", "tab"), "search", "Go back into the field."),
        Command("take_out", ("enter",), "take it out", "Search without this filter."),
        *(each for each in CardList.HERE if each.action != "leave"),
        Command("leave", ("escape",), "back", "Go back."),
    )

    def __init__(self, library: Library, text: str = "") -> None:
        super().__init__(library)
        self.text = text
        self.query_now = Query()
        self.problem: QueryProblem | None = None
        self.found = NOTHING
        self.instead: list[tuple[str, str, int]] = []
        """Where nothing was found, for each filter: what it is, the text without it, how many cards that finds."""
        self._search: Search | None = None

    def body(self) -> Iterator[Widget]:
        """The field, then the list."""
        with Horizontal(id="search"):
            yield Label("▌ ", classes="act")
            yield Input(self.text, compact=True, select_on_focus=False)
        yield from super().body()

    def on_mount(self) -> None:
        """Type at once."""
        super().on_mount()
        self.field.focus()
        self.look()

    def on_resize(self, event: Resize) -> None:
        """The field stands on the page's grid."""
        field = self.query_one("#search")
        field.styles.padding = (0, self.grid.left)
        field.styles.margin = (0 if self.grid.short else 1, 0, 0, 0)
        super().on_resize(event)

    def on_unmount(self) -> None:
        """Close the index."""
        if self._search is not None:
            self._search.close()

    @property
    def field(self) -> Input:
        """Where the query is typed."""
        return self.query_one(Input)

    @property
    def typing(self) -> bool:
        """Whether letters go into the field."""
        return self.is_mounted and self.field.has_focus

    @property
    def cards(self) -> Sequence[Card]:
        """What was found."""
        return self.found.cards

    @property
    def sought(self) -> Sequence[Word]:
        """Its words."""
        return self.query_now.words

    def facts(self) -> HeadFacts:
        """How many of all."""
        every = words.count(len(self.library.deck.cards), "card")
        facts = "" if not self.query_now else f"{self.found.total:,} of {every}"
        return HeadFacts(place="library › search", facts=facts + self.marks())

    def above(self) -> list[Row]:
        """What is wrong with the query, or which filters there are; where nothing was found, what would be."""
        if self.problem is not None:
            return [row(Span(str(self.problem), Role.CARE))]
        rows: list[Row] = [] if self.grid.short and self.cards else [label(FILTERS)]
        if self.query_now and not self.cards:
            rows += [row(), row("No card has all of this."), row()]
        return rows

    def parts(self) -> Sequence[Row | CursorItem]:
        """The cards; without one, the filters that could be taken out."""
        width = self.grid.width - MARK_ROOM
        ways = [
            CursorItem((spread(f"without {what}", label(words.count(number, "card")), width),))
            for what, _, number in self.instead
        ]
        return [*super().parts(), *ways]

    def count(self) -> int:
        """Cards, or ways out."""
        return len(self.cards) or len(self.instead)

    def offers(self, action: str) -> bool:
        """While letters are typed, no key is a command but what leads out of the field."""
        if action == "take_out":
            return not self.typing and not self.cards and bool(self.instead)
        if self.typing:
            text = bool(self.field.value)
            known = {"results": self.count() > 0, "complete": text, "clear": text, "leave": not text}
            return known.get(action, action == "keys")
        return action not in TYPING and ((action == "type" and not self.acting) or super().offers(action))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The cursor moves in the list alone."""
        return False if action in CHOOSING and self.typing else super().check_action(action, parameters)

    # typing

    @on(Input.Changed)
    def changed(self, event: Input.Changed) -> None:
        """Search for what stands there now."""
        if event.value != self.text:
            self.text, self.cursor = event.value, 0
            self.look()

    @work(group="search", exclusive=True, exit_on_error=False)
    async def look(self) -> None:
        """In a thread: the first search makes the index."""
        try:
            asked, problem = query(self.text), None
        except QueryProblem as told:
            asked, problem = Query(), told
        found, instead = await asyncio.to_thread(self._find, asked) if asked else (NOTHING, [])
        self.query_now, self.problem, self.found, self.instead = asked, problem, found, instead
        if self.is_mounted:
            self.forget()
            self.show()

    def _find(self, asked: Query) -> tuple[SearchResult, list[tuple[str, str, int]]]:
        search = self._search = self._search or Search(self.library)
        found = search.find(asked)
        if found.cards or len(asked.filters) + len(asked.words) < 2:
            return found, []
        ways = [(each.source, taken_out(self.text, each), self._without(asked, each)) for each in asked.filters]
        return found, [way for way in ways if way[2]]

    def _without(self, asked: Query, gone: Filter) -> int:
        """How many cards the query finds without this filter."""
        assert self._search is not None
        rest = tuple(each for each in asked.filters if each is not gone)
        return self._search.find(replace(asked, filters=rest), 1).total

    def action_complete(self) -> None:
        """As far as it is certain; a filter that there is not becomes the one that was meant."""
        if self.problem is not None and self.problem.instead:
            self._type(corrected(self.text, self.problem))
            return
        tags = sorted({tag for card in self.library.deck.cards for tag in card.tags})
        self._type(completed(self.text, {"topic": [topic.id for topic in self.library.deck.topics], "tag": tags}))

    def _type(self, text: str) -> None:
        self.field.value = text
        self.field.cursor_position = len(text)

    def action_clear(self) -> None:
        """An empty field."""
        self._type("")

    def action_results(self) -> None:
        """Into the list."""
        self.set_focus(None)
        self.call_after_refresh(self.show)

    def action_type(self) -> None:
        """Back into the field."""
        self.field.focus()
        self.call_after_refresh(self.show)

    def action_take_out(self) -> None:
        """Search without the filter at the cursor."""
        self._type(self.instead[self.cursor][1])
        self.action_type()

    def decks_changed(self) -> None:
        """Other cards may be found."""
        self.look()

    def page_resumed(self) -> None:
        """The same."""
        self.look()
