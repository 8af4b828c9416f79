"""Cancelling a demo that computes flat out: from the request until its process is gone.

The bound is 200 ms; the ratio is the slowest over it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from keys_under_load import DEMO
from measure import count, verdict

from prep.demos.declaration.message import Point
from prep.demos.running.host import Host

BOUND_SECONDS = 0.200


async def cancelled(host: Host) -> float:
    """Seconds from closing the run, in the middle of it, until its process no longer exists."""
    async with contextlib.aclosing(host.run("my.spin", {})) as messages:
        async for message in messages:
            if isinstance(message, Point):
                break
        assert host._process
        pid = host._process.run_pid
        await asyncio.sleep(0.1)  # it spins by now
        began = time.perf_counter()
    while exists(pid):  # noqa: ASYNC110 - only asking tells of a process that is no child of ours
        await asyncio.sleep(0.001)
    return time.perf_counter() - began


def exists(pid: int) -> bool:
    """Whether there is such a process."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def measure(rounds: int) -> list[float]:
    """Start and cancel n times."""
    with tempfile.TemporaryDirectory(prefix="prep-cancel-") as folder:
        (Path(folder) / "spin.py").write_text(DEMO, encoding="utf-8")
        host = Host(Path(folder))
        await host.warm()
        try:
            return [await cancelled(host) for _ in range(rounds)]
        finally:
            await host.close()


def main() -> int:
    """n cancelled runs."""
    rounds = count(20)
    times = asyncio.run(measure(rounds))
    figures = {"milliseconds": round(1000 * max(times)), "median": round(1000 * statistics.median(times))}
    return verdict("demo-cancel", max(times) / BOUND_SECONDS, 1.0, rounds, **figures)


if __name__ == "__main__":
    sys.exit(main())
