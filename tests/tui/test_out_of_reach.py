"""What a person expects a key or a click to do: `u` after a reveal, `q`, `esc` in a walk, clicks anywhere in a cell."""

from __future__ import annotations

import pytest

from prep.core.event import Rating
from prep.core.walk import PointMark
from prep.session.review.review import Review
from prep.session.review.snapshot import ReviewStage
from prep.tui.screens.demos import DemosScreen
from prep.tui.screens.home import HomeScreen
from tests.tui.running import Opened, Opener
from tests.tui.test_review_keys import history

SIZES = pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12)], ids=["80x24", "60x20", "40x12"])


def marks(it: Opened) -> tuple[PointMark, ...]:
    """Of the walk on the desk."""
    return it.review.review.walk.marks


async def click_at(it: Opened, text: str, right: int) -> None:
    """Click so many columns right of where this text begins."""
    y, x = next((y, row.find(text)) for y, row in enumerate(it.rows) if text in row)
    await it.pilot.click(offset=(x + right, y))
    await it.settle()


@SIZES
async def test_u_after_a_reveal_takes_back_the_reveal(opened: Opener, size: tuple[int, int]) -> None:
    """The card before stays rated; once more, at the front, it is that rating which goes."""
    async with opened(size) as it:
        await it.press("enter", "space", "3")
        front = it.rows[1:-1]
        await it.press("space", "y", "u", "u")
        assert it.review.review.stage is ReviewStage.FRONT and history(it.app.library) == [3]
        assert it.rows[1:-1] == front
        await it.press("u")
        assert history(it.app.library) == []


async def test_the_answer_is_seen_outside_the_clock(opened: Opener) -> None:
    """Ten seconds to the reveal, a minute with the answer, five more after it was taken back: fifteen."""
    async with opened() as it:
        await it.press("enter")
        it.clock.forward(seconds=10)
        await it.press("space")
        it.clock.forward(seconds=60)
        await it.press("u")
        it.clock.forward(seconds=5)
        await it.press("space")
        assert it.review.review.seconds == 15


@pytest.mark.parametrize("keys", [("question_mark",), ("p",), ("t",), ("a",), ("t", "question_mark")])
async def test_what_covers_the_card_stops_its_clock(opened: Opener, keys: tuple[str, ...]) -> None:
    """Ten seconds, an hour in help, palette, topic or form, five more seconds: fifteen."""
    async with opened() as it:
        await it.press("enter")
        it.clock.forward(seconds=10)
        await it.press(*keys)
        it.clock.forward(hours=1)
        await it.press(*["escape"] * len(keys))
        it.clock.forward(seconds=5)
        await it.press("space")
        assert it.review.review.seconds == 15


async def test_the_clock_stands_while_the_terminal_is_lent(opened: Opener) -> None:
    """To an editor or the shell, a minute each; one under a page that covers the card doesn't start it again."""
    async with opened() as it:
        await it.press("enter")
        for under in ((), ("t",)):
            it.clock.forward(seconds=10)
            await it.press(*under)
            it.app.app_suspend_signal.publish(it.app)
            it.clock.forward(minutes=1)
            it.app.app_resume_signal.publish(it.app)
            await it.settle()
        it.clock.forward(minutes=1)
        await it.press("escape", "space")
        assert it.review.review.seconds == 20


async def test_q_goes_back_where_nothing_is_typed(opened: Opener) -> None:
    """From a list and from a review to Home, where it quits."""
    async with opened() as it:
        await it.press("d", "q")
        assert isinstance(it.app.screen, HomeScreen)
        await it.press("enter", "space", "q")
        assert isinstance(it.app.screen, HomeScreen) and not it.app._exit
        await it.press("q")
        assert it.app._exit


async def test_q_is_a_letter_where_something_is_typed(opened: Opener) -> None:
    """In the form, in its first row too, and in the palette."""
    async with opened() as it:
        await it.press("a", "q", "shift+tab", "shift+tab", "q")
        assert "add a card" in it.rows[0]
        await it.press("escape", "escape", "p", "q")
        assert not isinstance(it.app.screen, HomeScreen)


@SIZES
async def test_esc_in_a_walk_keeps_the_ticks(opened: Opener, size: tuple[int, int]) -> None:
    """The next `enter` goes on at the point where it was left, with the clock as it stood."""
    async with opened(size) as it:
        await it.press("enter")
        it.clock.forward(seconds=10)
        await it.press("space", "y", "n", "escape")
        it.clock.forward(seconds=60)
        await it.press("enter")
        assert marks(it)[:3] == (PointMark.SAID, PointMark.MISSED, PointMark.OPEN)
        assert it.review.review.seconds == 10
        assert any("▌ ?" in row for row in it.rows)


async def test_a_card_that_was_rated_meanwhile_begins_anew(opened: Opener) -> None:
    """Ticks belong to one answer: after another one they are gone."""
    async with opened() as it:
        await it.press("enter", "space", "y", "escape")
        elsewhere = Review(it.library)
        elsewhere.reveal()
        elsewhere.rate(Rating.GOOD)
        await it.press("enter")
        assert it.review.review.stage is ReviewStage.FRONT and PointMark.SAID not in marks(it)


async def test_points_are_clicked(opened: Opener) -> None:
    """The current one was said; a judged one turns over; one that comes later waits for its turn."""
    async with opened() as it:
        await it.press("enter", "space")
        await click_at(it, "▌ ?", 6)
        assert marks(it)[:2] == (PointMark.SAID, PointMark.OPEN)
        await click_at(it, "✓", 4)
        assert marks(it)[:2] == (PointMark.MISSED, PointMark.OPEN)
        await click_at(it, "✗", 0)
        assert marks(it)[:2] == (PointMark.SAID, PointMark.OPEN)
        await click_at(it, "·  ", 4)
        assert marks(it)[:3] == (PointMark.SAID, PointMark.OPEN, PointMark.OPEN)


@SIZES
async def test_a_rating_is_clicked_anywhere_in_its_cell(opened: Opener, size: tuple[int, int]) -> None:
    """Before its number and behind its interval too."""
    async with opened(size) as it:
        await it.press("enter", "space")
        await click_at(it, "2 Hard", -1)
        assert history(it.app.library) == [2]
        await it.press("space")
        await click_at(it, "4 Easy", -2)
        assert history(it.app.library) == [2, 4]


@SIZES
async def test_fold_names_are_clicked(opened: Opener, size: tuple[int, int]) -> None:
    """The sign before a name, or the name."""
    async with opened(size) as it:
        await it.press("enter", "space", "tab")
        await click_at(it, "▸ ", 0)
        assert it.review.folds.open == 0


async def test_demo_rows_are_clicked(opened: Opener) -> None:
    """Anywhere in a row: it goes there, and once more opens it."""
    async with opened() as it:
        await it.press("d")
        await it.settle()
        await click_at(it, "attention.entropy", 2)
        assert isinstance(it.app.screen, DemosScreen)
        assert any("▌" in row and "attention.entropy" in row for row in it.rows)
        await click_at(it, "attention.entropy", -4)
        assert "demo · attention.entropy" in it.rows[0]


@pytest.mark.parametrize("size", [(60, 20), (40, 12)], ids=["60x20", "40x12"])
async def test_the_question_stands_there_once(opened: Opener, size: tuple[int, int]) -> None:
    """Pinned where it has been scrolled away, and only there; also after the terminal has become so small."""
    async with opened((80, 24)) as it:
        await it.press("enter", "space")
        await it.pilot.resize_terminal(*size)
        await it.settle()

        def times() -> int:
            return sum("Why is the attention" in row for row in it.rows)

        assert times() == 1
        for key in ("home", "down", "end", "home", "end", "pageup", "m", "escape"):
            await it.press(key)
            assert times() <= 1, key
