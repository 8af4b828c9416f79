"""The field for a number or an order, with what counts as right beside it (LOOK §6: Field)."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Key
from textual.widgets import Input, Static

from prep.demos.declaration.question import Question
from prep.text.spelling import spelled
from prep.tui.glyphs import plain

MOST = 80
"""Characters of a guess."""
KEYS = "question_mark"


class Guess(Input):
    """Takes arithmetic, an order, whatever is typed: what can't be read is told. `?` opens the keys, as everywhere."""

    def __init__(self) -> None:
        super().__init__(max_length=MOST, select_on_focus=False, compact=True)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Which keys the page can't have."""
        return key != KEYS and super().check_consume_key(key, character)

    def on_key(self, event: Key) -> None:
        """Textual's field keeps every key that can be printed, even where it drops it."""
        if event.key == KEYS:
            event.prevent_default()


class GuessField(Horizontal):
    """`▌  22              a number; within a tenth counts`"""

    def compose(self) -> ComposeResult:
        """Mark, field, words."""
        mark = "|" if getattr(self.app, "ascii", False) else "▌"
        yield Static(mark, classes="mark", markup=False)
        yield Guess()
        yield Static("", classes="scoring", markup=False)

    @property
    def field(self) -> Input:
        """What is typed into."""
        return self.query_one(Guess)

    def say(self, question: Question) -> None:
        """Say what counts."""
        said = question.scoring
        self.query_one(".scoring", Static).update(plain(spelled(said)) if getattr(self.app, "ascii", False) else said)
