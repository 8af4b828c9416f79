"""Home: today in numbers, and the way into everything else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import ClassVar

from textual.widget import Widget

from prep.session.home.home import Home
from prep.session.library.focus import focus_words
from prep.text.span import BLANK, Line
from prep.tui.command import Command
from prep.tui.screens.page import Page
from prep.tui.screens.scrolling import PLAIN_SCROLL, SCROLLS
from prep.tui.widgets.head import HeadFacts
from prep.tui.widgets.rows import ScrollingRows
from prep.view.grid import Grid
from prep.view.home import READING, date_words, home_rows

TELL_SECONDS = 0.5
WITHOUT = SCROLLS | {"keys", "palette", "leave", "back", "quit"}
"""What Home does without a library."""


class HomeScreen(Page):
    """What waits today. `enter` starts."""

    HERE: ClassVar[tuple[Command, ...]] = (
        Command("start", ("enter",), "start", "Start today's review."),
        Command("add", ("a",), "add", "Add a card."),
        Command("library", ("b",), "library", "All topics and cards, and the way to any of them."),
        Command(
            "interview", ("i",), "interview", "Plan an interview: its day, your minutes, and how ready you will be."
        ),
        Command("stats", ("s",), "stats", "A year in numbers: what you did, what you remember, what comes."),
        Command("demos", ("d",), "demos", "Run a live demo."),
        Command("write", ("w",), "write", "Write what interviews ask to be coded.", footer=False),
        Command("narrow", ("f",), "focus", "Narrow the review to topics, tags or a level."),
        Command("night", ("n",), "night before", "What to read once more before the interview."),
        Command("facts", ("k",), "check facts", "Go through the dated facts whose month is over.", footer=False),
        Command("undo", ("u",), "undo", "Take back your newest action.", footer=False),
        Command("redo", ("U",), "redo", "Give back what was undone last.", footer=False),
        Command("quit", ("q",), "quit", "Leave prep; everything is saved."),
        Command("check", ("c",), "check decks", "Show the problems in your decks."),
        *(replace(command, footer=False) for command in PLAIN_SCROLL),
    )

    def __init__(self, seen: Home | None, today: date) -> None:
        super().__init__()
        self.seen = seen
        """None until there are numbers."""
        self.today = today

    def body(self) -> Iterator[Widget]:
        """The numbers."""
        yield ScrollingRows(self.lay)

    def lay(self, grid: Grid) -> Sequence[Line]:
        """The numbers laid out for this grid."""
        return [BLANK, READING] if self.seen is None else home_rows(self.seen, grid, ascii=self.prep.ascii)

    def on_mount(self) -> None:
        """While many decks are read, the head says how far it is."""
        super().on_mount()
        self._telling = self.set_interval(TELL_SECONDS, self.tell_opening)

    def tell_opening(self) -> None:
        """Draw it anew."""
        self.show()
        if self.prep.library is not None:
            self._telling.stop()

    def facts(self) -> HeadFacts:
        """The focus that is kept, and the date."""
        day = self.seen.today if self.seen else self.today
        place = self.prep.opening.words or focus_words(self.prep.focus)
        return HeadFacts(place=place, facts=date_words(day, narrow=self.grid.narrow))

    def say(self, seen: Home) -> None:
        """Show these numbers."""
        self.seen = seen
        self.query_one(ScrollingRows).redraw()
        self.show()

    def page_resumed(self) -> None:
        """Back from another screen: the numbers may have changed."""
        self.prep.look_again()

    def day_turned(self) -> None:
        """A new study day has begun."""
        self.prep.look_again()

    def needs_library(self, key: str) -> bool:
        """Whether the key does what only an open library can do; pressed before, it waits."""
        return any(key in command.keys and command.action not in WITHOUT for command in self.declared)

    def offers(self, action: str) -> bool:
        """What would do something."""
        match action:
            case "leave":
                return False  # escape twice too often must not end the app
            case "start":
                return self.seen is None or self.seen.total > 0 or self._may_go_on
            case "facts":
                return self.seen is not None and self.seen.facts > 0 and self.prep.library is not None
            case "library" | "interview" | "stats" | "demos" | "night" | "narrow" | "check" | "undo" | "redo":
                return self.prep.library is not None
        return True

    @property
    def _may_go_on(self) -> bool:
        """Whether there is more to do though nothing is due."""
        return self.prep.library is not None and self.seen is not None and self.seen.further is not None

    def order(self, commands: Sequence[Command]) -> Sequence[Command]:
        """The night before the interview has its word, behind the first."""
        plan = self.seen.plan if self.seen is not None else None
        night = [command for command in commands if command.action == "night" and plan is not None and plan.days <= 1]
        others = [command for command in commands if command.action != "night"]
        return [*others[:1], *night, *others[1:]]

    def word_of(self, command: Command) -> str:
        """With nothing due, `enter` offers new cards or, when all were seen, the least remembered before their day."""
        if command.action == "start" and self.seen is not None and self.seen.total == 0:
            return self.seen.further or command.word
        return command.word

    def action_start(self) -> None:
        """Start the review."""
        self.prep.start()

    def action_stats(self) -> None:
        """Show the year in numbers."""
        self.prep.open("statistics.stats")

    def action_interview(self) -> None:
        """The plan and its forecast."""
        self.prep.open("plan")

    def action_library(self) -> None:
        """All topics and cards."""
        self.prep.open("library.map")

    def action_demos(self) -> None:
        """Choose a demo."""
        self.prep.open("demos")

    def action_write(self) -> None:
        """Show the drills."""
        self.prep.open("drills")

    def action_narrow(self) -> None:
        """Narrow the review."""
        self.prep.open("focus")

    def action_night(self) -> None:
        """Show the sheet for the night before."""
        self.prep.open("night")

    def action_check(self) -> None:
        """Show the problems in the decks."""
        self.prep.open("problems")

    def action_facts(self) -> None:
        """Go through the facts to check."""
        self.prep.check_facts()

    async def action_undo(self) -> None:
        """Take back the newest action."""
        await self._turn("undo")

    async def action_redo(self) -> None:
        """Give back what was undone last."""
        await self._turn("redo")

    async def _turn(self, word: str) -> None:
        from prep.session.changes import actions

        if self.prep.library is None:
            return
        undone = await self.prep.aside(actions.undo if word == "undo" else actions.redo, self.prep.library)
        self.prep.look_again()
        self.toast(undone.sentence if undone else f"nothing to {word}")

    def action_quit(self) -> None:
        """Leave prep."""
        self.app.exit()
