"""A live demo: you predict, it measures, theory is drawn beside it (DESIGN §1, LOOK §9.7, §9.8)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, replace
from typing import ClassVar

from textual import on, work
from textual.content import Content
from textual.events import Resize
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input
from textual.worker import Worker

from prep.core.card import Card, DemoCall
from prep.demos.declaration.outcome import Outcome
from prep.demos.declaration.sheet import Sheet
from prep.demos.running.described import Own, Wanted, describe
from prep.demos.script.script import script
from prep.errors import PrepError
from prep.session.experiment.experiment import DemoStage, Experiment
from prep.session.experiment.guess import keep_guess, kept_guess
from prep.session.experiment.picturing import seen
from prep.session.experiment.running import snapshots
from prep.session.library.library import Library
from prep.text.spelling import spelled
from prep.tui.command import Command
from prep.tui.screens.demo.keys import DEMO, PLAY, STAGES
from prep.tui.screens.demo.painter import Painter
from prep.tui.screens.demo.reading import ReadingScreen
from prep.tui.screens.page import DeskRows, Page
from prep.tui.widgets.demo.body import DemoBody, Looking
from prep.tui.widgets.demo.verdict import desk_rows
from prep.tui.widgets.head import HeadFacts
from prep.tui.widgets.rows import Drawn
from prep.view.grid import PAGE, WIDE_PAGE

BEAT_SECONDS = 0.1
REST_SECONDS = 0.1
"""What replaces a run that still goes begins when the keys rest: a held arrow key would start thirty runs a second."""


@dataclass
class Grown(Message):
    """A run has said something new."""

    outcome: Outcome
    run: int

    def can_replace(self, message: Message) -> bool:
        """Of several snapshots that wait, the newest is enough."""
        return isinstance(message, Grown)


class DemoScreen(Page):
    """One demo, opened from a card or from the list: one page, updated in place, from the question to the verdict."""

    CSS_PATH = "../../demo.tcss"
    AUTO_FOCUS = ""
    HERE: ClassVar[tuple[Command, ...]] = DEMO

    def __init__(self, library: Library, card: Card | None, call: DemoCall) -> None:
        super().__init__()
        self.experiment = Experiment(library, card, call)
        self.looking = Looking()
        self._run: Worker[None] | None = None
        self._painter = Painter(self, self._draw)
        self._width = 0
        """Of the page as it was drawn last: the question stands on a narrower one than the plot."""

    # what is shown

    @property
    def widest(self) -> int:
        """The question stands on a page like any other; a plot beside its numbers takes the wide one."""
        return WIDE_PAGE if self.experiment.stage in PLAY and self.app.size.width >= 112 else PAGE

    @property
    def subject(self) -> Card | None:
        """The card it was opened from."""
        return self.experiment.card

    @property
    def typing(self) -> bool:
        """The field takes the letters."""
        return self.experiment.stage is DemoStage.ASK

    @property
    def demo(self) -> DemoBody:
        """Between head and desk."""
        return self.query_one(DemoBody)

    def body(self) -> Iterator[Widget]:
        """The question, then the run."""
        yield DemoBody()

    def facts(self) -> HeadFacts:
        """Which demo, and from which card."""
        name, card = self.experiment.call.name, self.experiment.card
        return HeadFacts(place=name if self.grid.narrow else f"demo · {name}", facts=f"from {card.id}" if card else "")

    def desk(self) -> Sequence[Content]:
        """How far it is, or how it came out."""
        seconds = max(0, self.prep.clock.now().ms - self.experiment.started) / 1000
        beat = round(seconds / BEAT_SECONDS)
        return desk_rows(self.experiment, seconds, beat, self.grid, ascii=bool(self.prep.ascii))

    def toast(self, sentence: str, look: str = "", *, stays: bool = False) -> None:
        """Signs of a demo's labels stand in some of them."""
        super().toast(spelled(sentence) if self.prep.ascii else sentence, look, stays=stays)

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """What goes wrong within is told, and what comes after is done all the same."""
        try:
            yield
        except PrepError as error:
            self.tell_error(error)

    def show(self) -> None:
        """Draw everything that may have changed."""
        if self._width != self.grid.width:
            self._width = self.grid.width
            for drawn in self.query(Drawn):
                drawn.redraw()
        self.demo.show(self.experiment, self.looking, self.grid)
        super().show()

    def on_resize(self, event: Resize) -> None:
        """Laid out anew for the new size."""
        super().on_resize(event)
        self.show()
        if self.experiment.stage is DemoStage.ASK and self.grid.big_enough:
            self.set_focus(self.demo.focused())  # a terminal that was too small has hidden it

    def _draw(self) -> None:
        if self.experiment.stage is DemoStage.RUN:
            self.demo.draw(self.experiment, self.looking)

    def _tick(self) -> None:
        if self.experiment.stage is DemoStage.RUN and self.is_current:
            self.query_one(DeskRows).redraw()

    # what is offered

    def offers(self, action: str) -> bool:
        """By stage."""
        experiment = self.experiment
        if action in ("add", "palette"):
            return not self.typing or experiment.options > 0  # a choice has no field that would take the letter
        if action in STAGES and experiment.stage not in STAGES[action]:
            return False
        match action:
            case "pick" | "choose":
                return experiment.options > 0
            case "next":
                return experiment.card is not None and len(experiment.card.demos) > 1
            case "view":
                return experiment.outcome is not None and bool(seen(experiment.outcome))
            case "reset":
                return experiment.changed
            case "change" | "which":
                return experiment.plan is not None and bool(experiment.plan.row)
            case "seed" | "guess" | "table" | "copy" | "why" | "code":
                return experiment.plan is not None
        return True

    def order(self, commands: Sequence[Command]) -> Sequence[Command]:
        """`t` is worth a word only where there is no room for both; while it runs one key has a word (LOOK §9.8)."""
        if self.experiment.stage is DemoStage.RUN:
            return [command for command in commands if command.action == "leave"]
        named = [c for c in commands if c.action != "table" or self.grid.narrow]
        if self.grid.narrow:
            named = [c for c in named if c.action != "which(1)"]
        labels = {"pick(1)": f"1-{self.experiment.options}"}
        if self.typing and not self.experiment.options:
            labels["why"] = "F3"  # the field takes the letter
        return [replace(c, label=labels.get(c.action, c.label)) for c in named]

    def word_of(self, command: Command) -> str:
        """What enter and escape do now."""
        outcome, looking = self.experiment.outcome, self.looking
        match command.action:
            case "run" if self.experiment.options:
                return "run, or skip if none"
            case "table":
                return "plot" if looking.table else "table"
            case "view" if looking.view and outcome is not None:
                return "plot" if looking.view == len(seen(outcome)) else "more"
            case "leave" if self.experiment.stage is DemoStage.RUN:
                return "stop here"
            case "leave" if self.experiment.card is not None:
                return "card" if self.grid.narrow else "back to the card"
        return command.word

    # from the call to the question

    def on_mount(self) -> None:
        """Look the demo up."""
        super().on_mount()
        self.set_interval(BEAT_SECONDS, self._tick)
        self._find()

    def _find(self) -> None:
        self._abandon()
        self.looking.chosen, self.looking.held, self.looking.view, self.demo.field.value = None, 0, 0, ""
        if (unknown := self.experiment.unknown) is not None:
            self.show()
            self._describe(unknown)
        else:
            self._found(Own())

    @work(group="describe", exclusive=True, exit_on_error=False)
    async def _describe(self, asked: Wanted) -> None:
        """A demo of the person's own is described by a child, never imported here."""
        self._found(await describe(self.prep.places.demos, asked=asked))

    def _found(self, known: Own) -> None:
        with self._telling():
            self.experiment.found(known)
        self._take_up()
        self._show_question()

    def _take_up(self) -> None:
        """What was typed, or chosen, when the app ended."""
        if self.experiment.stage is DemoStage.ASK:
            guess = kept_guess(self.prep.places, self.experiment.call)
            if isinstance(guess, str):
                self.demo.field.value = guess
            elif guess in range(1, self.experiment.options + 1):
                self.looking.chosen = guess

    def keep(self) -> None:
        """The prediction, as far as it was made."""
        if self.experiment.stage is DemoStage.ASK and (guess := self.looking.chosen or self.demo.field.value):
            with self._telling():
                keep_guess(self.prep.places, self.experiment.call, guess)

    def _show_question(self) -> None:
        if self.experiment.stage is DemoStage.ASK:
            self.demo.ask(self.experiment)
        self.show()
        if self.experiment.stage is DemoStage.ASK:
            self.set_focus(self.demo.focused())
        self.app.call_later(self.prep.feed)

    def takes(self, key: str) -> bool:
        """While a demo is looked for, what is typed waits for its question."""
        return self.experiment.stage is not DemoStage.FINDING or key == "escape"

    # before the run

    def action_pick(self, by: int) -> None:
        """The answer above or below."""
        options = self.experiment.options
        at = self.looking.chosen or (0 if by > 0 else options + 1)
        self.action_choose(min(max(at + by, 1), options))

    def action_choose(self, number: int) -> None:
        """This answer; the same once more takes it away."""
        if 1 <= number <= self.experiment.options:
            self.looking.chosen = None if self.looking.chosen == number else number
            self.show()

    @on(Input.Submitted)
    def submit(self, event: Input.Submitted) -> None:
        """Enter in the field."""
        event.stop()
        self.action_run()

    def action_run(self) -> None:
        """Take the prediction and run."""
        if self.experiment.stage is DemoStage.ASK:
            self.experiment.predict(self.looking.chosen if self.experiment.options else self.demo.field.value)
            self._begin()

    # the run

    def _begin(self) -> None:
        """Run what is planned; a run that is still going is stopped at once and replaced."""
        rest = REST_SECONDS if self.experiment.stage is DemoStage.RUN else 0.0
        self.set_focus(None)
        run = self.experiment.begin(self.prep.clock.now().ms)
        self._painter.forget()
        self.show()
        assert self.experiment.plan is not None
        self._run = self._measure(self.experiment.plan, run, rest)

    @work(group="demo", exclusive=True, exit_on_error=False)
    async def _measure(self, plan: Sheet, run: int, rest: float) -> None:
        """Post what the run says, as it comes."""
        await asyncio.sleep(rest)
        async with aclosing(snapshots(self.prep.demos(), plan)) as outcomes:
            async for outcome in outcomes:
                self.post_message(Grown(outcome, run))

    @on(Grown)
    def grown(self, event: Grown) -> None:
        """Take the snapshot at once, draw it soon."""
        event.stop()
        if not self.experiment.hear(event.run, event.outcome):
            return
        if self.experiment.stage is DemoStage.RUN:
            self._painter.wish()
        else:
            self._ended()

    def _abandon(self) -> None:
        """End the run, if one is going."""
        if self._run is not None:
            self._run.cancel()

    def _ended(self) -> None:
        self.show()
        self.experiment.log()

    # after the run

    def action_change(self, by: int) -> None:
        """The focused parameter one step on; it runs at once."""
        if name := self._held:
            self._rerun(name, lambda: self.experiment.step(name, by))

    def action_which(self, by: int) -> None:
        """Another parameter."""
        if self.experiment.plan is not None:
            self.looking.held = (self.looking.held + by) % len(self.experiment.plan.row)
            self.show()

    def action_hold(self, at: int) -> None:
        """This parameter: it was clicked."""
        plan = self.experiment.plan
        if self.experiment.stage in PLAY and plan is not None and at < len(plan.row):
            self.looking.held = at
            self.show()

    def action_seed(self) -> None:
        """The same with the next seed; after the last one the first."""
        self._rerun("seed", self.experiment.new_seed)

    def action_reset(self) -> None:
        """Every parameter as the card, or the demo, gave it."""
        self._rerun("", self.experiment.reset)

    def _rerun(self, name: str, change: Callable[[], bool]) -> None:
        """Run with a value changed; the arrow keys stay on their parameter. name: of what changes, if it is one."""
        held = self._held
        if not change():
            self.toast(f"{name} goes no further", "dim")
            return
        plan = self.experiment.plan
        assert plan is not None
        self.looking.held = next((at for at, each in enumerate(plan.row) if each.name == held), 0)
        self._begin()
        if name and self.grid.short:
            changed = next(each for each in plan.parameters if each.name == name)
            self.toast(f"{changed.label or name} {changed.show(plan.values[name])}", "dim")

    @property
    def _held(self) -> str:
        """Name of the parameter that the arrow keys change; empty where there is none."""
        row = self.experiment.plan.row if self.experiment.plan else ()
        return row[self.looking.held].name if self.looking.held < len(row) else ""

    def action_copy(self) -> None:
        """The lesson's own code as a script, to the clipboard; no terminal says whether it took it (OSC 52)."""
        if (plan := self.experiment.plan) is None:
            return
        text = script(plan, self.prep.places.demos)
        self.app.copy_to_clipboard(text)
        said = f"a script of {len(text.splitlines())} lines was sent to the clipboard; if the terminal has none: "
        self.toast(f"{said}prep demo {plan.span} --script", "dim", stays=True)

    def action_why(self) -> None:
        """Formula, derivation, tolerance, popular claim, source; a run goes on meanwhile."""
        self._read("")

    def action_code(self) -> None:
        """The script, to read. Raises UsageError where there is none."""
        if self.experiment.plan is not None:
            self._read(script(self.experiment.plan, self.prep.places.demos))

    def _read(self, code: str) -> None:
        if self.experiment.plan is not None:
            self.app.push_screen(ReadingScreen(self.experiment.plan, self.prep.places.demos, code=code))

    def action_guess(self) -> None:
        """Ask once more."""
        self._abandon()
        self.looking.chosen, self.demo.field.value = None, ""
        with self._telling():
            self.experiment.ask()
        self._show_question()

    def action_table(self) -> None:
        """All numbers, or the plot."""
        self.looking.table = not self.looking.table
        self.show()

    def action_view(self) -> None:
        """The plot, then one picture after the other, and round."""
        if (outcome := self.experiment.outcome) is not None:
            self.looking.view = (self.looking.view + 1) % (len(seen(outcome)) + 1)
            self.show()

    def action_next(self) -> None:
        """This card's next demo."""
        self.experiment.open_next()
        self._find()

    def action_leave(self) -> None:
        """Stop what runs; else go back."""
        if self.experiment.stage is DemoStage.RUN:
            self._abandon()
            self.experiment.stop()
            self._ended()
        else:
            super().action_leave()
