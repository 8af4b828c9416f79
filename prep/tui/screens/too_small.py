"""One line for a terminal that is too small; it leaves by itself when the terminal grows."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.events import Resize
from textual.screen import ModalScreen
from textual.widgets import Static

from prep.tui.grid import SMALLEST, Grid


class TooSmallScreen(ModalScreen[None]):
    """`prep needs 40x12, this is 36x10`"""

    _left = False

    def compose(self) -> ComposeResult:
        """The line."""
        yield Static(self._line(), markup=False)

    def _line(self) -> str:
        columns, rows = self.app.size
        return f"prep needs {SMALLEST[0]}x{SMALLEST[1]}, this is {columns}x{rows}"

    def on_resize(self, event: Resize) -> None:
        """Say the new size, or leave."""
        if Grid(*self.app.size).big_enough and not self._left:
            self._left = True  # a second resize may come before the screen has gone
            self.dismiss()
        else:
            self.query_one(Static).update(self._line())
