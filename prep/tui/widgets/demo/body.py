"""The body of a demo's page: the question with its field, or the picture of the run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from textual.containers import Container, Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Input

from prep.demos.declaration.question import ChoiceQuestion
from prep.session.experiment.experiment import DemoStage, Experiment
from prep.tui.widgets.demo.ask import AskRows
from prep.tui.widgets.demo.guess import GuessField
from prep.tui.widgets.demo.picture import DemoPicture, DemoSheet
from prep.view.grid import Grid


@dataclass(slots=True)
class Looking:
    """What a person looks at; it decides nothing about what is measured."""

    chosen: int | None = None
    """The answer at ▌, from 1, where one is to be chosen."""
    held: int = 0
    """Which parameter of the row the arrow keys change."""
    table: bool = False
    """All numbers instead of the plot."""
    view: int = 0
    """0: the plot; else which picture."""


class DemoBody(Container):
    """Two pages, of which one is seen at a time."""

    DEFAULT_CSS = "DemoBody { width: 100%; height: 1fr; }"

    def compose(self) -> Iterator[Widget]:
        """The question, and the run."""
        with VerticalScroll(id="ask", can_focus=False):
            yield AskRows()
            with Horizontal(id="guess"):
                yield GuessField()
        yield DemoSheet()

    @property
    def field(self) -> Input:
        """Where a number or an order is typed."""
        return self.query_one(GuessField).field

    def ask(self, experiment: Experiment) -> None:
        """A new question: its field, or none where answers are to be chosen."""
        assert experiment.plan is not None
        guess = self.query_one(GuessField)
        guess.display = not isinstance(experiment.plan.question, ChoiceQuestion)
        guess.say(experiment.plan.question)

    def focused(self) -> Input | None:
        """What takes the keys while it asks; only a choice has no field."""
        return self.field if self.query_one(GuessField).display else None

    def show(self, experiment: Experiment, looking: Looking, grid: Grid) -> None:
        """Draw everything that may have changed."""
        asking = experiment.stage is DemoStage.ASK
        self.query_one("#ask").display = asking
        self.query_one(DemoSheet).display = not asking
        self.query_one("#guess").styles.padding = (0, 0, 0, grid.left)
        self.query_one(AskRows).say(experiment.plan, looking.chosen, experiment.record)
        if not asking:
            self.draw(experiment, looking)

    def draw(self, experiment: Experiment, looking: Looking) -> None:
        """Draw plot and numbers anew."""
        if (outcome := experiment.outcome) is not None:
            picture = DemoPicture(outcome, looking.held, looking.table, looking.view, experiment.before)
            self.query_one(DemoSheet).say(picture)
