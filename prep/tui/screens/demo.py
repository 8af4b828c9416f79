"""A live demo: you predict, it measures, theory is drawn beside it (DESIGN §1, LOOK §9.7, §9.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.widgets import Input

from prep.demos.declaration.question import ChoiceQuestion, Prediction, read_prediction
from prep.demos.script.script import script
from prep.demos.spec import Sheet
from prep.errors import PrepError
from prep.session.experiment.measuring import log_measurement
from prep.session.experiment.picturing import seen
from prep.tui.command import Command
from prep.tui.screens.demo_keys import DEMO, PLAY, STAGES, DemoStage
from prep.tui.screens.demo_plan import first, next_seed
from prep.tui.screens.demo_view import DemoView


class DemoScreen(DemoView):
    """One demo, opened from a card or from the list."""

    HERE: ClassVar[tuple[Command, ...]] = DEMO

    # what is offered

    def offers(self, action: str) -> bool:
        """By stage."""
        if action in ("add", "palette"):
            return not self.typing or self.options > 0  # a choice has no field that would take the letter
        if action in STAGES and self.stage not in STAGES[action]:
            return False
        match action:
            case "pick" | "choose":
                return self.options > 0
            case "next":
                return self.card is not None and len(self.card.demos) > 1
            case "view":
                return self.outcome is not None and bool(seen(self.outcome))
            case "reset":
                return self.plan is not None and self.plan.values != first(self.plan, self.call).values
            case "change" | "which":
                return self.plan is not None and bool(self.plan.row)
            case "seed" | "guess" | "table" | "copy":
                return self.plan is not None
        return True

    def order(self, commands: Sequence[Command]) -> Sequence[Command]:
        """`t` is worth a word only where there is no room for both; while it runs one key has a word (LOOK §9.8)."""
        if self.stage is DemoStage.RUN:
            return [command for command in commands if command.action == "leave"]
        named = [c for c in commands if c.action != "table" or self.grid.narrow]
        if self.grid.narrow:
            named = [c for c in named if c.action != "which(1)"]
        return [replace(c, label=f"1-{self.options}") if c.action == "pick(1)" else c for c in named]

    def word_of(self, command: Command) -> str:
        """What enter and escape do now."""
        match command.action:
            case "run" if self.options:
                return "run, or skip if none"
            case "table":
                return "plot" if self.table else "table"
            case "view" if self.view and self.outcome is not None:
                return "plot" if self.view == len(seen(self.outcome)) else "more"
            case "leave" if self.stage is DemoStage.RUN:
                return "stop here"
            case "leave" if self.card is not None:
                return "card" if self.grid.narrow else "back to the card"
        return command.word

    @property
    def options(self) -> int:
        """How many answers there are to choose from; none where a number or an order is asked."""
        question = self.plan.question if self.plan else None
        return len(question.options) if isinstance(question, ChoiceQuestion) else 0

    # before the run

    def action_pick(self, by: int) -> None:
        """The answer above or below."""
        at = self.chosen or (0 if by > 0 else self.options + 1)
        self.action_choose(min(max(at + by, 1), self.options))

    def action_choose(self, number: int) -> None:
        """This answer; the same once more takes it away."""
        if 1 <= number <= self.options:
            self.chosen = None if self.chosen == number else number
            self.show()

    @on(Input.Submitted)
    def submit(self, event: Input.Submitted) -> None:
        """Enter in the field."""
        event.stop()
        self.action_run()

    def action_run(self) -> None:
        """Take the prediction and run."""
        if self.plan is None or self.stage is not DemoStage.ASK:
            return
        self.prediction = self._predicted(self.plan)
        self.measure()

    def _predicted(self, plan: Sheet) -> Prediction | None:
        if self.options:
            return self.chosen
        return read_prediction(plan.question, self.field.value)

    # after the run

    def action_change(self, by: int) -> None:
        """The focused parameter one step on; it runs at once."""
        if self.plan is None:
            return
        parameter = self.plan.row[self.held]
        value = parameter.step(self.plan.values[parameter.name], by)
        self._again(parameter.name, parameter.format(value))

    def action_which(self, by: int) -> None:
        """Another parameter."""
        if self.plan is not None:
            self.held = (self.held + by) % len(self.plan.row)
            self.show()

    def action_hold(self, at: int) -> None:
        """This parameter: it was clicked."""
        if self.stage in PLAY and self.plan is not None and at < len(self.plan.row):
            self.held = at
            self.show()

    def action_seed(self) -> None:
        """The same with the next seed; after the last one the first."""
        if self.plan is not None:
            self._again("seed", next_seed(self.plan))

    def action_reset(self) -> None:
        """Every parameter as the card, or the demo, gave it."""
        if self.plan is not None:
            self.wording = self.call.wording
            self._run_with(first(self.plan, self.call))

    def action_copy(self) -> None:
        """The lesson's own code as a script, to the clipboard; no terminal says whether it took it (OSC 52)."""
        if self.plan is None:
            return
        text = script(self.plan, self.prep.places.demos)
        self.app.copy_to_clipboard(text)
        said = f"a script of {len(text.splitlines())} lines was sent to the clipboard; if the terminal has none: "
        self.toast(f"{said}prep demo {self.plan.span} --script", "dim", stays=True)

    def _again(self, name: str, value: str) -> None:
        """Run with one value changed."""
        assert self.plan is not None
        plan = self.planned({**self.plan.given, name: value})
        if plan.values == self.plan.values:
            self.toast(f"{name} goes no further", "dim")
            return
        self._run_with(plan)
        if self.grid.short:
            changed = next(each for each in plan.parameters if each.name == name)
            self.toast(f"{changed.label or name} {changed.show(plan.values[name])}", "dim")

    def _run_with(self, plan: Sheet) -> None:
        """Run this now. A prediction holds as long as the question is the same."""
        assert self.plan is not None
        if plan.question != self.plan.question:
            self.prediction = None
        held = [each.name for each in self.plan.row[self.held : self.held + 1]]
        self.plan = plan
        self.held = next((at for at, each in enumerate(plan.row) if each.name in held), 0)
        self.measure()

    def action_guess(self) -> None:
        """Ask once more."""
        self.chosen, self.prediction, self.field.value = None, None, ""
        self.ask()

    def action_table(self) -> None:
        """All numbers, or the plot."""
        self.table = not self.table
        self.show()

    def action_view(self) -> None:
        """The plot, then one picture after the other, and round."""
        if self.outcome is not None:
            self.view = (self.view + 1) % (len(seen(self.outcome)) + 1)
            self.show()

    def action_next(self) -> None:
        """This card's next demo."""
        if self.card is not None:
            calls = self.card.demos
            self.call = calls[(calls.index(self.call) + 1) % len(calls)] if self.call in calls else calls[0]
            self.find()

    def action_leave(self) -> None:
        """Stop what runs; else go back."""
        if self.stage is DemoStage.RUN:
            self.stop()
        else:
            self.dismiss()

    def ended(self) -> None:
        """A complete run is a fact for the log."""
        if self.outcome is None or self.outcome.done is None:
            return
        try:
            log_measurement(self.library, self.outcome, self.prediction, self.card.full_id if self.card else None)
        except PrepError as error:
            self.tell_error(error)
