"""Everything can be reached by mouse: cells, folds, marks, rows and keys."""

from __future__ import annotations

from tests.clock import HandClock
from tests.tui.running import Opener
from tests.tui.test_review_keys import history


async def test_a_review_by_mouse(opened: Opener) -> None:
    """Start, reveal, marks, fold, rating: each by a click on its word."""
    async with opened() as it:
        await it.click("start")
        await it.click("reveal")
        await it.click("said it")
        await it.click("missed")
        assert "✗  softmax sees" in it.frame
        await it.click("code")
        assert "▾ code" in it.frame
        await it.click("keys")
        await it.click("back")
        await it.click("2 Hard")
        assert history(it.app.library) == [2]


async def test_a_red_flag_by_mouse(opened: Opener) -> None:
    """The two cells choose."""
    clock = HandClock()
    async with opened(clock=clock) as it:
        await it.press("enter", *["space", "4"] * 2)
        clock.forward(days=1)
        await it.press("enter", "enter", "space", "4")  # the follow-up
        await it.click("Let it stand")
        assert "▸ s Let it stand" in it.frame
        await it.click("Flag it")
        assert "▸ f Flag it" in it.frame


async def test_hover_underlines_what_a_click_would_press(opened: Opener) -> None:
    """Only the run under the mouse."""
    async with opened() as it:
        await it.pilot.hover(offset=(9, 23))
        await it.settle()
        strip = it.app.screen._compositor.render_strips()[23]
        under = "".join(segment.text for segment in strip if segment.style and segment.style.underline)
        assert under == "enter start"
