"""The palette: it does what was typed, once, and nothing that nobody asked for."""

from __future__ import annotations

from textual.command import CommandPalette

from prep.tui.screens.home import HomeScreen
from prep.tui.screens.topic import TopicScreen
from tests.tui.running import Opener
from tests.tui.test_review_keys import history
from tests.tui.test_typed_ahead import type_ahead


async def test_enter_waits_for_the_search_of_what_was_typed(opened: Opener) -> None:
    """All typed before anything is found: what runs is the row of the whole word, not the first of them all."""
    async with opened() as it:
        await it.press("enter")
        type_ahead(it, "p", *"hint", "enter")
        await it.settle()
        assert "HINT" in it.frame and not isinstance(it.app.screen, CommandPalette)
        assert history(it.app.library) == []


async def test_enter_twice_acts_once(opened: Opener) -> None:
    """Two answers, "undo" and two `enter`: one answer is taken back."""
    async with opened() as it:
        await it.press("enter", "space", "3", "space", "4")
        type_ahead(it, "p", *"undo", "enter", "enter")
        await it.settle()
        assert history(it.app.library) == [3]


async def test_no_rating_is_in_the_palette(opened: Opener) -> None:
    """To rate takes a key or a click on what one sees; a row that was found for other letters must not do it."""
    async with opened() as it:
        await it.press("enter", "space")
        assert it.review.commands()
        titles = {command.title for command in it.app.get_system_commands(it.review)}
        assert "undo" in titles
        assert not titles & {"Again", "Hard", "Good", "Easy"} and not any("·" in title for title in titles)


async def test_topics_and_cards_are_found_by_name(opened: Opener) -> None:
    """A topic by its title, a card by its id; a command of the same letters comes first."""
    async with opened() as it:
        type_ahead(it, "p", *"scores", "space", *"are", "enter")
        await it.settle()
        assert isinstance(it.app.screen, TopicScreen)
        await it.press("escape")
        type_ahead(it, "p", *"robust", "enter")
        await it.settle()
        assert "robust" in it.rows[0] and "MUST SAY" in it.frame
        await it.press("escape")
        type_ahead(it, "p", *"stats", "enter")
        await it.settle()
        assert it.rows[0].startswith("  prep  stats")


async def test_what_is_not_found_runs_nothing(opened: Opener) -> None:
    """The palette stays, for what is typed next."""
    async with opened() as it:
        await it.press("p")
        type_ahead(it, *"qqq", "enter")
        await it.settle()
        assert isinstance(it.app.screen, CommandPalette)
        await it.press("escape")
        assert isinstance(it.app.screen, HomeScreen)


async def test_arrows_typed_ahead_move_in_what_was_searched(opened: Opener) -> None:
    """There and back again it is the first row that runs; and the keys after it meet the screen that it opened."""
    async with opened() as it:
        type_ahead(it, "p", *"demo", "down", "up", "pagedown", "pageup", "enter", "escape", "s")
        await it.settle()
        assert it.rows[0].startswith("  prep  stats")


async def test_the_choice_of_colours_is_the_same_palette(opened: Opener) -> None:
    """A page key typed ahead found rows that had gone, and ended the app."""
    async with opened() as it:
        type_ahead(it, "p", *"theme", "enter", "pageup", "pagedown", "enter", "enter")
        await it.settle()
        assert it.app.is_running and it.app.failure is None
