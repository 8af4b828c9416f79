"""The card as it will be asked, beside the form in which it is written."""

from __future__ import annotations

from textual.reactive import var

from prep.session.changes.composing import Composed
from prep.text.span import Line
from prep.tui.widgets.rows import InColumn, ScrollingRows
from prep.view.card.preview import preview_rows


class Preview(InColumn, ScrollingRows):
    """Drawn by the parser and the layout that draw reviews."""

    composed: var[Composed | None] = var(None, init=False, always_update=True)
    """None where nothing was typed."""

    def watch_composed(self) -> None:
        """Another card."""
        self.redraw()

    def rows(self) -> list[Line]:
        """Label with the state, the first problem, the card."""
        return preview_rows(self.composed, self.grid)
