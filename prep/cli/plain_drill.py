"""A drill in a terminal, line by line: the file stands beside, and each save runs the checks."""

from __future__ import annotations

import asyncio
import select
import sys
from pathlib import Path

from prep.cli import page
from prep.cli.opened import library
from prep.drills.drill import Drill
from prep.drills.running.judge import Attempt, Judge
from prep.errors import DeckError, PrepError
from prep.session.library.library import Library
from prep.session.writing import work_file
from prep.session.writing.attempt import log_writing
from prep.session.writing.record import attempts
from prep.session.writing.writing import Writing
from prep.text.span import BLANK, Line, Role, Span
from prep.text.words import count

LOOK_SECONDS = 0.2
PROMPT = "each save runs the checks; enter runs them, e editor, h hint, t task, q leave >"


def write(drill: Drill) -> int:
    """Until it is left. 0: passed, 1: not yet."""
    with library() as opened, asyncio.Runner() as runner:
        judge = Judge()
        try:
            return PlainDrill(opened, drill, judge, runner).run()
        finally:
            runner.run(judge.close())


class PlainDrill:
    """Words in, lines out; the `Writing` decides what they do."""

    def __init__(self, opened: Library, drill: Drill, judge: Judge, runner: asyncio.Runner) -> None:
        self.library, self.judge, self.runner = opened, judge, runner
        path = work_file.open_file(drill, opened.paths.writing)
        self.writing = Writing(drill, path, opened.now().ms)
        self._saved = self._stamp()

    def run(self) -> int:
        """Task, then words and saves until `q`, or the end of input."""
        self.task()
        page.say(str(self.writing.path), Role.ACT)
        try:
            while (word := self._next()) not in (None, "q"):
                self.obey(word or "")
        finally:
            log_writing(self.library, self.writing, None, self.library.now().ms)
        return 0 if self.writing.passed_at is not None else 1

    def obey(self, word: str) -> None:
        """One word; what is wrong with the file or the editor is told, and the drill goes on."""
        try:
            match word:
                case "e":
                    self.edit()
                case "h":
                    self.hint()
                case "t":
                    self.task()
                case _:
                    self.check()
        except PrepError as error:
            page.say(f"{error}; {error.hint}" if error.hint else str(error), Role.WRONG)

    def task(self) -> None:
        """What to write."""
        from prep.view.drill.task import task_rows

        page.show([BLANK, *task_rows(self.writing.drill, page.width()), BLANK])

    def hint(self) -> None:
        """The next hint."""
        from prep.view.drill.task import hint_rows

        self.writing.hint()
        page.show(hint_rows(self.writing.drill, self.writing.hints, page.width()))

    def edit(self) -> None:
        """The person's editor in this terminal, then the checks."""
        from prep.tui import editor

        words = editor.editor(self.library.config.editor)
        editor.run(editor.command(words, self.writing.path, work_file.first_line(self.writing.path)))
        if self._stamp() != self._saved:
            self.check()

    def check(self) -> None:
        """Run the checks on what the file holds, and show what they say."""
        from prep.view.drill.checks import outcome_rows
        from prep.view.drill.page import passed_row, state_row
        from prep.view.drill.solution import solution_rows

        self._saved, writing, width = self._stamp(), self.writing, page.width()
        source = work_file.solution(writing.path)
        self.runner.run(self._judged(source))
        page.show([BLANK, *outcome_rows(writing, width), BLANK])
        if writing.passed:
            page.show([passed_row(writing), BLANK, *solution_rows(writing.drill, source, width), BLANK])
        else:
            page.show([state_row(writing)])

    async def _judged(self, source: str) -> None:
        writing = self.writing
        number, seed = writing.begin(), self.library.now().ms % 2**31
        async for result in self.judge.run(
            Attempt(writing.drill.name, source, writing.path.name, seed, str(self.library.paths.drills))
        ):
            writing.hear(number, result, self.library.now().ms)

    def _stamp(self) -> tuple[int, int]:
        """What changes when the file is saved."""
        try:
            found = self.writing.path.stat()
        except OSError as error:
            raise DeckError(f"{self.writing.path} is gone", "q, then prep write begins a new one") from error
        return found.st_mtime_ns, found.st_size

    def _next(self) -> str | None:
        """What was typed; empty after a save; None at the end of input."""
        print(PROMPT, end=" ", flush=True)
        while sys.platform != "win32" and not select.select([sys.stdin], [], [], LOOK_SECONDS)[0]:
            if self.writing.path.exists() and self._stamp() != self._saved:
                print()
                return ""
        line = sys.stdin.readline()
        return line.strip() if line else None


def history(drill: Drill) -> int:
    """Every attempt, and where its files are."""
    from prep.view.card.whole import event_words

    with library() as opened:
        events = attempts(opened, drill.name)
        files = sorted(opened.paths.writing.glob(f"{Path(drill.file).stem}*.py"))
    page.show([Line((Span(event_words(event)),)) for event in events])
    page.say(f"{count(len(events), 'attempt')}", Role.DIM)
    for file in files:
        page.say(str(file), Role.DIM)
    return 0
