"""Fields of a form: a label with its counter, then a block to type into (LOOK §6: Field)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.suggester import SuggestFromList
from textual.widgets import Input, TextArea

from prep.text.row import cut, row, spread
from prep.text.span import Line, Role, Span
from prep.tui.widgets.rows import InColumn, Rows
from prep.view.kind import KINDS

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

    def rows(self) -> list[Line]:
        """FieldLabel and counter."""
        count, long = self.counted(self.text)
        left = Span(self.word, Role.ACT if self.lit else Role.DIM)
        return [spread(left, Span(count, Role.CARE if long else Role.DIM), self.grid.width)]


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

    def rows(self) -> list[Line]:
        """The three words; the chosen one bold and underlined."""
        pieces = [Span("kind".ljust(LABEL_ROOM), Role.ACT if self.has_focus else Role.DIM)]
        for at, look in enumerate(KINDS.values()):
            role, over = (Role.STRONG, (Role.FOCUS,)) if at == self.chosen else (Role.DIM, ())
            pieces += [Span("  ")] if at else []
            pieces.append(Span(look.name, role, f"do:kind({at})", over))
        return [cut(row(*pieces), self.grid.width)]
