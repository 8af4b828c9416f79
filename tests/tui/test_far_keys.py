"""Home, end and the page keys: the same on every page that is longer than the screen."""

from __future__ import annotations

import pytest

from prep.tui.screens.listed import ListPage
from prep.tui.screens.page import Page
from tests.tui.pressing import press, settled
from tests.tui.running import Opened, Opener

SMALL = (60, 12)
"""Every page is longer than this."""


def page(it: Opened) -> Page:
    """What is on the screen."""
    assert isinstance(it.app.screen, Page)
    return it.app.screen


def scrolled(it: Opened) -> int:
    """How many rows are above the screen."""
    sheet = page(it).sheet
    assert sheet is not None
    return int(sheet.scroll_offset.y)


@pytest.mark.parametrize("key", ["f", "d"], ids=["focus", "demos"])
async def test_a_list(opened: Opener, key: str) -> None:
    """The cursor goes to its ends and a page at a time, and is seen there."""
    async with opened(SMALL) as it:
        await press(it, key)
        listed = page(it)
        assert isinstance(listed, ListPage)
        assert listed.count() > 3
        await press(it, "end")
        assert listed.cursor == listed.count() - 1
        assert any(row.startswith("  ▌") for row in it.rows)
        await press(it, "pageup")
        assert listed.cursor < listed.count() - 1
        await press(it, "home")
        assert listed.cursor == 0
        assert any(row.startswith("  ▌") for row in it.rows)
        await press(it, "pagedown")
        assert listed.cursor > 1


TEXTS = {
    "keys": ["question_mark"],
    "statistics": ["enter", "space", "3", "escape", "s"],
    "topic": ["enter", "t"],
    "review": ["enter", "space"],
}


@pytest.mark.parametrize("way", TEXTS.values(), ids=TEXTS)
async def test_a_text(opened: Opener, way: list[str]) -> None:
    """It scrolls to its ends and a page at a time."""
    async with opened(SMALL) as it:
        await press(it, *way)
        sheet = page(it).sheet
        assert sheet is not None
        assert (last := sheet.max_scroll_y) > 0
        await press(it, "home")
        assert scrolled(it) == 0
        await press(it, "end")
        assert scrolled(it) == last
        await press(it, "pageup")
        assert scrolled(it) == max(0, last - sheet.size.height + 1)
        await press(it, "home", "pagedown")
        assert scrolled(it) == min(last, sheet.size.height - 1)


async def test_keys_that_would_do_nothing_are_not_listed(opened: Opener) -> None:
    """Where everything is on the screen there is no end to go to."""
    async with opened((80, 60)) as it:
        await settled(it)
        assert not {"home", "end"} & {key for command in page(it).commands() for key in command.keys}
