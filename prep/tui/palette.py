"""Textual's command palette, safe against keys that are typed ahead."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import on
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.command import Command, CommandList, CommandPalette, Hit, Hits, Provider
from textual.theme import ThemeProvider
from textual.widgets import Input

if TYPE_CHECKING:
    from prep.tui.shell import Shell


BELOW = 0.5
"""Of a command's score: who types "demo" wants the command, not a topic with that word."""


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


class Places(Provider):
    """Topics by title or id, and cards by id, below the commands."""

    async def search(self, query: str) -> Hits:
        """What fits the letters typed: topics loosely, as commands do; cards whose id holds them."""
        from prep.text.markdown import plain  # the first frame is drawn without the parser

        app = cast("Shell", self.app)
        if app.library is None:
            return
        matcher = self.matcher(query)
        for topic in app.library.deck.topics:
            name = f"{plain(topic.title)} ({topic.id})"
            if score := matcher.match(name):
                read = partial(app.open, "topic", topic.id)
                yield Hit(score * BELOW, matcher.highlight(name), read, help="Read the topic.")
        for card in app.library.deck.cards:
            if query.casefold() in card.full_id.casefold():
                look = partial(app.open, "library.card", card.full_id)
                yield Hit(BELOW**2, matcher.highlight(card.full_id), look, help="Look at the card.")


class Themes(ThemeProvider):
    """The colours to choose from; what is chosen is kept."""

    @property
    def commands(self) -> list[tuple[str, Callable[[], None]]]:
        app = cast("Shell", self.app)
        return [(name, partial(app.keep_theme, name)) for name, _ in super().commands]


def open_palette(app: App[Any]) -> None:
    """Show the palette, once."""
    if not CommandPalette.is_open(app):
        app.push_screen(Palette(id="--command-palette"))


def open_themes(app: App[Any]) -> None:
    """Show the palette of the app's colours."""
    app.push_screen(Palette(providers=[Themes], placeholder="Search for themes…"))
