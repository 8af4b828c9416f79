"""prep's own editor, for a drill: one field, F2 saves and runs the checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from textual import on
from textual.widget import Widget
from textual.widgets import TextArea

from prep.errors import DeckError
from prep.session.writing import work_file
from prep.session.writing.writing import Writing
from prep.text.row import cut, spread
from prep.text.span import Line, Role, Span
from prep.tui.command import Command
from prep.tui.screens.page import Page
from prep.tui.widgets.head import HeadFacts
from prep.tui.widgets.rows import Rows
from prep.view.drill.page import state_row
from prep.view.grid import Grid
from prep.whole_file import write_whole

UNSAVED = "not saved yet: F2 saves it, esc again leaves it"


class PadScreen(Page):
    """Letters are text; F-keys and escape act."""

    CSS_PATH = "../../pad.tcss"
    AUTO_FOCUS = "TextArea"
    HERE: ClassVar[tuple[Command, ...]] = (
        Command("save", ("f2",), "save and run", "Save the file and run the checks."),
        Command("checks", ("f5",), "task and checks", "Save, and show task and checks."),
        Command("keys", ("f1",), "keys", "Show the keys of this screen."),
        Command("leave", ("escape",), "leave", "Leave the editor; asks once if something isn't saved.", at_once=True),
    )

    def __init__(self, writing: Writing, head: Callable[[], HeadFacts], saved: Callable[[], None]) -> None:
        """head: what the head says. saved: called once the file is on disk."""
        super().__init__(classes="-pad")
        self.writing, self._head, self._saved = writing, head, saved
        self._kept = work_file.solution(writing.path)
        self._warned = False

    @property
    def typing(self) -> bool:
        """The field takes the letters."""
        return True

    @property
    def area(self) -> TextArea:
        """The field."""
        return self.query_one(TextArea)

    def body(self) -> Iterator[Widget]:
        """What it is called and where the cursor is, then the field."""
        yield Rows(self._label)
        area = TextArea(self._kept, tab_behavior="indent", soft_wrap=False, highlight_cursor_line=False)
        area.indent_width = work_file.INDENT
        yield area

    def on_mount(self) -> None:
        """The cursor stands at the first line of code."""
        super().on_mount()
        self.area.move_cursor((work_file.first_line(self.writing.path) - 1, 0))

    def facts(self) -> HeadFacts:
        """As the drill's page."""
        return self._head()

    def desk(self) -> Sequence[Line]:
        """What the newest run said."""
        return [cut(state_row(self.writing), self.grid.width)]

    def _label(self, grid: Grid) -> Sequence[Line]:
        if not (areas := self.query(TextArea)):
            return []
        line, column = areas.first().cursor_location
        name = Span(self.writing.path.name.upper(), Role.ACT)
        return [spread(name, Span(f"line {line + 1}, column {column + 1}", Role.DIM), grid.width)]

    @on(TextArea.SelectionChanged)
    def moved(self) -> None:
        """The cursor is elsewhere."""
        self.query_one(Rows).redraw()

    def action_save(self) -> None:
        """On disk, then the checks."""
        try:
            write_whole(self.writing.path, self.area.text.encode())
        except OSError as error:
            raise DeckError(f"{self.writing.path} can't be written: {error.strerror or error}") from error
        self._kept, self._warned = self.area.text, False
        self._saved()

    def action_checks(self) -> None:
        """Task and checks."""
        if self.area.text != self._kept:
            self.action_save()
        self.dismiss()

    def action_leave(self) -> None:
        """Leave; what isn't saved is asked about once."""
        if self.area.text != self._kept and not self._warned:
            self._warned = True
            self.toast(UNSAVED, "care", stays=True)
            return
        self.dismiss()

    def keep(self) -> None:
        """The app ends: what was typed is saved."""
        if self.area.text != self._kept:
            self.action_save()
