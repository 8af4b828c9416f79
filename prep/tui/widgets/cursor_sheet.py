"""A list with a cursor: rows that belong together are one item, and the item at ▌ is where keys act."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from textual.content import Content
from textual.style import Style

from prep.text.span import Line
from prep.tui.ink import TARGET, content, ink, joined
from prep.tui.widgets.rows import Row, ScrollingRows

MARK_ROOM = 2
"""Columns of the cursor and the blank after it."""
COLUMN, GAP = 56, 4
"""Of a wide page: each of its two columns, and what lies between."""


@dataclass(frozen=True, slots=True)
class CursorItem:
    """One entry: its rows without the cursor's columns."""

    rows: tuple[Row, ...]


class CursorSheet(ScrollingRows):
    """Heads and items from top to bottom; a click on an item goes to it. Scrolls so that the cursor is seen."""

    def __init__(self, parts: Sequence[Row | CursorItem] = ()) -> None:
        super().__init__()
        self.parts = parts
        self.cursor = 0
        """Number of the item at ▌."""
        self._starts: list[tuple[int, int]] = []
        self._painted: dict[int, tuple[tuple[CursorItem, bool], Sequence[Content]]] = {}
        """By the item's number: as what it was painted."""

    def say(self, parts: Sequence[Row | CursorItem], cursor: int) -> None:
        """Show these rows, with the cursor at this item, in view."""
        self.parts, self.cursor = parts, cursor
        self.redraw()
        if 0 <= cursor < len(self._starts):
            first, end = self._starts[cursor]
            if cursor == 0:
                self.show(0)
            self.show(end - 1)
            self.show(first)

    def rows(self) -> list[Content]:
        """Every row; items with the cursor's columns in front."""
        rows: list[Content] = []
        self._starts = []
        for part in self.parts:
            if not isinstance(part, CursorItem):
                rows.append(content(part))
                continue
            number = len(self._starts)
            self._starts.append((len(rows), len(rows) + len(part.rows)))
            rows += self._item(part, number)
        return [row.truncate(self.grid.width, ellipsis=True) for row in rows]

    def _item(self, item: CursorItem, number: int) -> Sequence[Content]:
        """Painted anew only if it has changed: a key moves the cursor between two items of hundreds."""
        said = (item, number == self.cursor)
        kept = self._painted.get(number)
        if kept is None or kept[0] != said or not all(isinstance(row, Line) for row in item.rows):
            self._painted[number] = kept = said, tuple(self._row(row, number) for row in item.rows)
        return kept[1]

    def _row(self, row: Row, number: int) -> Content:
        whole = joined([ink("▌ ", "act") if number == self.cursor else "  ", content(row)])
        return whole.stylize(Style.from_meta({TARGET: f"do:click({number})"}))


class CursorColumns(CursorSheet):
    """On a wide page the list goes on in a second column, from a gap between two groups on."""

    def rows(self) -> list[Content]:
        """One column, or two side by side."""
        rows = super().rows()
        if not self.grid.wide:
            return rows
        blanks = [not row.plain.strip() for row in rows]
        top = next((n for n, blank in enumerate(blanks) if not blank), 0)
        half = next((n for n in range((len(rows) + top) // 2, len(rows)) if blanks[n]), len(rows))
        start = next((n for n in range(half, len(rows)) if not blanks[n]), len(rows))
        self._starts = [at if at[0] < half else (at[0] - start + top, at[1] - start + top) for at in self._starts]
        pairs = zip_longest(rows[:half], [*rows[:top], *rows[start:]], fillvalue=Content(""))
        return [joined([left.pad_right(COLUMN + GAP - left.cell_length), right]) for left, right in pairs]
