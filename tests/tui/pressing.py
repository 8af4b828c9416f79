"""Keys as a person presses them: each when the app has finished with the one before."""

from __future__ import annotations

from tests.tui.running import Opened


async def press(it: Opened, *keys: str) -> None:
    """Press them one after the other, and let everything settle."""
    for key in keys:
        await it.pilot.press(key)
    await it.settle()
