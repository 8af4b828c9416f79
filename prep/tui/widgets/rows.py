"""Rows of text on the page's grid: the base of every widget here. What can be clicked is underlined under the mouse."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from textual.content import Content, Span
from textual.events import Click, Leave, MouseMove
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style
from textual.visual import Visual
from textual.widget import Widget

from prep.text.span import Line
from prep.tui.glyphs import plain
from prep.tui.ink import TARGET, content
from prep.view.grid import PAGE, ColumnGrid, Grid

BACKED = {".tint", ".code"}
WORDS = re.compile(r"\S.*\S|\S")
"""What is underlined of a run that can be clicked: no blanks at its ends, which make a cell of it."""
Row = Line | Content
Lay = Callable[[Grid], Sequence[Row]]
"""What is drawn, for the room that there is."""


@dataclass
class Pressed(Message):
    """A run with a target was clicked."""

    target: str
    """"do:ACTION", or where a link leads."""


class Drawn(Widget):
    """A widget whose rows are laid out by a function and kept until `redraw`."""

    ALLOW_SELECT = False

    def __init__(self, lay: Lay | None = None, **arguments: Any) -> None:
        super().__init__(**arguments)
        self._lay = lay
        self._said: list[Row] = []
        self._kept: tuple[Grid, list[Content]] | None = None
        self._strips: dict[int, Strip] = {}
        self._hovered = ""

    @property
    def grid(self) -> Grid:
        """The page's grid at the terminal's present size."""
        return Grid(*self.app.size, getattr(self.screen, "widest", PAGE))

    def rows(self) -> Sequence[Row]:
        """The rows, at most `self.grid.width` wide."""
        return self._lay(self.grid) if self._lay is not None else ()

    @property
    def drawn(self) -> list[Content]:
        """The rows with the page's margin; made anew when the grid has changed."""
        grid = self.grid
        if self._kept is None or self._kept[0] != grid:
            self._make()
        assert self._kept is not None
        return self._kept[1]

    def redraw(self) -> None:
        """Make the rows anew; the page is laid out anew only if there are more or fewer of them."""
        before = len(self._kept[1]) if self._kept else -1
        self._make()
        self.refresh(layout=len(self.drawn) != before)

    def _make(self) -> None:
        """A row that is what it was stays painted and keeps its strip: most keys change two rows of thirty."""
        grid, said, rows = self.grid, self._said, list(self.rows())
        before = self._kept[1] if self._kept and self._kept[0] == grid else []
        kept = {n for n in range(min(len(rows), len(before))) if same(rows[n], said[n])}
        painted = [before[n] if n in kept else self._placed(content(row), grid.left) for n, row in enumerate(rows)]
        self._strips = {n: strip for n, strip in self._strips.items() if n in kept}
        self._said, self._kept = rows, (grid, painted)

    def strip(self, number: int) -> Strip:
        """One row, ready for the terminal."""
        rows, width = self.drawn, self.size.width
        if number >= len(rows):
            return Strip.blank(width, self.rich_style)
        found = self._strips.get(number)
        if found is None or found.cell_length != width:
            row = self._backed(self._lit(rows[number]))
            found = Visual.to_strips(self, row, width, 1, self.visual_style, pad=True)[0].adjust_cell_length(
                width, self.rich_style
            )
            self._strips[number] = found
        return found.apply_offsets(0, number)

    def notify_style_update(self) -> None:
        """Colours have changed (another theme): the kept strips are stale."""
        super().notify_style_update()
        self._strips.clear()

    def on_click(self, event: Click) -> None:
        """Say what was clicked; the screen acts."""
        if target := event.style.meta.get(TARGET, ""):
            event.stop()
            self.post_message(Pressed(target))

    def on_mouse_move(self, event: MouseMove) -> None:
        """Underline what a click would press."""
        self._hover(event.style.meta.get(TARGET, ""))

    def on_leave(self, event: Leave) -> None:
        """Nothing is under the mouse any more."""
        self._hover("")

    def _hover(self, target: str) -> None:
        if target != self._hovered:
            self._hovered = target
            self._strips.clear()
            self.refresh()

    def _placed(self, row: Content, left: int) -> Content:
        text = Content(" " * left) + row if left else row
        return Content(plain(text.plain), spans=list(text.spans)) if getattr(self.app, "ascii", False) else text

    def _backed(self, row: Content) -> Content:
        """Looks with a second background: as a component class of a parent, Textual drops an opaque one."""
        spans = [Span(span.start, span.end, self._style_of(span.style)) for span in row.spans]
        return Content(row.plain, spans=spans) if any(span.style in BACKED for span in row.spans) else row

    def _style_of(self, style: Style | str) -> Style | str:
        if style not in BACKED:
            return style
        styles = self.screen.get_component_styles(str(style).removeprefix("."))
        if styles.text_style.reverse:  # no colours: one plain bar, whatever stands on it
            return Style(foreground=self.styles.color, reverse=True)
        return Style(background=styles.background)

    def _lit(self, row: Content) -> Content:
        if not self._hovered:
            return row
        lit = [False] * (len(row.plain) + 1)
        for span in row.spans:
            if isinstance(span.style, Style) and span.style.meta.get(TARGET) == self._hovered:
                lit[span.start : span.end] = [True] * (span.end - span.start)
        run = "".join(sign if on else "\n" for sign, on in zip(row.plain, lit, strict=False))
        under = [Span(*words.span(), "underline") for words in WORDS.finditer(run)]
        return row.add_spans(under) if under else row


def same(row: Row, other: Row) -> bool:
    """Whether two rows look alike."""
    return row.is_same(other) if isinstance(row, Content) and isinstance(other, Content) else row == other


class InColumn:
    """Mixed into a drawn widget whose screen says how wide its column is."""

    @property
    def grid(self) -> Grid:
        """The column's grid."""
        widget = cast("Widget", self)
        columns, rows = widget.app.size
        return ColumnGrid(columns, rows, int(getattr(widget.screen, "column", PAGE)))


class Rows(Drawn):
    """Rows that are all visible."""

    DEFAULT_CSS = "Rows { height: auto; width: 100%; }"

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One terminal row a row."""
        return len(self.drawn)

    def render_line(self, y: int) -> Strip:
        """Draw one row."""
        return self.strip(y)


class ScrollingRows(Drawn, ScrollView, can_focus=False):
    """Rows that scroll; the scroll bar stands at the screen's edge, outside the page."""

    DEFAULT_CSS = """
    ScrollingRows { height: 1fr; width: 100%; overflow-x: hidden; overflow-y: auto; scrollbar-size-vertical: 1; }
    """

    def redraw(self) -> None:
        """Make the rows anew; the size of the scrolled area follows at once, that of the widget never changes."""
        self._make()
        self._measure()
        self.refresh(layout=self.show_vertical_scrollbar != (len(self.drawn) > self.size.height))

    def render_line(self, y: int) -> Strip:
        """Draw one visible row."""
        return self.strip(y + self.scroll_offset.y)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Textual tells the bar only if it is there already, and then draws it at the top."""
        super().watch_scroll_y(old_value, new_value)
        self.vertical_scrollbar.position = new_value

    def on_resize(self) -> None:
        """The grid may be another one."""
        self._measure()

    def show(self, row: int, *, top: bool = False) -> None:
        """Scroll as little as possible until the row is visible, or until it is the first one."""
        height, first = self.size.height, self.scroll_offset.y
        if not height:  # not laid out yet
            return
        if top or row < first:
            self.scroll_to(y=row, animate=False, force=True, immediate=True)
        elif row >= first + height:
            self.scroll_to(y=row - height + 1, animate=False, force=True, immediate=True)

    def _measure(self) -> None:
        if self.is_attached:
            self.virtual_size = Size(self.size.width, len(self.drawn))
