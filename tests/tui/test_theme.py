"""Colours: readable on paper, the same names in every theme, and never the only carrier of a meaning."""

from __future__ import annotations

import re

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from prep.config import TEXTUAL_THEMES
from prep.tui.ink import LOOKS
from prep.tui.theme import DARK, LIGHT
from tests.clock import HandClock
from tests.tui.running import Opener
from tests.tui.test_typed_ahead import type_ahead

TEXT = ("primary", "secondary", "warning", "error", "success", "accent", "foreground")


def contrast(one: str, other: str) -> float:
    """WCAG 2.1, relative luminance and contrast ratio."""

    def luminance(colour: str) -> float:
        channels = [value / 255 for value in Color.parse(colour).rgb]
        linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_text_is_readable_on_paper(theme: Theme) -> None:
    """Every role of text has at least 4.5:1 on paper (WCAG AA); suggested ratings have it on tint too."""
    assert theme.background
    assert theme.panel
    assert theme.foreground
    shades = [getattr(theme, name) for name in TEXT] + [theme.variables["text-muted"]]
    assert min(contrast(theme.background, shade) for shade in shades) >= 4.5
    assert contrast(theme.panel, theme.foreground) >= 4.5


async def test_every_theme_of_textual_works(opened: Opener) -> None:
    """The sheet names only variables that every theme has, so a person's own theme works."""
    async with opened() as it:
        await it.press("enter", "space")
        for name in BUILTIN_THEMES:
            it.app.theme = name
            await it.pilot.pause()
            assert "MUST SAY" in it.frame


async def test_every_look_has_a_style(opened: Opener) -> None:
    """A look that the sheet forgets would be plain ink without anyone noticing."""
    async with opened() as it:
        screen = it.app.screen
        plain = {"ink"}
        for look in LOOKS - plain:
            styles = screen.get_component_styles(look)
            assert styles.has_rule("color") or styles.has_rule("text_style") or styles.has_rule("background"), look


async def test_without_colours_the_suggestion_is_reversed(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR takes the second background away; reverse stands in for it, and ▸ and bold stay."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with opened() as it:
        await it.press("enter", "space", "y", "y", "y", "y")
        strip = it.app.screen._compositor.render_strips()[-2]
        reversed_text = "".join(s.text for s in strip if s.style and s.style.reverse)
        assert re.fullmatch(r"▸ 3 Good  2 days *", reversed_text)


async def test_light_is_a_setting(opened: Opener) -> None:
    """`theme = "light"` in config.toml."""
    async with opened(theme="light", clock=HandClock()) as it:
        assert it.app.current_theme.name == "prep-light"


async def test_colours_chosen_in_the_palette_are_kept(opened: Opener) -> None:
    """They are written into config.toml, under the name that the settings use; prep's own and Textual's."""
    async with opened() as it:
        type_ahead(it, "p", *"theme", "enter")
        await it.settle()
        type_ahead(it, *"prep-light", "enter")
        await it.settle()
        assert it.app.current_theme.name == "prep-light"
        assert it.app.places.config.read_text(encoding="utf-8") == 'theme = "light"\n'


def test_every_theme_of_textual_is_a_setting() -> None:
    """The settings name them without importing Textual."""
    assert set(TEXTUAL_THEMES) == set(BUILTIN_THEMES)


async def test_an_empty_no_color_asks_for_nothing(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """As no-color.org has it: present and not an empty text."""
    monkeypatch.setenv("NO_COLOR", "")
    async with opened() as it:
        assert not it.app.no_color
