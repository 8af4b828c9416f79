"""Keys as a person presses them: each when the app has finished with the one before."""

from __future__ import annotations

from tests.tui.running import Opened


async def press(it: Opened, *keys: str) -> None:
    """Press them one after the other, and let everything settle."""
    for key in keys:
        await it.pilot.press(key)
    await settled(it)


async def settled(it: Opened) -> None:
    """Until no worker is at work; a page that has just been opened may start one when it is drawn."""
    await it.pilot.pause()
    while any(not worker.is_finished for worker in it.app.workers):
        await it.app.workers.wait_for_complete()
        await it.pilot.pause()
    await it.pilot.pause()  # what was to be done after the refresh
