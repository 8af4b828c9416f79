"""Statistics, calibration and the fit on screens."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from prep.core.calibration import Calibration
from prep.core.event import Event, EventKind, Rating
from prep.core.memory import DEFAULT
from prep.session.library.library import Library
from prep.session.statistics.statistics import calibration
from prep.tui.screens.home import HomeScreen
from prep.tui.screens.statistics import calibration as calibration_screen
from prep.tui.screens.statistics.fit import FitScreen
from prep.tui.screens.statistics.stats import StatsScreen
from prep.tui.screens.topic import TopicScreen
from tests.clock import NOON
from tests.tui.pressing import press, settled
from tests.tui.running import Opened, Opener, Same

SIZES = [(80, 24), (60, 20), (120, 40)]
TODAY = NOON.ms // 86_400_000


def forgetful(cards: int = 100) -> Iterator[Event]:
    """Eight answers a card over four months by someone who forgets much sooner than most."""
    rng = random.Random(3)
    for card in range(cards):
        day = TODAY - 120 + rng.randrange(40)
        for number in range(8):
            rating = Rating.GOOD if number == 0 or rng.random() < 0.55 else Rating.AGAIN
            at, name = day * 86_400_000 + 43_200_000 + 1_000 * card + number, f"{card}-{number}"
            body = {"reps": number, **({"recall": 0.9, "retention": 0.9} if number else {})}
            # fmt: off
            yield Event(name, name, "other", at, at, 0, day, EventKind.RATED, f"attention/{card}", None, rating, 20_000,
                        day + 5, None, body)
            # fmt: on
            day = min(TODAY - 1, day + rng.randrange(3, 12))


async def with_answers(it: Opened) -> None:
    """Merge them in."""
    it.library.store.merge(forgetful())


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "60x20", "120x40"])
async def test_a_year_in_numbers(opened: Opener, same: Same, size: tuple[int, int]) -> None:
    """Heatmap, retention, time, streak, what comes; calibration behind `c`."""
    async with opened(size) as it:
        await with_answers(it)
        await press(it, "s")
        same(it, "stats")
        await press(it, "c")
        same(it, "calibration")


@pytest.mark.parametrize("size", [*SIZES, (40, 12), (200, 50)])
async def test_no_row_leaves_the_page(opened: Opener, size: tuple[int, int]) -> None:
    """All three screens at every size, in ASCII."""
    async with opened(size, ascii=True) as it:
        await with_answers(it)
        for keys in (("s",), ("c",), ("escape", "o")):
            await press(it, *keys)
            assert {char for char in it.frame if not char.isascii()} <= set("±")
            assert all(len(row) <= size[0] for row in it.rows)


async def test_m_shows_minutes_and_answers_in_turn(opened: Opener) -> None:
    """The key says what it will show."""
    async with opened() as it:
        await with_answers(it)
        await press(it, "s")
        assert "ANSWERS A DAY" in it.frame and "m minutes" in it.keys
        await press(it, "m")
        assert "MINUTES A DAY" in it.frame and "m answers" in it.keys


async def test_a_day_without_answers_says_so(opened: Opener) -> None:
    """Keys that would do nothing are not shown; `s` and `esc` lead back."""
    async with opened() as it:
        await press(it, "s")
        assert "No answer in the last year yet" in it.frame
        assert "m minutes" not in it.keys and "tab" not in it.keys
        await press(it, "s")
        assert isinstance(it.app.screen, HomeScreen)


async def test_numbers_follow_what_happened_meanwhile(opened: Opener) -> None:
    """Back from the fit they are read again."""
    async with opened() as it:
        await press(it, "s", "o")
        await with_answers(it)
        await press(it, "escape")
        assert isinstance(it.app.screen, StatsScreen) and "800 answers" in it.frame


async def test_the_weakest_topic_leads_to_its_page(opened: Opener) -> None:
    """By tab and enter, and by a click."""
    async with opened((80, 40)) as it:
        await press(it, "enter", "space", "4", "escape", "s", "tab")
        assert "enter read" in it.keys
        await press(it, "enter")
        assert isinstance(it.app.screen, TopicScreen)


async def test_a_fit_is_shown_before_it_is_stored(opened: Opener) -> None:
    """Scores before and after, nothing in the log; enter stores, `u` takes it back."""
    async with opened() as it:
        await with_answers(it)
        await press(it, "s", "o")
        library, screen = it.library, it.app.screen
        assert isinstance(screen, FitScreen)
        assert "log-loss" in it.frame and "better by" in it.frame and "enter store" in it.keys
        assert library.store.model.parameters == DEFAULT
        await press(it, "enter")
        assert "Stored. No due date moved." in it.frame and "enter" not in it.keys
        assert screen.seen is not None
        assert library.store.model.parameters == screen.seen.fit.parameters
        await press(it, "u")
        assert library.store.model.parameters == DEFAULT
        assert isinstance(it.app.screen, StatsScreen) and it.keys == "undone: new parameters"


async def test_a_fit_is_made_anew_when_the_day_turns(opened: Opener) -> None:
    """What it says of dues holds for its day: left open over night it is fitted again, and that can be stored."""
    async with opened() as it:
        await with_answers(it)
        await press(it, "s", "o")
        assert isinstance(it.app.screen, FitScreen) and it.app.screen.seen is not None
        yesterday = it.app.screen.seen.day
        it.clock.forward(days=1)
        it.app.look_at_day()
        await settled(it)
        assert it.app.screen.seen.day == yesterday + 1
        await press(it, "enter")
        assert "Stored. No due date moved." in it.frame


async def test_why_there_is_nothing_to_store(opened: Opener) -> None:
    """One plain sentence, and no key that stores."""
    async with opened() as it:
        await press(it, "s", "o")
        assert "there is nothing to learn from" in it.frame and "stay as they are" in it.frame
        assert "enter" not in it.keys and "r store" not in it.keys


async def test_leaving_calibration_ends_its_thread(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread that reads a million answers would hold the app open."""
    wanted: list[Callable[[], bool]] = []

    def noted(library: Library, want: Callable[[], bool]) -> Calibration:
        wanted.append(want)
        return calibration(library, want)

    monkeypatch.setattr(calibration_screen, "calibration", noted)
    async with opened() as it:
        await press(it, "s", "c")
        assert wanted[0]()
        await press(it, "escape")
        assert not wanted[0]()


async def test_leaving_stops_the_child(opened: Opener) -> None:
    """`esc` while it works leads back, and nothing comes later."""
    async with opened() as it:
        await with_answers(it)
        await press(it, "s")
        await it.pilot.press("o")
        assert "fitting to your answers" in it.frame
        await press(it, "escape")
        assert isinstance(it.app.screen, StatsScreen)
