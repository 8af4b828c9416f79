"""Every screen survives every size, and comes back when the terminal grows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.events import Key

from prep.core.card import DemoCall
from tests.tui.fake_host import FakeHost, score_std
from tests.tui.pressing import press, settled
from tests.tui.running import Opener

CALL = DemoCall("attention.score-std", (), "", 0)
CHOICE = DemoCall("attention.softmax-saturation", (), "", 0)
SCREENS: dict[str, tuple[tuple[Any, ...], tuple[str, ...]]] = {
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
        await settled(it)
        await press(it, *keys)
        before, focused = it.frame, it.app.focused
        for size in [(72, 24), (45, 30), (40, 12), (36, 10), (20, 5), (1, 1), (300, 100), (80, 24)]:
            await it.pilot.resize_terminal(*size)
            await it.pilot.pause(0.05)
            assert all(len(row) <= size[0] for row in it.rows)
        await settled(it)
        assert it.frame == before
        assert it.app.focused is focused


BURST = ("2", "enter", "down", "t", "tab", "x", "space", "r", "f5", "n", "g", "e", "right", "f1", "escape", "escape")


@pytest.mark.parametrize("name", SCREENS)
async def test_keys_typed_ahead_break_nothing(opened: Opener, home: Path, name: str) -> None:
    """A burst that comes before the page is drawn may be dropped, but never ends the app."""
    place, _ = SCREENS[name]
    async with opened() as it:
        it.app.host = FakeHost(score_std())
        it.app.run_editor = lambda words: None
        it.app.open(*place)
        for key in BURST:
            it.app.post_message(Key(key, key if len(key) == 1 else None))
        await it.pilot.pause(0.3)
        assert it.app.failure is None
        assert it.app.is_running


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12)], ids=["80x24", "60x20", "40x12"])
async def test_no_point_is_judged_unseen(opened: Opener, size: tuple[int, int]) -> None:
    """A long fold has pushed the list away: the next tick, and one taken back, bring its point into view again."""
    async with opened(size) as it:
        await press(it, "enter", "space", "m", "m")
        assert not any("▌" in row for row in it.rows)
        for key in ("y", "n", "u"):
            await press(it, key)
            assert any("▌ ?" in row for row in it.rows), key
            assert it.review.folds.open is not None
            await press(it, "end")
