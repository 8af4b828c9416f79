"""When an app has finished with what it was told: its event loop has nothing left to do."""

from __future__ import annotations

import asyncio
from typing import Any

ROUNDS = 3
"""So many times in a row the loop is found empty: a message that arrives may wake another queue's reader."""
SOON_SECONDS = 0.018
"""What is due within one of Textual's frames (1/60 s) is waited for: a changed layout is drawn then."""
FRAMES = 4
"""So many frames at the most: a spinner never stands still."""


async def still(*_seconds: float) -> None:
    """Until nothing is ready to run or due at once; later timers, and threads, may still come.

    Textual's own `wait_for_idle` sleeps for at least 20 ms, several times a key, and watches the processor's clock.
    """
    loop: Any = asyncio.get_running_loop()
    for _frame in range(FRAMES):
        await _empty(loop)
        due = [handle.when() for handle in loop._scheduled if not handle.cancelled()]
        if not due or min(due) - loop.time() > SOON_SECONDS:
            return
        await asyncio.sleep(max(0.0, min(due) - loop.time()))


async def _empty(loop: Any) -> None:
    quiet = 0
    while quiet < ROUNDS:
        await asyncio.sleep(0)
        quiet = 0 if loop._ready else quiet + 1
