"""A command is declared once: its key, footer word, palette entry and help come from the same object."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from textual.binding import Binding

SHOWN = {
    "space": "space",
    "question_mark": "?",
    "slash": "/",
    "escape": "esc",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
}


@dataclass(frozen=True, slots=True)
class Command:
    """Something a person can do on a screen."""

    action: str
    """Name of the screen's method without `action_`; arguments as Textual writes them: `rate(1)`."""
    keys: tuple[str, ...]
    """Plain keys only (letters, digits, space, enter, arrows, tab, escape, F-keys): terminals lose the others."""
    word: str
    """What the footer says; a screen may say it more exactly (`Page.word_of`)."""
    help: str
    """One sentence for `?` and the palette."""
    footer: bool = True
    """Whether the key row shows it while there is room."""
    palette: bool = True
    """Whether it makes sense without the key (stepping a cursor doesn't)."""
    label: str = ""
    """How the key row writes the keys, where that isn't the first one: `↑↓`."""
    at_once: bool = False
    """Whether it acts before the field in focus sees the key: what is typed right after it then goes elsewhere."""

    @property
    def key(self) -> str:
        """The key as the screen writes it."""
        return self.label or shown(self.keys[0])


def shown(key: str) -> str:
    """A key as a person reads it."""
    return SHOWN.get(key, key.upper() if key.startswith("f") and key[1:].isdigit() else key)


def bindings(commands: Iterable[Command]) -> list[Binding]:
    """Textual's bindings for these commands. Several may share a key: the one that is offered acts."""
    return [
        Binding(key, command.action, command.word, show=False, key_display=shown(key), priority=command.at_once)
        for command in commands
        for key in command.keys
    ]


def name_of(action: str) -> str:
    """`rate(1)` → `rate`."""
    return action.partition("(")[0]
