"""Whole screens, character by character, at the three sizes (LOOK §2)."""

from __future__ import annotations

import pytest

from tests.clock import HandClock
from tests.tui.running import Opener, Same

SIZES = [(80, 24), (60, 20), (120, 40)]
at_every_size = pytest.mark.parametrize("size", SIZES, ids=["80x24", "60x20", "120x40"])


@at_every_size
async def test_home(opened: Opener, same: Same, size: tuple[int, int]) -> None:
    """Home shows what waits, and nothing for what has no numbers yet."""
    async with opened(size) as it:
        same(it, "home")


@at_every_size
async def test_question_from_front_to_rating(opened: Opener, same: Same, size: tuple[int, int]) -> None:
    """Front, reveal, walk and suggestion of a question; the heading stays where it is."""
    async with opened(size) as it:
        await it.press("enter")
        same(it, "question-front")
        await it.press("space")
        same(it, "question-reveal")
        await it.press("y", "y")
        same(it, "question-walk")
        await it.press("y", "n")
        same(it, "question-rate")
        await it.press("m", "m")
        same(it, "question-fold")


@at_every_size
async def test_follow_up_and_summary(opened: Opener, same: Same, size: tuple[int, int]) -> None:
    """After the last card comes the summary; the next day a follow-up hangs on its question."""
    async with opened(size) as it:
        it.clock.forward(seconds=20)
        await it.press("enter")
        it.clock.forward(seconds=34)
        await it.press("space", "y", "y", "n", "y", "4", "space", "y", "space")
        same(it, "summary")
        it.clock.forward(days=1)
        await it.press("enter", "enter")
        same(it, "followup-front")
        await it.press("space")
        same(it, "followup-reveal")


@at_every_size
async def test_red_flag(opened: Opener, same: Same, size: tuple[int, int]) -> None:
    """A red flag comes the day after its question: front, chosen, back."""
    clock = HandClock()
    async with opened(size, clock=clock) as it:
        await it.press("enter", *["space", "4"] * 2)
        clock.forward(days=1)
        await it.press("enter", "enter", "space", "4")  # the follow-up
        same(it, "redflag-front")
        await it.press("f")
        same(it, "redflag-chosen")
        await it.press("space", "y", "y")
        same(it, "redflag-back")


@at_every_size
async def test_keys_and_card_actions(opened: Opener, same: Same, size: tuple[int, int]) -> None:
    """`?` lists the keys of the screen below; `x` puts the card actions into the desk."""
    async with opened(size) as it:
        await it.press("enter", "x")
        same(it, "card-actions")
        await it.press("escape", "question_mark")
        same(it, "keys")


async def test_ascii(opened: Opener, same: Same) -> None:
    """With `ascii = true` the chrome is drawn with plain characters, one for one."""
    async with opened(ascii=True) as it:
        same(it, "ascii-home")
        await it.press("enter", "space", "y", "n", "y", "y", "m")
        same(it, "ascii-review")


async def test_too_small(opened: Opener, same: Same) -> None:
    """Under 40x12 one line says so; the app comes back by itself when the terminal grows."""
    async with opened() as it:
        await it.press("enter")
        await it.pilot.resize_terminal(36, 10)
        await it.settle()
        same(it, "too-small")
        await it.pilot.resize_terminal(80, 24)
        await it.settle()
        same(it, "question-front")


@pytest.mark.parametrize("size", SIZES[1:], ids=["60x20", "120x40"])
async def test_resized(opened: Opener, same: Same, size: tuple[int, int]) -> None:
    """A terminal that changes its size shows what it would have shown at that size from the start."""
    async with opened((80, 24)) as it:
        await it.pilot.resize_terminal(*size)
        await it.settle()
        same(it, "home")
        await it.press("enter")
        same(it, "question-front")
        await it.pilot.resize_terminal(80, 24)
        await it.settle()
        same(it, "question-front")


async def test_smallest(opened: Opener, same: Same) -> None:
    """40x12 is usable: every key is there, the card scrolls."""
    async with opened((40, 12)) as it:
        same(it, "home")
        await it.press("enter", "space")
        same(it, "question-reveal")
