"""Fitting the memory model: what would change is shown, and only then, if wanted, changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual import work
from textual.widget import Widget

from prep.errors import PrepError
from prep.session.changes import actions
from prep.session.library.library import Library
from prep.session.statistics import fitting
from prep.text import words
from prep.text.span import Line, Role, Span
from prep.text.wrap import wrap
from prep.tui.command import Command
from prep.tui.screens.page import Page
from prep.tui.screens.scrolling import SCROLL
from prep.tui.widgets.head import HeadFacts
from prep.tui.widgets.link_sheet import LinkSheet
from prep.view.fit import fit_rows
from prep.view.grid import Grid

FITTING = "fitting to your answers"


class FitScreen(Page):
    """The preview of a fit."""

    HERE: ClassVar[tuple[Command, ...]] = (
        Command("keep", ("enter",), "store", "Store the fitted parameters; no due date moves."),
        Command("reschedule", ("r",), "store and reschedule", "Move cards, too, to where the memory has them."),
        Command("undo", ("u",), "undo", "Take it back, reschedule and all."),
        *(replace(command, footer=False) for command in SCROLL),
        Command("leave", ("escape", "o"), "back", "Go back."),
    )

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library
        self.seen: fitting.FitPreview | None = None
        """None while the child process is at work."""
        self.said = FITTING
        """One sentence in place of the preview."""

    def on_mount(self) -> None:
        """Begin to fit."""
        super().on_mount()
        self.fit()

    def body(self) -> Iterator[Widget]:
        """The preview."""
        yield LinkSheet(self.lay)

    def lay(self, grid: Grid) -> Sequence[Line]:
        """The preview laid out for this grid."""
        if self.seen is None or self.said:
            return wrap((Span(self.said, Role.DIM),), grid.width)
        return fit_rows(self.seen, self.library.config.retention, grid.width)

    def facts(self) -> HeadFacts:
        """What it was fitted to."""
        answers = words.count(self.seen.fit.answers, "answer") if self.seen else ""
        return HeadFacts(place="fit", facts=answers)

    def offers(self, action: str) -> bool:
        """There is something to store only while an improvement is shown."""
        match action:
            case "keep":
                return self._open
            case "reschedule":
                return self.seen is not None and bool(self.seen.moves) and not self.said
            case "undo":
                return self.seen is not None and bool(self.said)
        return True

    def word_of(self, command: Command) -> str:
        """Without an improvement there is only a reschedule to store."""
        return "reschedule" if command.action == "reschedule" and not self._open else command.word

    @property
    def _open(self) -> bool:
        return self.seen is not None and self.seen.may_store and not self.said

    def day_turned(self) -> None:
        """What a preview says of dues holds for its day."""
        if self.seen is not None and not self.said:
            self.seen = None
            self._say(FITTING)
            self.fit()

    @work(group="fit", exclusive=True, exit_on_error=False)
    async def fit(self) -> None:
        """In a child process, which ends with this screen."""
        try:
            self.seen = await fitting.preview(self.library)
        except PrepError as error:
            self._say(f"{error}; {error.hint}")
            return
        self._say("")

    async def action_keep(self) -> None:
        """Store the parameters."""
        await self._store(reschedule=False)

    async def action_reschedule(self) -> None:
        """Store them and move the cards."""
        await self._store(reschedule=True)

    async def action_undo(self) -> None:
        """Take it back."""
        undone = await self.prep.aside(actions.undo, self.library)
        self.dismiss()
        if undone is not None:
            self.prep.call_after_refresh(self.prep.tell, undone.sentence)

    async def _store(self, *, reschedule: bool) -> None:
        assert self.seen is not None
        await self.prep.aside(partial(fitting.store, self.library, self.seen, reschedule=reschedule))
        moved = f" {words.count(len(self.seen.moves), 'card')} moved." if reschedule else " No due date moved."
        self._say(f"{'Stored.' if self.seen.may_store else ''}{moved} u takes it back, also from Home.".strip())

    def _say(self, sentence: str) -> None:
        self.said = sentence
        self.query_one(LinkSheet).redraw()
        self.show()
