"""Textual's command palette, safe against keys that are typed ahead."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import on
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.command import Command, CommandList, CommandPalette
from textual.theme import ThemeProvider
from textual.widgets import Input


class Palette(CommandPalette):
    """Textual's own runs the row of an older query while the search of the newest lasts, runs it twice on two `enter`,
    leaves twice, and looks rows up before they exist (KeyError in OptionList)."""

    BINDINGS: ClassVar[list[Any]] = [
        Binding("down", "go(1)", "Next command", show=False),
        Binding("up", "go(-1)", "Previous command", show=False),
        Binding("pagedown", "go(5)", "Next page", show=False),
        Binding("pageup", "go(-5)", "Previous page", show=False),
    ]

    async def action_go(self, commands: int) -> None:
        """Move some commands on, or back."""
        listed = await self._found()
        if listed.option_count and listed.highlighted is not None:
            listed.highlighted = min(max(0, listed.highlighted + commands), listed.option_count - 1)

    @on(Input.Submitted)
    async def submit(self, event: Input.Submitted) -> None:
        """Run what was found for all that was typed, once."""
        event.stop()
        event.prevent_default()
        listed = await self._found()
        chosen = listed.highlighted_option
        if self.is_active and isinstance(chosen, Command):
            self.dismiss()
            self.app.call_later(chosen.hit.command)

    async def _found(self) -> CommandList:
        """The rows, once the search of what was typed has ended; an older one was cancelled."""
        searches = [each for each in self.workers if each.node is self and not each.is_finished]
        await self.workers.wait_for_complete([each for each in searches if not each.is_cancelled])
        return self.query_one(CommandList)

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Leave, once."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


def open_palette(app: App[Any]) -> None:
    """Show the palette, once."""
    if not CommandPalette.is_open(app):
        app.push_screen(Palette(id="--command-palette"))


def open_themes(app: App[Any]) -> None:
    """Show the palette of the app's colours."""
    app.push_screen(Palette(providers=[ThemeProvider], placeholder="Search for themes…"))
