"""A whole topic as one page to read: learning comes before drilling (DESIGN §1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual.widget import Widget
from textual.widgets import Input
from textual.worker import Worker, WorkerState

from prep.core.card import Topic
from prep.errors import UsageError
from prep.session.library.library import Library
from prep.text import words
from prep.text.row import label
from prep.text.span import BLANK, Line
from prep.tui import door
from prep.tui.command import Command
from prep.tui.screens.page import Page
from prep.tui.screens.scrolling import SCROLL
from prep.tui.widgets.find_field import FindField
from prep.tui.widgets.head import HeadFacts
from prep.tui.widgets.link_sheet import LinkSheet
from prep.view.grid import Grid
from prep.view.topic import TopicSection, section_starts, topic_page, topic_rows, topic_sections

LONG = 100_000
"""Characters of a page that is laid out in a thread: 0.2 s."""

Laid = tuple[Topic, int, bool]
"""A long page: its topic, the width, whether it is narrow."""


class TopicScreen(Page):
    """The page, and the way along its links."""

    AUTO_FOCUS = ""  # the field takes letters only once it is opened

    HERE: ClassVar[tuple[Command, ...]] = (
        Command("follow", ("enter",), "follow", "Go where the link in focus leads."),
        Command("link(1)", ("tab",), "next link", "Move to the next link.", palette=False),
        Command("link(-1)", ("shift+tab",), "link before", "Move to the link before.", footer=False, palette=False),
        *(replace(each, keys=(*each.keys, "space")) if each.action == "page_down" else each for each in SCROLL),
        Command("contents", ("c",), "contents", "Show what the page holds, and go there."),
        Command("find", ("slash",), "find", "Find words on this page; in an empty field `tab` leads to the library."),
        Command("hit(1)", ("n",), "next", "Go to the next place that was found.", palette=False),
        Command("hit(-1)", ("N",), "one before", "Go to the place before.", footer=False, palette=False),
        Command("practise", ("r",), "practise", "Ask its cards now, due or not.", footer=False),
        Command("leave", ("escape", "t"), "back", "Go back."),
    )

    def __init__(self, library: Library, topic: str, card: str = "") -> None:
        """card: full id of the one at which the page opens."""
        super().__init__()
        self.library = library
        self.wanted = topic
        self._opens_at = card
        self._laid: list[Laid] = []
        self._being_laid: Laid | None = None

    @property
    def topic(self) -> Topic | None:
        """The topic as the decks have it now."""
        return self.library.deck.topic(self.wanted)

    def body(self) -> Iterator[Widget]:
        """The text, and the field that finds in it."""
        yield LinkSheet(self.lay)
        yield FindField()

    def on_mount(self) -> None:
        """Open where it is wanted; the head follows."""
        super().on_mount()
        self.watch(self.text, "scroll_y", self.scrolled, init=False)
        self.call_after_refresh(self.open_at, self._opens_at)

    def scrolled(self) -> None:
        """Say where the page stands."""
        if self.is_mounted:
            self.show()

    def open_at(self, card: str) -> None:
        """Bring this card to the top; without one, or on a page that isn't laid out, nothing moves."""
        starts = dict(zip((section.card for section in self.sections), self.starts, strict=True))
        if card in starts and card:
            self.go_to(starts[card])

    def go_to(self, row: int) -> None:
        """Bring a row of the topic to the top."""
        self.text.show(row + self.text.above, top=True)

    @property
    def sections(self) -> tuple[TopicSection, ...]:
        """What the contents name."""
        return topic_sections(self.topic) if self.topic else ()

    @property
    def starts(self) -> list[int]:
        """The first row of each."""
        return section_starts(self.topic, self.grid.width, narrow=self.grid.narrow) if self.topic else []

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
        """The topic, how many cards it has, and how much of it is above the last row on screen."""
        topic, sheet = self.topic, self.sheet
        cards = words.count(len(topic.cards), "card") if topic else ""
        if sheet is None or not sheet.max_scroll_y:
            return HeadFacts(place=self.wanted, facts=cards)
        return HeadFacts(place=self.wanted, facts=f"{cards} · {words.percent(sheet.scroll_y / sheet.max_scroll_y)}")

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
                return self.is_mounted and bool(self.text.target) and not self.typing
            case "hit":
                return self.is_mounted and bool(self.text.sought) and not self.typing
            case "contents" | "practise":
                return self.topic is not None
        return True

    @property
    def typing(self) -> bool:
        """Whether words to find are being typed."""
        return self.is_mounted and self.query_one(FindField).has_focus

    def action_link(self, by: int) -> None:
        """Another link."""
        self.text.step(by)
        self.show()

    def action_contents(self) -> None:
        """What the page holds."""
        at = self.sheet.scroll_y - self.text.above if self.sheet else 0
        here = max((n for n, start in enumerate(self.starts) if start <= at), default=0)
        self.app.push_screen(door.opened("contents", self.wanted, self.sections, here), self.chosen)

    def chosen(self, section: int | None) -> None:
        """Go to a section."""
        if section is not None:
            self.go_to(self.starts[section])

    def action_find(self) -> None:
        """Type what to find."""
        self.query_one(FindField).open()

    def on_input_changed(self, event: Input.Changed) -> None:
        """What is found is lit as it is typed, and the first of it below shows."""
        self.text.seek(event.value)
        self.text.hit(0)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The page has the keys again; `n` and `N` go on."""
        self.query_one(FindField).close()
        self.call_after_refresh(self.show)

    def action_hit(self, by: int) -> None:
        """Another place that was found."""
        self.text.hit(by)

    def action_practise(self) -> None:
        """Its cards now."""
        if self.topic:
            self.prep.practise([card.full_id for card in self.topic.cards])

    def action_leave(self) -> None:
        """First the field, then what it found, then the page."""
        if self.typing or self.text.sought:
            self.query_one(FindField).clear_and_close()
            self.text.seek("")
            self.call_after_refresh(self.show)
        else:
            super().action_leave()

    def action_follow(self) -> None:
        """Where the link leads."""
        if self.text.target:
            self.prep.follow(self.text.target)
