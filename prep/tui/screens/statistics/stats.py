"""A year in numbers: what was done, what is remembered, what comes, what is weakest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.widget import Widget

from prep.errors import PrepError
from prep.session.library.library import Library
from prep.session.statistics.statistics import Statistics, statistics
from prep.text import words
from prep.text.span import Line
from prep.tui.command import Command
from prep.tui.screens.page import Page
from prep.tui.screens.scrolling import SCROLL
from prep.tui.widgets.head import HeadFacts
from prep.tui.widgets.link_sheet import LinkSheet
from prep.view.grid import Grid
from prep.view.statistics import Measure, statistics_rows


class StatsScreen(Page):
    """The numbers, and the way to fit and calibration."""

    HERE: ClassVar[tuple[Command, ...]] = (
        Command("fit", ("o",), "fit", "Fit the memory model to your answers."),
        Command("calibration", ("c",), "calibration", "Does what was predicted come true?"),
        Command("measure", ("m",), "minutes", "Show minutes or answers of every day.", label="m"),
        Command("link(1)", ("tab",), "topic", "Move to the next topic.", palette=False),
        Command("link(-1)", ("shift+tab",), "topic before", "Move to the topic before.", footer=False, palette=False),
        Command("follow", ("enter",), "read", "Read the topic in focus."),
        *SCROLL,
        Command("leave", ("escape", "s"), "back", "Go back."),
    )

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library
        self.measure = Measure.ANSWERS
        self.seen: Statistics | None = None

    def on_mount(self) -> None:
        """The numbers for the first time."""
        super().on_mount()
        self.read_again()

    def body(self) -> Iterator[Widget]:
        """The numbers."""
        yield LinkSheet(self.lay)

    def lay(self, grid: Grid) -> Sequence[Line]:
        """The numbers laid out for this grid."""
        return () if self.seen is None else statistics_rows(self.seen, grid.width, grid.gap, (self.measure,))

    def facts(self) -> HeadFacts:
        """The answers of today."""
        today = f"{words.count(self.seen.days[-1].ratings, 'answer')} today" if self.seen else ""
        return HeadFacts(place="stats", facts=today)

    def page_resumed(self) -> None:
        """Back from another screen: the numbers may have changed."""
        self.read_again()

    def day_turned(self) -> None:
        """A new study day has begun."""
        self.read_again()

    def read_again(self) -> None:
        """The numbers as they are now."""
        try:
            self.seen = statistics(self.library)
        except PrepError as error:
            self.tell_error(error)
            return
        self.text.redraw()
        self.show()

    @property
    def text(self) -> LinkSheet:
        """The text's widget."""
        return self.query_one(LinkSheet)

    def offers(self, action: str) -> bool:
        """What would do something."""
        match action:
            case "link":
                return self.is_mounted and bool(self.text.drawn and self.text.links)
            case "follow":
                return self.is_mounted and bool(self.text.target)
            case "measure":
                return self.seen is not None and self.seen.answers > 0
        return True

    def order(self, commands: Sequence[Command]) -> Sequence[Command]:
        """A chosen topic can be read: that comes first, so that a narrow key row has room for it."""
        return sorted(commands, key=lambda command: command.action != "follow")

    def word_of(self, command: Command) -> str:
        """What the heatmap would show next."""
        if command.action == "measure":
            return self._other.value
        return command.word

    @property
    def _other(self) -> Measure:
        return Measure.MINUTES if self.measure is Measure.ANSWERS else Measure.ANSWERS

    def action_measure(self) -> None:
        """The other heatmap."""
        self.measure = self._other
        self.text.redraw()
        self.show()

    def action_fit(self) -> None:
        """Fit the memory model."""
        self.prep.open("statistics.fit")

    def action_calibration(self) -> None:
        """Predicted against true recall."""
        self.prep.open("statistics.calibration")

    def action_link(self, by: int) -> None:
        """Another topic."""
        self.text.step(by)
        self.show()

    def action_follow(self) -> None:
        """Read the topic."""
        if self.text.target:
            self.prep.follow(self.text.target)
