"""The contract says what is there: docs/design.md and docs/look.md against the objects that they describe."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import prep.tui.screens
from prep.cli.command import COMMANDS
from prep.config import SETTINGS
from prep.core.event import EventKind
from prep.decks.grammar.heading import ATTRIBUTES
from prep.decks.grammar.preamble import KEYS
from prep.decks.grammar.sections import SECTIONS
from prep.tui.command import Command
from prep.tui.screens.page import EVERYWHERE, Page
from prep.tui.theme import DARK, LIGHT

DOCS = Path(__file__).parents[2] / "docs"


def section(document: str, number: int) -> str:
    """One numbered section of a page of the contract."""
    text = (DOCS / document).read_text(encoding="utf-8")
    found = re.search(rf"^## {number}\. .*?(?=^## |\Z)", text, re.M | re.S)
    assert found is not None
    return found[0]


def test_a_section_is_no_more_than_itself() -> None:
    """The control: what stands in another section only is missed."""
    assert "`prep undo`" in section("design.md", 6)
    assert "`prep undo`" not in section("design.md", 5) + section("design.md", 7)
    assert "`q`" not in section("look.md", 9)


@pytest.mark.parametrize("name", [command.name for command in COMMANDS])
def test_the_design_has_every_command(name: str) -> None:
    """A command stands in the table of section 6."""
    assert f"`prep {name}" in section("design.md", 6)


@pytest.mark.parametrize("name", SETTINGS)
def test_the_design_has_every_setting(name: str) -> None:
    """A setting stands in section 5."""
    assert f"`{name}`" in section("design.md", 5)


def test_the_design_has_the_kinds_of_event_and_no_other() -> None:
    """Section 3 has a row for each kind that the log knows."""
    rows = re.findall(r"^\| `(\w+)` \|", section("design.md", 3), re.M)
    assert rows == [kind.value for kind in EventKind]


@pytest.mark.parametrize("word", [*SECTIONS, *ATTRIBUTES, *KEYS])
def test_the_design_has_the_words_of_the_grammar(word: str) -> None:
    """Section 2 has every section, attribute and key of a deck file."""
    assert re.search(rf"\b{word}\b", section("design.md", 2))


def screens() -> list[type[Page]]:
    """Every screen that declares commands."""
    for module in walk_packages(prep.tui.screens.__path__, prep.tui.screens.__name__ + "."):
        import_module(module.name)
    found, waiting = [], [Page]
    while waiting:
        waiting += (screen := waiting.pop()).__subclasses__()
        found += [screen] if screen.__module__.startswith("prep.") and "HERE" in vars(screen) else []
    return found


COMMANDS_OF = [*EVERYWHERE, *(command for screen in screens() for command in screen.HERE)]


@pytest.mark.parametrize("command", COMMANDS_OF, ids=lambda command: f"{command.keys[0]}-{command.action}")
def test_the_look_has_every_key(command: Command) -> None:
    """Each key of each screen stands in section 10; arrows stand in pairs, digits from and to."""
    text = section("look.md", 10)
    first = command.keys[0] if command.keys[0] in ("pageup", "pagedown", "shift+tab") else command.key
    digits = command.action.startswith("choose(")
    assert first in "←→↑↓" or digits or all(f"`{key}`" in text for key in (first.split()[0], first.split()[-1]))


def test_the_look_has_the_colours_of_the_themes() -> None:
    """Section 3 has the colours that the app is drawn in, dark and light."""
    shown = set(re.findall(r"`(#[0-9a-f]{6})`", section("look.md", 3)))
    drawn = {
        colour
        for theme in (DARK, LIGHT)
        for colour in (theme.primary, theme.secondary, theme.warning, theme.error, theme.success, theme.accent,
                       theme.foreground, theme.background, theme.panel, theme.variables["text-muted"],
                       theme.variables["border"])
    }  # fmt: skip
    assert shown == drawn
