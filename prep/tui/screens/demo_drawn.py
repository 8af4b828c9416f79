"""How a demo looks; how it is found and run is in `demo_view.py`, its keys are in `demo.py`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input

from prep.core.card import Card, DemoCall
from prep.demos.declaration.outcome import Outcome
from prep.demos.declaration.question import Prediction
from prep.demos.declaration.spelt import spelt_outcome
from prep.demos.spec import Sheet
from prep.errors import PrepError
from prep.session.experiment.measuring import Record
from prep.session.library.library import Library
from prep.text.spelling import spelled
from prep.tui.screens.demo_keys import DemoStage
from prep.tui.screens.page import Page
from prep.tui.widgets.demo_ask import AskRows
from prep.tui.widgets.demo_sheet import DemoPicture, DemoSheet
from prep.tui.widgets.guess_field import GuessField
from prep.tui.widgets.head import Facts
from prep.tui.widgets.rows import Drawn
from prep.tui.widgets.verdict_rows import running_row, sentence_rows, verdict_rows
from prep.view.grid import PAGE, WIDE_PAGE

BEAT_SECONDS = 0.1


class DemoDrawn(Page):
    """One page, updated in place, from the question to the verdict."""

    CSS_PATH = "../demo.tcss"
    AUTO_FOCUS = ""

    def __init__(self, library: Library, card: Card | None, call: DemoCall) -> None:
        super().__init__()
        self.library = library
        self.card = card
        self.call = call
        self.stage = DemoStage.FINDING
        self.plan: Sheet | None = None
        """What will be measured."""
        self.outcome: Outcome | None = None
        self.before: Outcome | None = None
        """The last complete run with other values."""
        self.record: Record | None = None
        """How this demo was predicted before it was opened."""
        self.prediction: Prediction | None = None
        self.chosen: int | None = None
        self.held = 0
        """Which parameter of the row the arrow keys change."""
        self.table = False
        self.view = 0
        """0: the plot; else which picture."""
        self.trouble: PrepError | None = None
        self.wording = call.wording
        """The question in the card's own words; empty once the numbers it names are no longer measured."""
        self.started = 0
        """When the run began."""
        self._width = 0
        """Of the page as it was drawn last: the question stands on a narrower one than the plot."""

    @property
    def widest(self) -> int:
        """The question stands on a page like any other; a plot beside its numbers takes the wide one."""
        wide = self.stage in (DemoStage.RUN, DemoStage.DONE) and self.app.size.width >= 112
        return WIDE_PAGE if wide else PAGE

    @property
    def subject(self) -> Card | None:
        """The card it was opened from."""
        return self.card

    @property
    def typing(self) -> bool:
        """The field takes the letters."""
        return self.stage is DemoStage.ASK

    def body(self) -> Iterator[Widget]:
        """Two bodies; one is seen at a time."""
        with VerticalScroll(id="ask", can_focus=False):
            yield AskRows()
            with Horizontal(id="guess"):
                yield GuessField()
        yield DemoSheet()

    def facts(self) -> Facts:
        """Which demo, and from which card."""
        place = self.call.name if self.grid.narrow else f"demo · {self.call.name}"
        return Facts(place=place, facts=f"from {self.card.id}" if self.card else "")

    def desk(self) -> Sequence[Content]:
        """How far it is, or how it came out."""
        if self.stage is DemoStage.NOWHERE and self.trouble is not None:
            hint = f"; {self.trouble.hint}" if self.trouble.hint else ""
            return sentence_rows(f"✗ {self.trouble}{hint}", "wrong", self.grid)
        if self.stage is DemoStage.FINDING:
            return sentence_rows("reading your demos", "dim", self.grid)
        if self.outcome is None or self.stage is DemoStage.ASK:
            return []
        ascii = bool(self.prep.ascii)
        outcome = spelt_outcome(self.outcome) if ascii else self.outcome
        if self.stage is DemoStage.RUN:
            seconds = max(0, self.prep.clock.now().ms - self.started) / 1000
            beat = round(seconds / BEAT_SECONDS)
            return [running_row(outcome, self.prediction, seconds, beat, self.grid, ascii=ascii)]
        return [*verdict_rows(outcome, self.prediction, self.grid, ascii=ascii), *self._last(outcome.sheet)]

    def _last(self, sheet: Sheet) -> Sequence[Content]:
        """How it was predicted last, where there is a row for it."""
        if self.record is None or self.grid.short:
            return []
        said = self.record.beside(sheet)
        return sentence_rows(spelled(said) if self.prep.ascii else said, "dim", self.grid)

    def toast(self, sentence: str, look: str = "", *, stays: bool = False) -> None:
        """Signs of a demo's labels stand in some of them."""
        super().toast(spelled(sentence) if self.prep.ascii else sentence, look, stays=stays)

    @property
    def field(self) -> Input:
        """Where a number or an order is typed."""
        return self.query_one(GuessField).field

    def show(self) -> None:
        """Draw everything that may have changed."""
        asking = self.stage is DemoStage.ASK
        self.query_one("#ask").display = asking
        self.query_one(DemoSheet).display = not asking
        if self._width != self.grid.width:
            self._width = self.grid.width
            for drawn in self.query(Drawn):
                drawn.redraw()
        self.query_one("#guess").styles.padding = (0, 0, 0, self.grid.left)
        self.query_one(AskRows).say(self.plan, self.chosen, self.record)
        if not asking:
            self.draw()
        super().show()

    def draw(self) -> None:
        """Draw plot and numbers anew."""
        if self.outcome is not None:
            picture = DemoPicture(self.outcome, self.held, self.table, self.view, self.before)
            self.query_one(DemoSheet).say(picture)
