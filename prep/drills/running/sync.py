"""Judging for code without an event loop: the command line and tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from prep.drills.result import Result
from prep.drills.running.judge import Attempt, Judge


def judged(attempt: Attempt, heard: Callable[[Result], None]) -> None:
    """Judge it in a process of its own; `heard` is given each result. Ctrl-C ends it too. Raises DemoError."""
    asyncio.run(_judged(attempt, heard))


async def _judged(attempt: Attempt, heard: Callable[[Result], None]) -> None:
    judge = Judge()
    try:
        async for result in judge.run(attempt):
            heard(result)
    finally:
        await judge.close()
