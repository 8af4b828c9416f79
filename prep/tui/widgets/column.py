"""Rows that stand in one column of a wider page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from textual.widget import Widget

from prep.tui.grid import PAGE, Grid


@dataclass(frozen=True, slots=True)
class Column(Grid):
    """A grid without margins, exactly `limit` columns wide."""

    @property
    def width(self) -> int:
        """Columns of the column."""
        return max(1, self.limit)

    @property
    def left(self) -> int:
        """The container has the margin."""
        return 0


class InColumn:
    """Mixed into a drawn widget whose screen says how wide its column is."""

    @property
    def grid(self) -> Grid:
        """The column's grid."""
        widget = cast("Widget", self)
        columns, rows = widget.app.size
        return Column(columns, rows, int(getattr(widget.screen, "column", PAGE)))
