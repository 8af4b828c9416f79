"""One line in place of a page that has no room; the page comes back by itself when the terminal grows."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from prep.view.grid import SMALLEST


class TooSmall(Widget):
    """`prep needs 40x12, this is 36x10`"""

    def render(self) -> Content:
        """The line."""
        columns, rows = self.app.size
        return Content(f"prep needs {SMALLEST[0]}x{SMALLEST[1]}, this is {columns}x{rows}")
