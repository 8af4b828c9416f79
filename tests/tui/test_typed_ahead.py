"""Keys that come faster than screens: nothing is lost, nothing breaks."""

from __future__ import annotations

import random
from typing import Any

import pytest
from textual.events import Key

from prep.config import Config
from prep.core.card import DemoCall
from prep.paths import Paths
from prep.session.review.snapshot import ReviewStage
from prep.store.doctor import examine
from prep.tui import door
from prep.tui.app import PrepApp
from prep.tui.screens.home import HomeScreen
from tests.clock import HandClock
from tests.tui.running import Opened, Opener
from tests.tui.stillness import still
from tests.tui.test_review_keys import history

ANY = (
    "enter space y n 1 2 3 4 m tab up down u U x b s r escape t h f c k question_mark p a pagedown pageup d "
    "left right g left_square_bracket"
).split()
RATE_NOTHING = [key for key in ANY if key not in ("1", "2", "3", "4", "space")]


def type_ahead(it: Opened, *keys: str) -> None:
    """All of them before the app can draw once."""
    for key in keys:
        it.app.post_message(Key(key, key if len(key) == 1 else None))


async def test_a_whole_review_typed_ahead(opened: Opener) -> None:
    """Every key acts on the card that it would have met."""
    async with opened() as it:
        type_ahead(it, "enter", "space", "y", "y", "y", "y", "1", "space", "3", "space", "2")
        await it.settle()
        assert history(it.app.library) == [1, 3, 2]


async def test_a_held_space_bar_rates_nothing(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """It acts once, here as the reveal; let go and pressed again, it goes on."""
    monkeypatch.setattr("prep.tui.screens.review.screen.HELD_SECONDS", 0.1)
    async with opened() as it:
        await it.press("enter")
        for beat in range(40):
            key = Key("space", " ")
            key.time = 100 + (0.6 + 0.092 * beat if beat else 0)  # the first repeat comes late, as terminals have it
            it.app.post_message(key)
        await it.settle()
        assert history(it.app.library) == []
        assert it.review.card is not None and it.review.card.id == "why-scale"


async def test_a_rating_pressed_twice_rates_one_card(opened: Opener) -> None:
    """The second one meets a front, where no rating acts; nor does it reveal it."""
    async with opened() as it:
        await it.press("enter", "space")
        type_ahead(it, "1", "1", "1")
        await it.settle()
        assert history(it.app.library) == [1]
        assert it.review.review.stage is ReviewStage.FRONT


async def test_enter_twice_on_home_opens_one_review(opened: Opener) -> None:
    """The second one acts on the card; no second review lies under the first."""
    async with opened() as it:
        type_ahead(it, "enter", "enter", "enter")
        await it.settle()
        assert history(it.app.library) == []
        await it.press("escape")
        assert isinstance(it.app.screen, HomeScreen)


async def test_scroll_bar_stands_where_the_text_does(opened: Opener) -> None:
    """Also when the fold that needs it opens and scrolls before the bar was ever drawn."""
    async with opened() as it:
        await it.press("enter", "space")
        type_ahead(it, "m", "m")
        await it.settle()
        sheet = it.review.sheet
        assert sheet.scroll_offset.y > 0
        assert sheet.vertical_scrollbar.position == sheet.scroll_offset.y


async def test_two_escapes_leave_one_screen(opened: Opener) -> None:
    """The second one finds the screen below and does there what `esc` does there."""
    async with opened() as it:
        await it.press("enter", "question_mark")
        type_ahead(it, "escape", "escape")
        await it.settle()
        assert it.app.is_running
        assert "prep" in it.rows[0]


@pytest.mark.parametrize(("seed", "keys"), [(4, ANY), (17, ANY), (47, ANY), (5, RATE_NOTHING)])
async def test_any_keys_in_any_order(opened: Opener, seed: int, keys: list[str]) -> None:
    """A hundred random keys, with resizes and new days between them, end on a screen that is whole. What was computed
    meanwhile is what the log gives, and only 1 to 4 and space have rated."""
    rnd = random.Random(seed)
    async with opened() as it:
        it.app.run_editor = lambda words: None
        for _ in range(100):
            type_ahead(it, rnd.choice(keys))
            if rnd.random() < 0.1:
                await it.pilot.pause()
            if rnd.random() < 0.03:
                await it.pilot.resize_terminal(rnd.choice([1, 30, 40, 60, 120]), rnd.choice([1, 10, 12, 20, 40]))
            if rnd.random() < 0.03:
                it.clock.forward(days=1)
                it.app.look_at_day()
        await it.pilot.resize_terminal(80, 24)
        await it.settle()
        assert len(it.rows) == 24
        assert examine(it.library.store) == []
        assert keys is ANY or history(it.library) == []


async def test_what_is_typed_ahead_comes_into_the_field(opened: Opener) -> None:
    """The letters after `a` are the card's, though its field isn't drawn yet."""
    async with opened() as it:
        type_ahead(it, "a", *"why x", "escape")
        await it.settle()
        assert "why x" in it.frame and "esc again leaves it" in it.frame


async def test_saving_twice_adds_one_card(opened: Opener) -> None:
    """The form is left at once: the second F2 meets the screen below it."""
    async with opened() as it:
        cards = len(it.library.deck.cards)
        type_ahead(it, "a", *"why x", "tab", *"because", "f2", "f2", "escape", "escape")
        await it.settle()
        assert len(it.library.deck.cards) == cards + 1
        assert it.app.is_running and isinstance(it.app.screen, HomeScreen)


@pytest.mark.parametrize("name", ["add", "statistics.fit", "demos"])
async def test_a_screen_that_is_covered_ends_no_other(opened: Opener, name: str) -> None:
    """Told to leave while another one lies on it, it stays, and so does the other."""
    async with opened() as it:
        screen = door.opened(name, it.library)
        it.app.push_screen(screen)
        it.app.push_screen(above := door.opened("focus", it.library))
        await it.settle()
        screen.dismiss()
        await it.settle()
        assert it.app.screen is above


PLACES = [("add",), ("demo", None, DemoCall("attention.score-std", (), "", 0)), ("topic", "x"), ("statistics.fit",)]


@pytest.mark.parametrize("place", PLACES, ids=["add", "demo", "topic", "fit"])
async def test_a_screen_that_is_left_at_once_breaks_nothing(opened: Opener, place: tuple[Any, ...]) -> None:
    """Before it is drawn, again before it has gone, and with the whole app."""
    async with opened() as it:
        it.app.open(*place)
        it.app.screen.dismiss()
        await it.settle()
        assert isinstance(it.app.screen, HomeScreen)
        it.app.open(*place)
        type_ahead(it, "escape", "escape", "escape")
        await it.settle()
        assert isinstance(it.app.screen, HomeScreen)
        it.app.open(*place)
        it.app.exit()
        await it.settle()
    assert it.app.failure is None


async def test_keys_before_the_library_is_open_are_done(places: Paths) -> None:
    """The first half second of Home: statistics, back, start, reveal and a rating, in this order."""
    app = PrepApp(places, Config(), HandClock())
    async with app.run_test(size=(80, 24)) as pilot:
        it = Opened(app, pilot, HandClock())
        assert app.takes(Key("q", "q")) and not app.takes(Key("s", "s"))
        type_ahead(it, "s", "escape", "enter", "space", "3")
        while app.library is None:
            await it.settle()
        await it.settle()
        assert history(app.library) == [3]


async def test_home_can_be_left_while_decks_are_read(places: Paths) -> None:
    """A key that waits for them keeps nobody."""
    app = PrepApp(places, Config(), HandClock())
    async with app.run_test(size=(80, 24)) as pilot:
        assert app.library is None
        type_ahead(Opened(app, pilot, HandClock()), "s", "q")
        await still()
        assert app._exit
