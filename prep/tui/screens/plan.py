"""The interview: a plan, what comes of it by the day, and what other minutes or another day would make of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.widget import Widget

from prep.session.library.library import Library
from prep.session.plan.forecasting import beside
from prep.session.plan.planner import Planner
from prep.text.span import Line
from prep.tui.command import Command
from prep.tui.screens.page import Page
from prep.tui.widgets.head import HeadFacts
from prep.tui.widgets.rows import ScrollingRows
from prep.view.grid import Grid
from prep.view.plan import when
from prep.view.plan_page import plan_page


class PlanScreen(Page):
    """Arrows show what would be; `enter` keeps it."""

    HERE: ClassVar[tuple[Command, ...]] = (
        Command("keep", ("enter",), "keep", "Keep the plan as it is shown."),
        Command("leave", ("escape", "i"), "back", "Take back what wasn't kept, then go back."),
        Command("step(1)", ("down",), "which", "Go to the next thing to change.", label="↑↓", palette=False),
        Command("step(-1)", ("up",), "which", "Go to the one before.", footer=False, palette=False),
        Command("turn(1)", ("right",), "change", "More of it.", label="←→", palette=False),
        Command("turn(-1)", ("left",), "change", "Less of it.", footer=False, palette=False),
        Command("end", ("x",), "end", "End this plan; the cards keep their schedules."),
        Command("next", ("tab",), "next plan", "Show the next plan."),
        Command("undo", ("u",), "undo", "Take back your newest action.", footer=False),
    )

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.planner = Planner(library)

    def on_mount(self) -> None:
        """With its forecast, if that is known."""
        super().on_mount()
        self._ask()

    def body(self) -> Iterator[Widget]:
        """The page."""
        yield ScrollingRows(self.lay)

    def lay(self, grid: Grid) -> Sequence[Line]:
        """The page laid out for this grid."""
        return plan_page(self.planner, grid, ascii=self.prep.ascii)

    def facts(self) -> HeadFacts:
        """Which plan of how many, and how far its day is."""
        planner = self.planner
        many = f"{planner.place} of {len(planner.plans)} plans · " if len(planner.plans) > 1 else ""
        return HeadFacts(place="interview", facts=f"{many}{when(planner.standing.days)}")

    def offers(self, action: str) -> bool:
        """What would do something."""
        match action:
            case "keep":
                return self.planner.changed
            case "end":
                return self.planner.kept is not None
            case "next":
                return len(self.planner.plans) > 1
        return True

    def word_of(self, command: Command) -> str:
        """What enter keeps, and what escape does first."""
        planner = self.planner
        if command.action == "keep":
            return "keep it" if planner.kept else "make this plan"
        if command.action == "leave" and planner.kept is not None and planner.changed:
            return "as it was"
        return command.word

    def draw(self) -> None:
        """All of it anew."""
        self.query_one(ScrollingRows).redraw()
        self.show()

    def _ask(self) -> None:
        """Draw, and have the forecasts made where they aren't known."""
        self.draw()
        if self.planner.found is None and self.planner.plan.day > self.planner.library.day():
            self.run_worker(self._forecast(), group="forecast", exclusive=True, exit_on_error=False)

    async def _forecast(self) -> None:
        plan = self.planner.plan
        if found := await beside(self.planner.library, plan):
            self.planner.heard(plan, found)
            self.draw()

    # keys

    def action_step(self, by: int) -> None:
        """Another thing to change."""
        self.planner.step(by)
        self.draw()

    def action_turn(self, by: int) -> None:
        """More or less of it."""
        self.planner.turn(by)
        self._ask()

    def action_keep(self) -> None:
        """Log it."""
        self.planner.keep()
        self._ask()
        self.toast("kept; u takes it back")

    def action_end(self) -> None:
        """End it."""
        self.planner.end()
        self._ask()
        self.toast("ended; u takes it back")

    def action_next(self) -> None:
        """The next plan."""
        self.planner.next_plan()
        self._ask()

    async def action_undo(self) -> None:
        """Take back the newest action."""
        from prep.session.changes.actions import undo

        undone = await self.prep.aside(undo, self.planner.library)
        self.planner.read_again()
        self._ask()
        self.toast(undone.sentence if undone else "nothing to undo")

    def action_leave(self) -> None:
        """As it was, then back."""
        if self.planner.kept is not None and self.planner.changed:
            self.planner.read_again()
            self._ask()
            return
        super().action_leave()
