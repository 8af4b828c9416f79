"""The app on a temporary folder with four cards, under a clock that only a test moves."""

from __future__ import annotations

import difflib
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from prep.config import Config
from prep.paths import Paths, paths
from prep.tui.app import PrepApp
from prep.tui.wanted import ReviewWanted
from tests.clock import HandClock
from tests.tui.demo_page import Demo, demo_opener
from tests.tui.running import Opened, Opener, Same
from tests.tui.stillness import still

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def keys_take_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test goes on when the app has settled, not some time later; so two presses of space are two."""
    monkeypatch.setattr("textual.pilot.wait_for_idle", still)
    monkeypatch.setattr("textual.app.wait_for_idle", still)
    monkeypatch.setattr("prep.tui.screens.review.screen.HELD_SECONDS", 0.0)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder whose own deck is the only one."""
    (tmp_path / "no starter deck").mkdir()
    shutil.copytree(HERE / "deck", tmp_path / "home" / "decks")
    monkeypatch.setenv("PREP_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def places(home: Path) -> Paths:
    """The paths of that folder."""
    return replace(paths({"PREP_HOME": str(home)}), starter=home.parent / "no starter deck")


@pytest.fixture
def opened(places: Paths) -> Opener:
    """`async with opened(size, …) as it`: the app after its library has been read."""

    @asynccontextmanager
    async def open_app(
        size: tuple[int, int] = (80, 24),
        *,
        clock: HandClock | None = None,
        wanted: ReviewWanted | None = None,
        **settings: Any,
    ) -> AsyncIterator[Opened]:
        clock = clock or HandClock()
        app = PrepApp(places, replace(Config(), **settings), clock, wanted)
        async with app.run_test(size=size) as pilot:
            it = Opened(app, pilot, clock)
            await it.settle()
            while app.library is None and app.is_running:
                await it.settle()
            yield it

    return open_app


@pytest.fixture
def demo(opened: Opener, home: Path) -> Demo:
    """`async with demo(script, …) as (it, host)`: a card's demo, asking, with a host that a test directs."""
    return demo_opener(opened, home)


@pytest.fixture
def same(request: pytest.FixtureRequest) -> Same:
    """Compare the screen with its frame in `frames/`. PREP_FRAMES=write rewrites them; CI never does."""

    def compare(it: Opened, name: str) -> None:
        width, height = it.app.size
        file = HERE / "frames" / f"{name}-{width}x{height}.txt"
        if os.environ.get("PREP_FRAMES") == "write" and not os.environ.get("CI"):
            file.write_text(it.frame, "utf-8")
        wanted = file.read_text("utf-8") if file.exists() else ""
        lines = difflib.unified_diff(wanted.splitlines(), it.frame.splitlines(), file.name, "the screen", lineterm="")
        assert it.frame == wanted, "\n" + "\n".join(lines)

    return compare
