"""The library: topics as a map, cards in lists, a search as it is typed, actions on what is marked."""

from __future__ import annotations

from pathlib import Path

import pytest

from prep.session.library.library import Library
from tests.tui.pressing import press
from tests.tui.running import Opened, Opener, Same
from tests.tui.test_focus_screen import OTHER

SIZES = pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)], ids=["80x24", "60x20", "120x40"])


@pytest.fixture(autouse=True)
def two_topics(home: Path) -> None:
    """A second topic, in an area of its own."""
    (home / "decks" / "systems").mkdir()
    (home / "decks" / "systems" / "other.md").write_text(OTHER, "utf-8")


async def type_in(it: Opened, text: str) -> None:
    """Type, and wait for what is found."""
    await press(it, *("space" if letter == " " else "colon" if letter == ":" else letter for letter in text))


def library(it: Opened) -> Library:
    """The app's."""
    assert it.app.library is not None
    return it.app.library


@SIZES
async def test_the_map(opened: Opener, same: Same, size: tuple[int, int]) -> None:
    """Areas with their topics, how often each is asked, how far it is learnt; the topic at the cursor told whole."""
    async with opened(size) as it:
        await press(it, "enter", "space", "4", "escape", "b", "down")
        same(it, "library-map")


@SIZES
async def test_the_cards_of_a_topic(opened: Opener, same: Same, size: tuple[int, int]) -> None:
    """Kind, cue, when each comes and what is remembered of it now; one is marked."""
    async with opened(size) as it:
        await press(it, "enter", "space", "4", "escape", "b", "enter", "space")
        same(it, "library-cards")


@SIZES
async def test_a_search(opened: Opener, same: Same, size: tuple[int, int]) -> None:
    """As it is typed, with what was found lit up."""
    async with opened(size) as it:
        await press(it, "slash")
        await type_in(it, "is:new so")
        same(it, "library-search")


async def test_an_action_on_marked_cards_is_one_undo(opened: Opener) -> None:
    """Two are suspended, one `u` frees both; `b` is bury there, and not the key that leads back."""
    async with opened() as it:
        await press(it, "b", "enter", "v", "x")
        cards = [card.full_id for card in library(it).deck.topics[0].cards]
        assert f"{len(cards)} cards, one undo" in it.frame
        await press(it, "s")
        assert all(library(it).store.state(card).suspended for card in cards) and it.frame.count("held") == len(cards)
        await press(it, "u")
        assert not any(library(it).store.state(card).suspended for card in cards)


async def test_cards_are_practised_now_and_the_log_says_so(opened: Opener) -> None:
    """The marked ones alone, due or not; afterwards the list stands as it was left."""
    async with opened() as it:
        await press(it, "slash")
        await type_in(it, "else")
        await press(it, "enter", "r", "space", "3")
        (event,) = [e for e in library(it).store.events("systems/other/else") if e.rating]
        assert event.body["mode"] == "practice"
        await press(it, "escape")
        assert "library › search" in it.frame


async def test_nothing_found_offers_what_would_be(opened: Opener) -> None:
    """`enter` takes the filter out that is too much."""
    async with opened() as it:
        await press(it, "slash")
        await type_in(it, "topic:other is:suspended")
        assert "No card has all of this." in it.frame and "without is:suspended" in it.frame
        await press(it, "enter", "enter")
        assert "1 of" in it.rows[0] and "What else?" in it.frame


async def test_tab_takes_the_filter_that_was_meant(opened: Opener) -> None:
    """And completes the ids of topics."""
    async with opened() as it:
        await press(it, "slash")
        await type_in(it, "topc:sys")
        assert "topc: is no filter. Did you mean topic:?" in it.frame
        await press(it, "tab")
        assert "topic:sys" in it.frame and "What else?" in it.frame
        await press(it, "tab")
        assert "topic:systems/other" in it.frame


async def test_a_card_is_looked_at_without_counting_anything(opened: Opener) -> None:
    """All it says, and its history."""
    async with opened() as it:
        logged = library(it).store.logged()
        await press(it, "b", "enter", "enter")
        assert "HISTORY" in it.frame or "MUST SAY" in it.frame
        await press(it, "escape", "escape", "escape")
        assert library(it).store.logged() == logged


async def test_letters_of_a_query_are_no_commands(opened: Opener) -> None:
    """`b`, `u`, `x`, `q`, `?` and `/` are typed."""
    async with opened() as it:
        await press(it, "slash")
        await press(it, *"buxq", "question_mark", "slash")
        assert "buxq?/" in it.frame


async def test_a_deck_that_goes_while_its_card_is_seen(opened: Opener, home: Path) -> None:
    """The page says so; nothing breaks."""
    async with opened() as it:
        await press(it, "slash")
        await type_in(it, "else")
        await press(it, "enter", "enter")
        (home / "decks" / "systems" / "other.md").unlink()
        library(it).reload()
        it.app.screen.decks_changed()  # type: ignore[attr-defined]
        await it.settle()
        assert "no deck has this card any more" in it.frame
        await press(it, "escape")
        assert "0 of" in it.rows[0]
