"""A running app in a test, and the clock it runs by."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from textual.pilot import Pilot

from prep.session.library.library import Library
from prep.tui.app import PrepApp
from prep.tui.screens.review import ReviewScreen
from tests.clock import HandClock


@dataclass
class Opened:
    """A running app."""

    app: PrepApp
    pilot: Pilot[None]
    clock: HandClock

    async def press(self, *keys: str) -> None:
        """Press keys and let everything settle."""
        await self.pilot.press(*keys)
        await self.settle()

    async def settle(self) -> None:
        """Until nothing is left to do."""
        await self.app.workers.wait_for_complete()
        await self.pilot.pause()
        await self.pilot.pause()

    async def click(self, text: str) -> None:
        """Click on the first place where this text stands."""
        for y, row in enumerate(self.rows):
            if (x := row.find(text)) >= 0:
                await self.pilot.click(offset=(x, y))
                await self.settle()
                return
        raise AssertionError(f"{text!r} is not on the screen:\n{self.frame}")

    @property
    def rows(self) -> list[str]:
        """The screen's rows."""
        return [strip.text.rstrip() for strip in self.app.screen._compositor.render_strips()]

    @property
    def frame(self) -> str:
        """The whole screen as plain text."""
        return "\n".join(self.rows) + "\n"

    @property
    def keys(self) -> str:
        """The key row."""
        return self.rows[-1].strip()

    @property
    def library(self) -> Library:
        """The cards and the log, once they have been read."""
        assert self.app.library
        return self.app.library

    @property
    def review(self) -> ReviewScreen:
        """The review on the screen."""
        assert isinstance(self.app.screen, ReviewScreen), self.frame
        return self.app.screen


Opener = Callable[..., AbstractAsyncContextManager[Opened]]
Same = Callable[[Opened, str], None]
