"""Every screen survives every size, and comes back when the terminal grows (FAULTS 156, 164)."""

from __future__ import annotations

from pathlib import Path

import pytest

from prep.core.card import DemoCall
from tests.tui.fake_host import FakeHost, score_std
from tests.tui.running import Opener

CALL = DemoCall("attention.score-std", (), "", 0)
CHOICE = DemoCall("attention.softmax-saturation", (), "", 0)
SCREENS = {
    "add": (("add",), ()),
    "ask": (("demo", None, CALL), ()),
    "choice": (("demo", None, CHOICE), ("1",)),
    "done": (("demo", None, CALL), ("2", "2", "enter")),
    "numbers": (("demo", None, CALL), ("2", "2", "enter", "t")),
    "demos": (("demos",), ("down",)),
    "topic": (("topic", "attention-scaling"), ("tab",)),
    "problems": (("problems",), ("down",)),
    "focus": (("focus",), ("down", "space")),
}


@pytest.mark.parametrize("name", SCREENS)
async def test_any_size_will_do(opened: Opener, home: Path, name: str) -> None:
    """Down to one cell and up again, the page is the same as before."""
    (home / "decks" / "bad.md").write_text("# Bad\n\nno preamble\n", "utf-8")
    place, keys = SCREENS[name]
    async with opened() as it:
        it.app.host = FakeHost(score_std())
        it.app.open(*place)
        await it.settle()
        await it.press(*keys)
        before, focused = it.frame, it.app.focused
        for size in [(40, 12), (36, 10), (20, 5), (1, 1), (300, 100), (80, 24)]:
            await it.pilot.resize_terminal(*size)
            await it.pilot.pause(0.12)
            assert all(len(row) <= size[0] for row in it.rows)
        await it.settle()
        assert it.frame == before
        assert it.app.focused is focused
