"""A demo before it runs: what will be measured, and the question it asks first (LOOK §9.7)."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from prep.demos.declaration.question import ChoiceQuestion, OrderQuestion, Question
from prep.demos.declaration.spelt import spelt
from prep.demos.spec import Sheet
from prep.session.experiment.record import Record
from prep.text.markdown import inline, plain, wrap
from prep.text.span import Span
from prep.text.spelling import spelled
from prep.tui.ink import blank, ink, joined, painted
from prep.tui.widgets.demo.parameters import parameter_row
from prep.tui.widgets.rows import Rows
from prep.view.grid import Grid


class AskRows(Rows):
    """Title, introduction, parameters, question, and the options where there are some."""

    def __init__(self) -> None:
        super().__init__()
        self.plan: Sheet | None = None
        self.record: Record | None = None
        """How it was predicted before."""
        self.chosen: int | None = None
        """The number of the option at ▌, from 1."""

    def say(self, plan: Sheet | None, chosen: int | None, record: Record | None = None) -> None:
        """Ask this."""
        self.plan, self.chosen, self.record = plan, chosen, record
        self.redraw()

    def rows(self) -> list[Content]:
        """The page down to the field."""
        if self.plan is None:
            return []
        grid, ascii = self.grid, bool(getattr(self.app, "ascii", False))
        plan = spelt(self.plan) if ascii else self.plan
        rows = [] if grid.short else blank(grid.gap)
        rows += [ink(plan.title, "cue").truncate(grid.width, ellipsis=True), *blank(grid.gap)]
        rows += [painted(line) for line in wrap((Span(plan.intro),), grid.cue)]
        rows += [*blank(grid.gap), parameter_row(plan, None, grid), *blank(grid.gap), prediction_row(self.record)]
        rows += [painted(line) for line in wrap(said(self.plan.question.text, ascii), grid.cue)]
        return [*rows, *blank(), *option_rows(self.plan.question, self.chosen, grid, ascii)]


def prediction_row(record: Record | None) -> Content:
    """The label, and how often it was right; what was measured then would give the answer away."""
    return ink(f"YOUR PREDICTION   {record.tally}" if record else "YOUR PREDICTION", "dim")


def said(text: str, ascii: bool) -> Sequence[Span]:
    """A text that may hold Markdown and formulas: a card's author wrote it."""
    return (Span(spelled(plain(text))),) if ascii else inline(text)


def option_rows(question: Question, chosen: int | None, grid: Grid, ascii: bool) -> Sequence[Content]:
    """`▌ 2  a tenth`: options to choose, or the things to order with their numbers."""
    if isinstance(question, ChoiceQuestion):
        return [
            option(number, said(each.text, ascii), number == chosen, grid)
            for number, each in enumerate(question.options, 1)
        ]
    if isinstance(question, OrderQuestion):
        items = [
            option(number, said(each.text, ascii), False, grid, clicks=False)
            for number, each in enumerate(question.items, 1)
        ]
        return [*items, Content("")]
    return []


def option(number: int, text: Sequence[Span], chosen: bool, grid: Grid, *, clicks: bool = True) -> Content:
    """One option."""
    target = f"do:choose({number})" if clicks else ""
    looks = ("strong",) if chosen else ()
    row = [ink("▌ " if chosen else "  ", "act", target=target), ink(f"{number}", "key", target=target)]
    row.append(ink("  ", target=target))
    return joined([*row, *(painted(line, *looks, target=target) for line in wrap(text, grid.width - 5)[:1])])
