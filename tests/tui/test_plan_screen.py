"""The plan's page: arrows show what would be, enter keeps it."""

from __future__ import annotations

from prep.core.plan import running
from tests.tui.pressing import press
from tests.tui.running import Opened, Opener


def minutes(it: Opened) -> list[int]:
    """Of the plans that are in the log."""
    return [plan.minutes for plan in running(it.library.store.plans(), it.library.day())]


async def test_a_plan_is_made_turned_over_and_taken_back(opened: Opener) -> None:
    """Without one the page offers one in six weeks; an arrow logs nothing; escape shows it as it was, a second one
    leaves; undo takes back step by step."""
    async with opened() as it:
        await press(it, "i")
        assert "in 42 days" in it.rows[0] and minutes(it) == []
        await press(it, "enter")
        assert minutes(it) == [20]
        await press(it, "right")
        assert "‹ minutes 25 ›" in it.frame and minutes(it) == [20]
        await press(it, "escape")
        assert "‹ minutes 20 ›" in it.frame
        await press(it, "right", "right", "enter")
        assert minutes(it) == [30]
        await press(it, "u")
        assert minutes(it) == [20] and "‹ minutes 20 ›" in it.frame
        await press(it, "down", "right")
        assert "in 43 days" in it.rows[0]
        await press(it, "escape", "escape")
        assert "interview       42 days" in it.frame


async def test_a_plan_is_ended(opened: Opener) -> None:
    """The page then offers a new one, and undo brings the old one back."""
    async with opened() as it:
        await press(it, "i", "enter", "x")
        assert minutes(it) == []
        await press(it, "u")
        assert minutes(it) == [20]
