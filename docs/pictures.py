"""Draw the README's pictures with the app itself: `python3 bootstrap.py tool python docs/pictures.py`.

The app runs without a terminal, on a new data folder, with the starter deck and a clock that stands still.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from textual.pilot import Pilot

from prep.config import Config
from prep.core.clock import Moment
from prep.paths import paths
from prep.session.experiment.experiment import DemoStage
from prep.session.library.focus import Focus
from prep.tui.app import PrepApp
from prep.tui.screens.demo import DemoScreen
from prep.tui.wanted import ReviewWanted

SIZE = (80, 24)
WALK = ("space", "y", "y", "y", "n")
"""Reveal the first card, and tick its points: the last one was missed."""
GUESS = ("d", "2", "2", "enter")
"""Open the card's demo and predict 22."""


@dataclass(frozen=True, slots=True)
class StoppedClock:
    """Noon of the day that the starter deck was made for."""

    def now(self) -> Moment:
        """The same moment, always."""
        return Moment(1_796_040_000_000, 0)

    def awake(self) -> int:
        """The same."""
        return 0


async def draw(home: Path, into: Path) -> None:
    """On the data folder `home`, walk a card and run its demo; keep a picture of each in the folder `into`."""
    wanted = ReviewWanted(Focus(topics=("attention-scaling",)))
    app = PrepApp(paths({"PREP_HOME": str(home)}), Config(), StoppedClock(), wanted)
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, *WALK)
        keep(app, into / "review.svg")
        await press(pilot, *GUESS)
        while isinstance(app.screen, DemoScreen) and app.screen.experiment.stage is not DemoStage.DONE:
            await pilot.pause(0.1)
        await pilot.pause()
        keep(app, into / "demo.svg")


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, each when the app has finished with the one before."""
    for key in ("", *keys):
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        await pilot.press(*([key] if key else []))


def keep(app: PrepApp, file: Path) -> None:
    """Write the screen as SVG, without the fonts that it would fetch from elsewhere."""
    drawing = re.sub(r"\s*@font-face \{.*?\}", "", app.export_screenshot(title="prep", simplify=True), flags=re.S)
    drawing = re.sub(r"terminal-\d+", "prep", drawing).replace("<svg ", '<svg xml:space="preserve" ', 1)
    file.write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    with TemporaryDirectory() as made:
        asyncio.run(draw(Path(made), into=Path(__file__).parent))
