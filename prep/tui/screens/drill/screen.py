"""A drill: its task, and its checks as they run at each save of the work file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import aclosing
from typing import ClassVar

from textual import work
from textual.widget import Widget

from prep.core.card import Card
from prep.core.stopwatch import clock
from prep.drills import catalog
from prep.drills.running.judge import Attempt
from prep.errors import DeckError
from prep.session.library.library import Library
from prep.session.writing import work_file
from prep.session.writing.attempt import log_writing
from prep.session.writing.writing import Writing
from prep.text.row import cut
from prep.text.span import Line
from prep.tui import editor
from prep.tui.command import Command
from prep.tui.screens.page import Page
from prep.tui.screens.scrolling import SCROLL
from prep.tui.widgets.head import Head, HeadFacts
from prep.tui.widgets.rows import ScrollingRows
from prep.view.drill.page import drill_page, state_row
from prep.view.grid import PAGE, WIDE_PAGE, Grid

LOOK_SECONDS = 0.2
"""How often the work file is looked at."""


class DrillScreen(Page):
    """It opens the work file, runs the checks when that was saved, and logs one attempt when it is left."""

    HERE: ClassVar[tuple[Command, ...]] = (
        Command("done", ("enter",), "back to the card", "Passed: go back; the rating is yours."),
        Command("write", ("w",), "write", "Write it in your editor; without one, in prep's own."),
        Command("hint", ("h",), "hint", "Show the next hint; a pass with hints suggests Hard."),
        Command("turn", ("tab",), "checks", "Show the checks, or the task again.", palette=False),
        Command("run", ("r",), "run again", "Run the checks again, with other random input."),
        Command("own", ("o",), "prep's editor", "Write it in prep's own editor.", footer=False),
        Command("anew", ("n",), "start anew", "Begin with the stub again; your file stays beside it.", footer=False),
        *SCROLL,
        Command("leave", ("escape",), "leave", "Stop a run; else leave, your file stays."),
    )

    def __init__(self, library: Library, name: str, card: Card | None = None) -> None:
        super().__init__()
        self.library = library
        self._card = card
        drill = catalog.find(name)
        try:
            path = work_file.open_file(drill, library.paths.writing)
        except OSError as error:
            raise DeckError(f"{library.paths.writing} can't be written: {error.strerror or error}") from error
        self.writing = Writing(drill, path, library.now().ms)
        self.on_task = True
        """A page of one column shows the task."""
        self.source = ""
        """What the newest run judged."""
        self._saved = self._stamp()
        self._logged = False

    @property
    def widest(self) -> int:
        """Task and checks side by side where there is room."""
        return WIDE_PAGE if self.app.size.width >= 112 else PAGE

    @property
    def subject(self) -> Card | None:
        """The card it was opened from."""
        return self._card

    # what is drawn

    def body(self) -> Iterator[Widget]:
        """One page that scrolls."""
        yield ScrollingRows(self.lay)

    def lay(self, grid: Grid) -> Sequence[Line]:
        """Task and checks for this grid."""
        return drill_page(self.writing, self.source, grid, task=self.on_task)

    def facts(self) -> HeadFacts:
        """The drill, its minutes, the clock; the rule is the time used."""
        drill, used = self.writing.drill, self.writing.seconds(self.library.now().ms)
        level = "" if self.grid.narrow else f"{drill.level.name.lower()} · "
        return HeadFacts(
            place=drill.name if self.grid.narrow else f"write · {drill.name}",
            facts=f"{level}{drill.minutes} min",
            clock=clock(used),
            long=used > 60 * drill.minutes,
            done=min(1.0, used / (60 * drill.minutes)),
        )

    def desk(self) -> Sequence[Line]:
        """How many checks pass."""
        return [cut(state_row(self.writing), self.grid.width)]

    def on_mount(self) -> None:
        """The clock runs, the file is watched, and the judge is started ahead of the first save."""
        super().on_mount()
        self.set_interval(LOOK_SECONDS, self.look)
        self.set_interval(1.0, self._tick)
        self.run_worker(self.prep.judge().warm(), group="warm", exit_on_error=False)

    def draw(self) -> None:
        """All of it anew, here and in the editor over it."""
        self.query_one(ScrollingRows).redraw()
        self.show()
        for screen in self.app.screen_stack:
            if isinstance(screen, Page) and screen is not self and screen.has_class("-pad"):
                screen.show()

    def _tick(self) -> None:
        if self.writing.passed_at is None:
            for head in self.query(Head):
                head.facts = self.facts()

    # what the keys would do

    def offers(self, action: str) -> bool:
        """What would do something."""
        match action:
            case "done":
                return self.writing.passed
            case "hint":
                return self.writing.hints < len(self.writing.drill.hints) and not self.writing.passed
            case "turn":
                return not self.grid.wide
            case "run":
                return self.writing.run > 0 and not self.writing.running
        return True

    def word_of(self, command: Command) -> str:
        """As exact as the moment allows."""
        match command.action:
            case "done":
                return "back to the card" if self._card else "back"
            case "turn":
                return "checks" if self.on_task else "task"
            case "leave":
                return "stop" if self.writing.running else "leave"
        return command.word

    # the file and its runs

    def _stamp(self) -> tuple[int, int]:
        """What changes when the file is saved; zeros where it is gone."""
        try:
            found = self.writing.path.stat()
        except OSError:
            return 0, 0
        return found.st_mtime_ns, found.st_size

    def look_again(self) -> None:
        """The file was saved here: run the checks, whether its text has changed or not."""
        self._saved = self._stamp()
        self.action_run()

    def look(self) -> None:
        """Run the checks if the file was saved."""
        if (stamp := self._stamp()) != self._saved and stamp[1]:
            self._saved, self.on_task = stamp, False
            self.action_run()

    def action_run(self) -> None:
        """Run the checks on what the file holds now."""
        self.source = work_file.solution(self.writing.path)
        self.writing.begin()
        self.on_task = False
        self.draw()
        self._judge(self.writing.run)

    @work(group="judge", exclusive=True, exit_on_error=False)
    async def _judge(self, run: int) -> None:
        writing = self.writing
        seed = (self.library.now().ms + run) % 2**31
        attempt = Attempt(writing.drill.name, self.source, writing.path.name, seed)
        async with aclosing(self.prep.judge().run(attempt)) as results:
            async for result in results:
                if writing.hear(run, result, self.library.now().ms):
                    self.draw()

    # keys

    def action_write(self) -> None:
        """In the person's editor; without one, in prep's own."""
        try:
            words = editor.chosen(self.prep.config.editor)
        except DeckError as error:
            self.tell_error(error)
            return
        if not words:
            self.action_own()
            return
        self.prep.run_editor(editor.command(words, self.writing.path, work_file.first_line(self.writing.path)))
        self.look()

    def action_own(self) -> None:
        """In prep's own editor."""
        from prep.tui.screens.drill.pad import PadScreen

        self.app.push_screen(PadScreen(self.writing, self.facts, self.look_again))

    def action_hint(self) -> None:
        """The next hint."""
        self.writing.hint()
        self.draw()

    def action_turn(self) -> None:
        """The other side of the page."""
        self.on_task = not self.on_task
        self.query_one(ScrollingRows).scroll_to(y=0, animate=False)
        self.draw()

    def action_anew(self) -> None:
        """The stub again."""
        try:
            old = work_file.start_anew(self.writing.drill, self.library.paths.writing)
        except OSError as error:
            raise DeckError(f"a new file can't be made: {error.strerror or error}") from error
        self._log()
        self.writing = Writing(self.writing.drill, self.writing.path, self.library.now().ms)
        self._saved, self._logged, self.on_task = self._stamp(), False, True
        self.draw()
        self.toast(f"began anew; what you wrote is {old.name}")

    def action_done(self) -> None:
        """Passed: back to where it came from."""
        self._go()

    def action_leave(self) -> None:
        """Stop the run; else leave."""
        if self.writing.running:
            self.workers.cancel_group(self, "judge")
            self.writing.stop()
            self.draw()
            return
        self._go()

    def _go(self) -> None:
        """The card's rating stays the person's; what the drill suggests is told."""
        self._log()
        self.dismiss()
        if self._card and (suggested := self.writing.suggested):
            self.prep.call_after_refresh(self.prep.tell, f"the drill suggests {suggested.word}")

    def keep(self) -> None:
        """The app ends."""
        self._log()

    def _log(self) -> None:
        """One attempt, once."""
        if not self._logged:
            self._logged = True
            card = self._card.full_id if self._card else None
            log_writing(self.library, self.writing, card, self.library.now().ms)
