"""A field over the keys for words to find on the page; closed, it takes no room."""

from __future__ import annotations

from textual.widgets import Input


class FindField(Input):
    """Opened by `/`."""

    DEFAULT_CSS = """
    FindField { display: none; height: 1; margin: 0 2; background: $panel; color: $foreground; }
    FindField.-open { display: block; }
    FindField:focus { background-tint: $panel 0%; }
    FindField:nocolor { text-style: underline; }
    """

    def __init__(self) -> None:
        super().__init__(placeholder="find on this page", compact=True)

    def open(self) -> None:
        """Take the letters."""
        self.add_class("-open")
        self.focus()

    def close(self) -> None:
        """Give the keys back to the page; what was typed stays sought."""
        self.remove_class("-open")
        self.screen.set_focus(None)

    def clear_and_close(self) -> None:
        """Nothing is sought any more."""
        with self.prevent(Input.Changed):
            self.value = ""
        self.close()
