"""Fields of a form: a label with its counter, then a block to type into (LOOK §6: Field)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.suggester import SuggestFromList
from textual.widgets import Input, TextArea

from prep.tui.ink import ink, joined, spread
from prep.tui.widgets.column import InColumn
from prep.tui.widgets.rows import Rows

LABEL_ROOM = 7
"""Columns of a label that stands beside its field."""
Counted = Callable[[str], tuple[str, bool]]
"""From a text to what stands right of its label, and whether that asks for care."""


def uncounted(text: str) -> tuple[str, bool]:
    """No counter."""
    return "", False


class FieldLabel(InColumn, Rows):
    """The row over a field; in act while its field has the focus."""

    def __init__(self, word: str, counted: Counted = uncounted) -> None:
        super().__init__()
        self.word = word
        self.counted = counted
        self.text = ""
        self.lit = False

    def say(self, word: str, text: str, lit: bool) -> None:
        """Another word, counter or focus."""
        if (word, text, lit) != (self.word, self.text, self.lit):
            self.word, self.text, self.lit = word, text, lit
            self.redraw()

    def rows(self) -> list[Content]:
        """FieldLabel and counter."""
        count, long = self.counted(self.text)
        left = ink(self.word, "act" if self.lit else "dim")
        return [spread(left, ink(count, "care" if long else "dim"), self.grid.width)]


class TextField(Vertical):
    """Several lines of Markdown. Everything typed or pasted is text; tab leaves the field."""

    def __init__(self, word: str, name: str, counted: Counted = uncounted) -> None:
        super().__init__(id=name)
        self.label = FieldLabel(word, counted)
        self.area = TextArea(highlight_cursor_line=False, tab_behavior="focus")

    def compose(self) -> ComposeResult:
        """FieldLabel, block."""
        yield self.label
        yield self.area

    @property
    def text(self) -> str:
        """What was typed."""
        return self.area.text

    def say(self, word: str = "") -> None:
        """The label as it should be now."""
        self.label.say(word or self.label.word, self.area.text, self.area.has_focus)


class LineField(Horizontal):
    """One line beside its label; known words are offered while typing, → takes one."""

    def __init__(self, word: str, name: str, known: Sequence[str] = ()) -> None:
        super().__init__(id=name)
        self.label = FieldLabel(word)
        self.line = Input(compact=True, select_on_focus=False)
        self.offer(known)

    def compose(self) -> ComposeResult:
        """FieldLabel, line."""
        yield self.label
        yield self.line

    def offer(self, known: Sequence[str]) -> None:
        """Offer other words."""
        self.line.suggester = SuggestFromList(known, case_sensitive=False) if known else None

    @property
    def text(self) -> str:
        """What was typed."""
        return self.line.value.strip()

    def say(self) -> None:
        """The label as it should be now."""
        self.label.say(self.label.word, "", self.line.has_focus)


class KindField(InColumn, Rows, can_focus=True):
    """The kind of card: ← and → change it, so does a click."""

    WORDS = ("question", "follow-up", "red flag")

    def __init__(self) -> None:
        super().__init__(id="kind")
        self.chosen = 0

    def say(self, chosen: int) -> None:
        """Another kind."""
        self.chosen = chosen
        self.redraw()

    def on_focus(self) -> None:
        """The label says that keys act here."""
        self.redraw()

    def on_blur(self) -> None:
        """They don't any more."""
        self.redraw()

    def rows(self) -> list[Content]:
        """The three words; the chosen one bold and underlined."""
        words = []
        for at, word in enumerate(self.WORDS):
            looks = ("strong", "focus") if at == self.chosen else ("dim",)
            words.append(ink(word, *looks, target=f"do:kind({at})"))
        label = ink("kind".ljust(LABEL_ROOM), "act" if self.has_focus else "dim")
        return [joined([label, Content("  ").join(words)]).truncate(self.grid.width)]
