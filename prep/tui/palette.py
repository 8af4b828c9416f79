"""Textual's command palette, safe against keys that are typed ahead."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.command import CommandList, CommandPalette


class Palette(CommandPalette):
    """Textual's own looks rows up before they exist (KeyError in OptionList) and leaves twice on two `enter`."""

    BINDINGS: ClassVar[list[Any]] = [
        Binding("pagedown", "page(5)", "Next page", show=False),
        Binding("pageup", "page(-5)", "Previous page", show=False),
    ]

    def action_page(self, commands: int) -> None:
        """Move a few commands on, or back."""
        listed = self.query_one(CommandList)
        if listed.option_count and listed.highlighted is not None:
            listed.highlighted = min(max(0, listed.highlighted + commands), listed.option_count - 1)

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Leave, once."""
        return super().dismiss(result) if self.is_current else AwaitComplete()


def open_palette(app: App[Any]) -> None:
    """Show the palette, once."""
    if not CommandPalette.is_open(app):
        app.push_screen(Palette(id="--command-palette"))
