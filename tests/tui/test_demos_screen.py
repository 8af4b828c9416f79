"""The list of demos: shipped ones, one's own, and what is wrong with one's own files."""

from __future__ import annotations

from pathlib import Path

import pytest

from prep.demos.catalog import catalog
from prep.tui.screens.demo import DemoScreen
from tests.tui.demo_page import OWN
from tests.tui.pressing import press
from tests.tui.running import Opener


async def test_shipped_demos_are_listed_and_opened(opened: Opener) -> None:
    """Enter opens the one at the cursor with its own parameters; `esc` comes back to the list."""
    async with opened() as it:
        await press(it, "d")
        assert "How wide are raw attention scores?" in it.frame
        assert f"{len(catalog.names())} demos" in it.rows[0]
        await press(it, "down", "enter")
        assert isinstance(it.app.screen, DemoScreen)
        assert it.app.screen.experiment.call.name == catalog.names()[1]
        await press(it, "escape")
        assert it.rows[0].startswith("  prep  demos")


@pytest.mark.slow
async def test_ones_own_demos_and_broken_files(opened: Opener, home: Path) -> None:
    """A child describes them; a broken file is told, and hides nothing else."""
    (home / "demos").mkdir()
    (home / "demos" / "sizes.py").write_text(OWN, "utf-8")
    torn = OWN.replace("mine.sizes", "mine.torn").replace('Column("n", "n")', 'Column("n", "mean")')
    (home / "demos" / "torn.py").write_text(torn, "utf-8")
    (home / "demos" / "broken.py").write_text("def half(:\n", "utf-8")
    async with opened((80, 50)) as it:
        await press(it, "d")
        assert "YOURS" in it.frame
        assert "Which is larger?" in it.frame
        assert "broken.py" in it.frame
        assert "its table shows a series 'mean'; it declares n" in " ".join(it.frame.split())
        (home / "demos" / "broken.py").unlink()
        await press(it, "r")
        assert "broken.py" not in it.frame
        await it.click("Which is larger?")
        await it.click("Which is larger?")
        assert "demo · mine.sizes" in it.frame
