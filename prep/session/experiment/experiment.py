"""One demo on the desk, from its call to its verdict: what a `Review` is to cards, this is to demos."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from prep.core.card import Card, DemoCall
from prep.demos.catalog import catalog
from prep.demos.declaration.outcome import Outcome
from prep.demos.declaration.question import ChoiceQuestion, Prediction, read_prediction
from prep.demos.declaration.sheet import Sheet
from prep.demos.running.described import Own, Wanted
from prep.errors import PrepError
from prep.session.experiment.plan import again, first, next_seed
from prep.session.experiment.record import Record, log_run, record
from prep.session.library.library import Library


class DemoStage(StrEnum):
    """How far a demo has come."""

    FINDING = "finding"
    """A demo of the person's own is being described by a child."""
    ASK = "ask"
    RUN = "run"
    DONE = "done"
    """Complete, stopped or failed."""
    NOWHERE = "nowhere"
    """There is no such demo, or it can't take these parameters."""


class Experiment:
    """Screens and the line mode call it and draw what it says. It runs nothing itself: it is told what a run says."""

    def __init__(self, library: Library, card: Card | None, call: DemoCall) -> None:
        self.library = library
        self.card = card
        self.call = call
        self.stage = DemoStage.FINDING
        self.plan: Sheet | None = None
        """What will be measured, or is."""
        self.outcome: Outcome | None = None
        self.before: Outcome | None = None
        """The last complete run with other values."""
        self.record: Record | None = None
        """How this demo was predicted before it was opened."""
        self.prediction: Prediction | None = None
        self.trouble: PrepError | None = None
        """Why there is nothing to ask."""
        self.run = 0
        """Number of the newest run: what an earlier one still says is dropped."""
        self.started = 0
        """ms UTC at which it began."""
        self._wording = call.wording
        """The question in the card's own words; empty once the numbers it names are no longer measured."""

    @property
    def options(self) -> int:
        """How many answers there are to choose from; none where a number or an order is asked."""
        question = self.plan.question if self.plan else None
        return len(question.options) if isinstance(question, ChoiceQuestion) else 0

    # from the call to the question

    def open(self, call: DemoCall) -> None:
        """Begin with this call."""
        self.call, self._wording, self.stage = call, call.wording, DemoStage.FINDING
        self.plan = self.outcome = self.before = self.record = self.prediction = self.trouble = None

    def open_next(self) -> None:
        """Begin with the card's next demo."""
        calls = self.card.demos if self.card else ()
        if calls:
            self.open(calls[(calls.index(self.call) + 1) % len(calls)] if self.call in calls else calls[0])

    @property
    def unknown(self) -> Wanted | None:
        """What a child must describe first; None where the catalogue knows it, or nothing of the person's own can."""
        if self.call.name in catalog.names() or not self.library.paths.demos.is_dir():
            return None
        return Wanted(self.call.name, dict(self.call.arguments), self._wording)

    def found(self, known: Own) -> None:
        """Ask, or say why nothing can be asked. known: what the child said, if it was needed. Raises StoreError."""
        name, given = self.call.name, dict(self.call.arguments)
        try:
            self.plan = known.sheet(name, given, self._wording) or catalog.sheet(name, given, self._wording)
        except PrepError as error:
            self.trouble, self.stage = error, DemoStage.NOWHERE
            return
        self.ask()

    def ask(self) -> None:
        """Nothing runs before the answer, or before it is skipped. Raises StoreError, and asks all the same."""
        self.prediction, self.stage = None, DemoStage.ASK
        self.record = record(self.library, self.call.name)

    def predict(self, answer: str | int | None) -> None:
        """Take what was typed or chosen; nothing skips. Raises UsageError with one sentence."""
        assert self.plan is not None
        if isinstance(answer, str):
            self.prediction = read_prediction(self.plan.question, answer, self.plan.names)
        else:
            self.prediction = answer

    # the run

    def begin(self, at: int) -> int:
        """A run begins (at: ms UTC): its number. One that is still going is replaced."""
        assert self.plan is not None
        old, self.outcome = self.outcome, Outcome(self.plan)
        if old is not None and old.done and old.sheet.values != self.plan.values:
            self.before = old
        if self.before is not None and self.before.sheet.values == self.plan.values:
            self.before = None
        if old is not None and self.stage is not DemoStage.ASK:
            self.outcome = replace(self.outcome, versions=old.versions)
        self.stage, self.started, self.run = DemoStage.RUN, at, self.run + 1
        return self.run

    def hear(self, run: int, outcome: Outcome) -> bool:
        """What a run has said so far; False if nobody waits for it any more."""
        if self.stage is not DemoStage.RUN or run != self.run or self.outcome is None:
            return False
        if outcome.sheet.question != self.outcome.sheet.question:
            self.prediction = None  # a demo of one's own says only now what it asks with other values
        self.outcome = outcome
        if not outcome.running:
            self._end()
        return True

    def stop(self) -> None:
        """The run was ended by hand; what is there is kept."""
        if self.stage is DemoStage.RUN and self.outcome is not None:
            self.outcome = replace(self.outcome, stopped=True)
            self._end()

    def log(self) -> None:
        """A complete run is a fact for the log. Raises StoreError."""
        if self.outcome is not None:
            log_run(self.library, self.outcome, self.prediction, self.card.full_id if self.card else None)

    def _end(self) -> None:
        assert self.outcome is not None
        self.stage, self.plan = DemoStage.DONE, self.outcome.sheet

    # the same with other values

    def step(self, name: str, by: int) -> bool:
        """A parameter so many steps on; False where it goes no further. Raises UsageError."""
        assert self.plan is not None
        parameter = next(each for each in self.plan.parameters if each.name == name)
        return self.change(name, parameter.format(parameter.step(self.plan.values[name], by)))

    def change(self, name: str, value: str) -> bool:
        """A parameter at this value; False where it has it. Raises UsageError."""
        assert self.plan is not None
        return self._take(again(self.plan, {**self.plan.given, name: value}, self._wording))

    def new_seed(self) -> bool:
        """The same with the next seed; after the last one the first."""
        assert self.plan is not None
        return self.change("seed", next_seed(self.plan))

    @property
    def changed(self) -> bool:
        """Whether a value differs from what the card, or the demo, gave."""
        return self.plan is not None and self.plan.values != first(self.plan, self.call).values

    def reset(self) -> bool:
        """Every parameter as the card, or the demo, gave it."""
        assert self.plan is not None
        return self._take(first(self.plan, self.call))

    def _take(self, plan: Sheet) -> bool:
        """A prediction holds as long as the question is the same."""
        assert self.plan is not None
        if plan.values == self.plan.values:
            return False
        if plan.question != self.plan.question:
            self.prediction = None
        self.plan, self._wording = plan, plan.wording
        return True
