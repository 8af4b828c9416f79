"""The sheet for the night before: the neediest lines of the scope, as many as two pages of paper hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import ceil, inf

from rich.cells import cell_len

from prep.core.card import Card
from prep.core.night import Reminder, on_paper, paper_rows, reminders
from prep.core.plan import Plan, running, worths
from prep.session.library.focus import EVERYTHING, Focus
from prep.session.library.library import Library
from prep.session.night.marks import Marks, load_marks, save_marks
from prep.text.markdown import plain

PAGES, ROWS, COLUMN = 2, 148, 72
"""Of paper, the rows of a page in its two columns, and the characters of a row: A4 and Letter hold them."""


class Night:
    """What a person does with the sheet."""

    def __init__(self, library: Library, focus: Focus = EVERYTHING, plan: Plan | None = None) -> None:
        """focus: the scope, unless a plan has one."""
        self.library = library
        self.plan = plan
        inside = focus.admits if plan is None else plan.holds
        self.all = reminders(filter(inside, library.deck.cards), _need(library))
        """Every line of the scope."""
        self.marks = load_marks(library.paths, library.day())
        self.paper: tuple[Reminder, ...] = ()
        """What would be printed: what was kept, then as much as fits of what wasn't dismissed."""
        self.lines: tuple[Reminder, ...] = ()
        """The same, and what was dismissed, in its place."""
        self._choose()
        self._steps: list[tuple[Marks, int]] = []
        self.cursor = self._following(-1)

    @property
    def pages(self) -> int:
        """Pages that the paper takes."""
        return ceil(paper_rows(self.paper, rows) / ROWS)

    @property
    def marked(self) -> int:
        """How many lines were kept or dismissed."""
        return sum(line.key in self.marks for line in self.lines)

    @property
    def line(self) -> Reminder | None:
        """The one at the cursor."""
        lines = self.lines
        return lines[self.cursor] if self.cursor < len(lines) else None

    def mark(self, *, keep: bool) -> None:
        """Keep the line at the cursor, or dismiss it, and go on to the next that is unmarked. Raises StoreError."""
        if (line := self.line) is None:
            return
        self._steps.append((self.marks, self.cursor))
        self.marks = self.marks.marked(line.key, keep=keep)
        self._choose()
        self.cursor = self._following(self.lines.index(line))
        save_marks(self.library.paths, self.marks, self.library.day())

    def back(self) -> bool:
        """Take the newest mark back; False where there is none. Raises StoreError."""
        if not self._steps:
            return False
        self.marks, self.cursor = self._steps.pop()
        self._choose()
        save_marks(self.library.paths, self.marks, self.library.day())
        return True

    def _choose(self) -> None:
        kept, dismissed = self.marks.kept, self.marks.dismissed
        left = [replace(line, need=inf) if line.key in kept else line for line in self.all if line.key not in dismissed]
        self.paper = on_paper(left, rows, PAGES * ROWS)
        shown = {line.key for line in self.paper} | dismissed
        self.lines = tuple(line for line in self.all if line.key in shown)

    def _following(self, at: int) -> int:
        """The next unmarked line, from the top again after the last one; where all are marked, the next one."""
        lines = self.lines
        after = [*range(at + 1, len(lines)), *range(at + 1)]
        return next((n for n in after if lines[n].key not in self.marks), min(at + 1, max(0, len(lines) - 1)))


def rows(line: Reminder) -> int:
    """Rows of paper that the line takes."""
    return ceil(cell_len(plain(line.text)) / COLUMN)


def nearest(library: Library) -> Plan | None:
    """The plan of the next interview, if there is one."""
    return next(iter(running(library.store.plans(), library.day())), None)


def _need(library: Library) -> Callable[[Card], float]:
    """Of a card's lines: its worth, times what of it is forgotten today; all, if it was never answered."""
    worth = worths(library.deck.topics)
    recalls = library.store.recalls(library.day(), library.store.model)
    return lambda card: worth[card.full_id] * (1 - recalls.get(card.full_id, 0.0))
