"""The field for a number or an order, with what counts as right beside it (LOOK §6: Field)."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from prep.demos.question import Question
from prep.text.spelling import spelled
from prep.tui.glyphs import plain

MOST = 40
"""Characters of a guess."""


class GuessField(Horizontal):
    """`▌  22              a number; within a tenth counts`"""

    def compose(self) -> ComposeResult:
        """Mark, field, words."""
        mark = "|" if getattr(self.app, "ascii", False) else "▌"
        yield Static(mark, classes="mark", markup=False)
        yield Input(max_length=MOST, restrict=r"[-−+0-9.,e% ]*", select_on_focus=False, compact=True)
        yield Static("", classes="scoring", markup=False)

    @property
    def field(self) -> Input:
        """What is typed into."""
        return self.query_one(Input)

    def say(self, question: Question) -> None:
        """Say what counts."""
        said = question.scoring
        self.query_one(".scoring", Static).update(plain(spelled(said)) if getattr(self.app, "ascii", False) else said)
