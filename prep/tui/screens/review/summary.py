"""The end of a session: what was done, what was missed, what comes tomorrow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import ClassVar

from textual.widget import Widget

from prep.session.review.review import Review
from prep.text.span import Line
from prep.tui.command import Command
from prep.tui.screens.page import Page
from prep.tui.screens.scrolling import SCROLL
from prep.tui.widgets.head import HeadFacts
from prep.tui.widgets.rows import ScrollingRows
from prep.view.grid import Grid
from prep.view.home import date_words
from prep.view.summary import summary_rows


class SummaryScreen(Page):
    """What was done."""

    HERE: ClassVar[tuple[Command, ...]] = (
        Command("leave", ("enter",), "home", "Go to Home."),
        Command("again", ("r",), "review the missed", "Ask once more what was missed, rated Again or judged wrongly."),
        Command("once_more", ("o",), "once more", "Ask the card just answered once more: nothing else waits."),
        Command("ahead", ("c",), "continue", "Study ahead: the least remembered, before their day."),
        Command("add", ("a",), "add", "Add a card."),
        Command("undo", ("u",), "undo the last", "Take back the newest action; its card returns."),
        Command("redo", ("U",), "redo", "Give back what was undone last.", footer=False),
        *(replace(command, footer=False) for command in SCROLL),
    )

    def __init__(self, review: Review, today: date) -> None:
        super().__init__()
        self.review = review
        self.today = today
        self.seen, self.left = review.summary(), review.left_today
        self.may_go_on = review.can_study_ahead()

    def body(self) -> Iterator[Widget]:
        """The numbers."""
        yield ScrollingRows(self.lay)

    def lay(self, grid: Grid) -> Sequence[Line]:
        """The session in numbers, in Home's columns."""
        return summary_rows(self.seen, self.left, grid, ascii=self.prep.ascii)

    def facts(self) -> HeadFacts:
        """The date; the rule is full."""
        return HeadFacts(facts=date_words(self.today, narrow=self.grid.narrow), done=1.0)

    def offers(self, action: str) -> bool:
        """What would do something."""
        match action:
            case "again":
                return bool(self.seen.missed)
            case "once_more":
                return self.review.again is not None
            case "ahead":
                return self.may_go_on
        return True

    def action_again(self) -> None:
        """Ask once more what was missed, rated Again or judged wrongly."""
        missed = self.seen.missed
        self.prep.review_again(list(dict.fromkeys(point.card.full_id for point in missed)))

    def on_mount(self) -> None:
        """Where a card would follow upon itself, the person is asked."""
        super().on_mount()
        if (card := self.review.again) is not None:
            self.toast(f"only {card.id} is left, and it was just asked: stop here, or o once more", "care", stays=True)

    def action_once_more(self) -> None:
        """Ask the only card that is left once more."""
        self.review.once_more()
        self.prep.resume(self.review, "")

    def action_ahead(self) -> None:
        """Go on with cards that aren't due yet."""
        found = self.review.study_ahead()
        if found:
            self.prep.resume(self.review, "")

    async def action_undo(self) -> None:
        """Take back the newest action; its card returns to the desk."""
        await self._back("nothing to undo", undo=True)

    async def action_redo(self) -> None:
        """Give back what was undone last."""
        await self._back("nothing to redo", undo=False)

    async def _back(self, nothing: str, *, undo: bool) -> None:
        undone = await self.prep.aside(self.review.undo if undo else self.review.redo)
        if undone is None:
            self.toast(nothing, "dim")
        else:
            self.prep.resume(self.review, undone.sentence)
