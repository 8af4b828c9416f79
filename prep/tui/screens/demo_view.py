"""How a demo is found, run and drawn; its keys are in `demo.py`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace

from textual import on, work
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input
from textual.worker import Worker

from prep.core.card import Card, DemoCall
from prep.demos import catalog
from prep.demos.described import Own, describe
from prep.demos.outcome import Outcome
from prep.demos.question import ChoiceQuestion, Prediction
from prep.demos.spec import Sheet
from prep.errors import PrepError
from prep.session.library import Library
from prep.session.measuring import Record, record
from prep.tui.grid import PAGE, WIDE_PAGE
from prep.tui.ink import ink
from prep.tui.screens.demo_grown import Grown, snapshots
from prep.tui.screens.demo_keys import DemoStage
from prep.tui.screens.demo_plan import again
from prep.tui.screens.page import Desk, Page
from prep.tui.widgets.demo_ask import AskRows
from prep.tui.widgets.demo_sheet import DemoPicture, DemoSheet
from prep.tui.widgets.guess_field import GuessField
from prep.tui.widgets.head import Facts
from prep.tui.widgets.rows import Drawn
from prep.tui.widgets.verdict_rows import running_row, sentence_rows, verdict_rows

FRAME_SECONDS = 0.05
"""A run may send thousands of points a second; twenty pictures a second are drawn."""
BEAT_SECONDS = 0.1
REST_SECONDS = 0.1
"""What replaces a run that still goes begins when the keys rest: a held arrow key would start thirty runs a second."""


class DemoView(Page):
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
        self._run: Worker[None] | None = None
        self._number = 0
        """Of the newest run: what an earlier one still says is dropped."""
        self._started = 0
        self._frame: Timer | None = None
        self._width = 0
        """Of the page as it was drawn last: the question stands on a narrower one than the plot."""

    # what is drawn

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
        ascii = bool(self.prep.ascii)
        if self.stage is DemoStage.NOWHERE and self.trouble is not None:
            hint = f"; {self.trouble.hint}" if self.trouble.hint else ""
            return sentence_rows(f"✗ {self.trouble}{hint}", "wrong", self.grid)
        if self.stage is DemoStage.FINDING:
            return sentence_rows("reading your demos", "dim", self.grid)
        if self.outcome is None or self.stage is DemoStage.ASK:
            return []
        if self.stage is DemoStage.RUN:
            seconds = max(0, self.prep.clock.now().ms - self._started) / 1000
            beat = round(seconds / BEAT_SECONDS)
            return [running_row(self.outcome, self.prediction, seconds, beat, self.grid, ascii=ascii)]
        last = [] if self.record is None or self.grid.short else [ink(self.record.beside(self.outcome.sheet), "dim")]
        return [*verdict_rows(self.outcome, self.prediction, self.grid), *last]

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
            self._draw()
        super().show()

    # from the call to the question

    def on_resize(self, event: Resize) -> None:
        """Laid out anew for the new size."""
        super().on_resize(event)
        self.show()
        if self.stage is DemoStage.ASK and self.grid.big_enough:
            self._focus_field()  # a terminal that was too small has hidden it

    def on_mount(self) -> None:
        """Look the demo up."""
        super().on_mount()
        self.set_interval(BEAT_SECONDS, self._tick)
        self.find()

    def find(self) -> None:
        """The page of the demo that the card names."""
        self.abandon()
        self.plan = self.outcome = self.before = self.prediction = self.chosen = self.trouble = None
        self.wording = self.call.wording
        self.held = self.view = 0
        if self.call.name not in catalog.names() and self.prep.places.demos.is_dir():
            self.stage = DemoStage.FINDING
            self.show()
            self._describe()
            return
        self._found(Own())

    def _recorded(self) -> Record | None:
        try:
            return record(self.library, self.call.name)
        except PrepError as error:
            self.tell_error(error)
            return None

    @work(group="describe", exclusive=True, exit_on_error=False)
    async def _describe(self) -> None:
        """A demo of the person's own is described by a child, never imported here."""
        self._found(await describe(self.prep.places.demos))

    def _found(self, known: Own) -> None:
        name, given = self.call.name, dict(self.call.arguments)
        try:
            self.plan = known.sheet(name, given, self.wording) or catalog.sheet(name, given, self.wording)
        except PrepError as error:
            self.trouble, self.stage = error, DemoStage.NOWHERE
            self.show()
            return
        self.ask()

    def planned(self, given: Mapping[str, str]) -> Sheet:
        """The same demo with other values. Raises UsageError."""
        assert self.plan is not None
        plan = again(self.plan, given, self.wording)
        self.wording = plan.wording
        return plan

    def ask(self) -> None:
        """Nothing runs before the answer, or before it is skipped."""
        assert self.plan is not None
        self.abandon()
        self.stage = DemoStage.ASK
        self.record = self._recorded()
        guess = self.query_one(GuessField)
        guess.display = not isinstance(self.plan.question, ChoiceQuestion)
        guess.say(self.plan.question)
        self.show()
        self._focus_field()

    def _focus_field(self) -> None:
        """Only a choice has no field."""
        self.set_focus(self.field if self.query_one(GuessField).display else None)

    # the run

    def measure(self) -> None:
        """Run what is planned; a run that is still going is stopped at once and replaced."""
        assert self.plan is not None
        self.set_focus(None)
        old, self.outcome = self.outcome, Outcome(self.plan)
        if old is not None and old.done and old.sheet.values != self.plan.values:
            self.before = old
        if self.before is not None and self.before.sheet.values == self.plan.values:
            self.before = None
        if old is not None and self.stage is not DemoStage.ASK:
            self.outcome = replace(self.outcome, versions=old.versions)
        rest = REST_SECONDS if self.stage is DemoStage.RUN else 0.0
        self.stage, self._started, self._number = DemoStage.RUN, self.prep.clock.now().ms, self._number + 1
        self.show()
        self._run = self._measure(self.plan, self._number, rest)

    @work(group="demo", exclusive=True, exit_on_error=False)
    async def _measure(self, plan: Sheet, number: int, rest: float) -> None:
        """Post what the run says, as it comes."""
        await asyncio.sleep(rest)
        async with aclosing(snapshots(self.prep.demos(), plan)) as outcomes:
            async for outcome in outcomes:
                self.post_message(Grown(outcome, number))

    @on(Grown)
    def grown(self, event: Grown) -> None:
        """Take the snapshot at once, draw it soon."""
        event.stop()
        if self.stage is not DemoStage.RUN or event.number != self._number:
            return
        self.outcome = event.outcome
        if not event.outcome.running:
            self._end()
        elif self._frame is None:
            self._draw()
            self._frame = self.set_timer(FRAME_SECONDS, self._drawn)

    def _drawn(self) -> None:
        self._frame = None
        if self.stage is DemoStage.RUN:
            self._draw()

    def _draw(self) -> None:
        if self.outcome is not None:
            picture = DemoPicture(self.outcome, self.held, self.table, self.view, self.before)
            self.query_one(DemoSheet).say(picture)

    def _tick(self) -> None:
        if self.stage is DemoStage.RUN and self.is_current:
            self.query_one(Desk).redraw()

    def abandon(self) -> None:
        """End the run, if one is going."""
        if self._run is not None:
            self._run.cancel()

    def stop(self) -> None:
        """End the run and keep what is there."""
        self.abandon()
        if self.outcome is not None:
            self.outcome = replace(self.outcome, stopped=True)
        self._end()

    def _end(self) -> None:
        self.stage = DemoStage.DONE
        if self.outcome is not None:
            self.plan = self.outcome.sheet
        self.show()
        self.ended()

    def ended(self) -> None:
        """The run is over."""
