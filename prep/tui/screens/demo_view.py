"""How a demo is found and run; how it looks is in `demo_drawn.py`, its keys are in `demo.py`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import replace

from textual import on, work
from textual.events import Resize
from textual.timer import Timer
from textual.worker import Worker

from prep.core.card import Card, DemoCall
from prep.demos.catalog import catalog
from prep.demos.declaration.outcome import Outcome
from prep.demos.declaration.question import ChoiceQuestion
from prep.demos.running.described import Asked, Own, describe
from prep.demos.spec import Sheet
from prep.errors import PrepError
from prep.session.experiment.measuring import Record, record
from prep.session.library.library import Library
from prep.tui.screens.demo_drawn import BEAT_SECONDS, DemoDrawn
from prep.tui.screens.demo_grown import Grown, snapshots
from prep.tui.screens.demo_keys import DemoStage
from prep.tui.screens.demo_plan import again
from prep.tui.screens.page import Desk
from prep.tui.widgets.guess_field import GuessField

FRAME_SECONDS = 0.05
"""A run may send thousands of points a second; twenty pictures a second are drawn."""
REST_PER_FRAME = 4
"""A fifth of the time is drawn at the most: the rest is for keys."""
REST_SECONDS = 0.1
"""What replaces a run that still goes begins when the keys rest: a held arrow key would start thirty runs a second."""


class DemoView(DemoDrawn):
    """The way from the call to the verdict."""

    def __init__(self, library: Library, card: Card | None, call: DemoCall) -> None:
        super().__init__(library, card, call)
        self._run: Worker[None] | None = None
        self._number = 0
        """Of the newest run: what an earlier one still says is dropped."""
        self._frame: Timer | None = None
        self._stale = False
        """Whether more has come since the last picture."""

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
        self.held, self.view, self.field.value = 0, 0, ""
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
        asked = Asked(self.call.name, dict(self.call.arguments), self.wording)
        self._found(await describe(self.prep.places.demos, asked=asked))

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
        self.stage, self.started, self._number = DemoStage.RUN, self.prep.clock.now().ms, self._number + 1
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
        if self.stage is not DemoStage.RUN or event.number != self._number or self.outcome is None:
            return
        if event.outcome.sheet.question != self.outcome.sheet.question:
            self.prediction = None  # a demo of one's own says only now what it asks with other values
        self.outcome = event.outcome
        if not event.outcome.running:
            self._end()
        elif self._frame is None:
            self._paint()
        else:
            self._stale = True

    def _paint(self) -> None:
        """A picture, and then none for a while: five thousand points take a tenth of a second to draw."""
        begun, self._stale = time.perf_counter(), False
        self.draw()
        took = time.perf_counter() - begun
        self._frame = self.set_timer(max(FRAME_SECONDS, REST_PER_FRAME * took), self._rested)

    def _rested(self) -> None:
        self._frame = None
        if self._stale and self.stage is DemoStage.RUN:
            self._paint()

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
