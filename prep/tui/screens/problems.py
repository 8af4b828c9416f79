"""Deck problems, each with the place where to mend it, and facts whose month is over (LOOK §9.10)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

from textual.worker import Worker, WorkerCancelled, WorkerState, get_current_worker

from prep.core.card import Card
from prep.core.problem import Problem
from prep.session.changes.actions import renew
from prep.session.library.library import Library
from prep.text import words
from prep.text.row import blank, label
from prep.tui.command import Command
from prep.tui.screens.listed import CHOOSE, ListPage
from prep.tui.widgets.cursor_sheet import MARK_ROOM, CursorItem
from prep.tui.widgets.head import HeadFacts
from prep.tui.widgets.rows import Row
from prep.view.problems import fact_rows, problem_rows, sentence

READ_ONLY = "this file comes with prep and is read-only; e on one of its cards edits a copy of yours"
SHOWN = 300
"""Problems in the list: thousands, of decks that another program wrote, took a second at each key."""


class ProblemsScreen(ListPage):
    """Problems first, then facts to check."""

    HERE: ClassVar[tuple[Command, ...]] = (
        Command("mend", ("enter",), "open at the line", "Open the file in your editor, at the line."),
        Command("edit", ("e", "enter"), "edit", "Edit this fact in your editor."),
        Command("renew", ("x",), "holds another year", "Say that you checked this fact: it holds for a year."),
        *CHOOSE,
        Command("again", ("r",), "read again", "Read the decks again."),
        Command("leave", ("escape",), "back", "Go back."),
    )

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library
        self._comparing = False

    # what is drawn

    def facts(self) -> HeadFacts:
        """How much was read."""
        deck = self.library.deck
        files = {file for topic in deck.topics for file in topic.files}
        read = f"{words.count(len(deck.cards), 'card')} · {words.count(len(files), 'file')}"
        return HeadFacts(place="check decks", facts=read if self.library.compared else f"{read} · comparing cues")

    @property
    def found(self) -> tuple[Problem, ...]:
        """All of them; while the cues of a large deck are compared, the others."""
        return self.library.problems if self.library.compared else self.library.pressing

    @property
    def problems(self) -> tuple[Problem, ...]:
        """As many as a list can hold that keys move through."""
        return self.found[:SHOWN]

    def show(self) -> None:
        """Draw everything anew; what takes long comes later."""
        super().show()
        if not self.library.compared and not self._comparing:
            self._comparing = True
            self.run_worker(self._compare, group="cues", thread=True, exit_on_error=False)

    def _compare(self) -> None:
        """In a thread, which ends with this screen: prep would wait for it."""
        worker = get_current_worker()

        def beat() -> None:
            if worker.is_cancelled:
                raise WorkerCancelled

        with suppress(WorkerCancelled):
            self.library.compare(beat)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """All cues are compared."""
        if event.worker.group == "cues" and event.state is WorkerState.SUCCESS:
            self._comparing = False
            self.show()

    @property
    def entries(self) -> tuple[Problem | Card, ...]:
        """What the cursor goes through."""
        return (*self.problems, *self.library.facts)

    @property
    def entry(self) -> Problem | Card | None:
        """What stands at the cursor."""
        entries = self.entries
        return entries[self.cursor] if self.cursor < len(entries) else None

    def parts(self) -> Sequence[Row | CursorItem]:
        """A sentence, the problems, the facts."""
        grid, problems, facts = self.grid, self.problems, self.library.facts
        parts: list[Row | CursorItem] = [] if grid.short else list(blank(grid.gap))
        found = self.found
        parts.append(sentence(found, self.library.deck.cards, short=grid.narrow))
        if len(found) > SHOWN:
            parts.append(label(f"Here are the first {SHOWN}; prep check tells all of them."))
        for at, problem in enumerate(problems):
            whole = grid.tall or at == self.cursor
            parts += [*blank(grid.gap), CursorItem(tuple(problem_rows(problem, grid.width - MARK_ROOM, whole=whole)))]
        if facts:
            parts += [*blank(grid.gap), label("FACTS TO CHECK")]
            parts += [CursorItem(tuple(fact_rows(card))) for card in facts]
        return parts

    def count(self) -> int:
        """Problems and facts."""
        return len(self.entries)

    def offers(self, action: str) -> bool:
        """By what stands at the cursor."""
        match action:
            case "mend":
                return isinstance(self.entry, Problem)
            case "edit" | "renew":
                return isinstance(self.entry, Card)
        return True

    # keys

    async def action_mend(self) -> None:
        """Open the file at the line."""
        if not isinstance(problem := self.entry, Problem):
            return
        path = Path(problem.path or problem.file)
        if why := self._shut(path):
            self.toast(*why, stays=True)
        elif await self.prep.edit_at(path, max(1, problem.line)):
            self.show()

    def _shut(self, path: Path) -> tuple[str, str] | None:
        """Why no editor is opened on it, and the look of that; None where one is."""
        if path.is_relative_to(self.prep.places.starter):
            return READ_ONLY, "care"
        return None if path.exists() else (f"{path} is not there", "wrong")

    async def action_edit(self) -> None:
        """Edit the fact; a shipped one is copied first."""
        if isinstance(card := self.entry, Card) and await self.prep.edit(card):
            self.show()

    async def action_renew(self) -> None:
        """The fact was checked this month and holds for a year."""
        if not isinstance(card := self.entry, Card):
            return
        await self.prep.aside(renew, self.library, card)
        self.show()
        self.toast(f"{card.id} holds for another year")

    async def action_again(self) -> None:
        """Read the decks again."""
        await self.prep.read_again()
        self.show()
        self.toast("read again", "dim")
