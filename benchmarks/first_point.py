"""A demo's first point: from the request to the first point in the app's process, the child being warm.

The bound is 150 ms; the ratio is the median over it.
"""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import sys
import time

from measure import count, verdict

from prep.demos import catalog
from prep.demos.host import Host
from prep.demos.message import Point

BOUND_SECONDS = 0.150


async def first_point(host: Host, name: str) -> float:
    """Seconds until the first point of a run with the defaults."""
    began = time.perf_counter()
    async with contextlib.aclosing(host.run(name, {})) as messages:
        async for message in messages:
            if isinstance(message, Point):
                return time.perf_counter() - began
    raise SystemExit(f"{name} sent no point")


async def measure(rounds: int) -> list[float]:
    """Every demo of the attention topic, n times."""
    host = Host()
    await host.warm()
    try:
        names = [name for name in catalog.names() if name in ("attention.score-std", "attention.softmax-saturation")]
        return [await first_point(host, name) for _ in range(rounds) for name in names]
    finally:
        await host.close()


def main() -> int:
    """n runs of each demo."""
    rounds = count(15)
    median = statistics.median(asyncio.run(measure(rounds)))
    return verdict("first-point", median / BOUND_SECONDS, 1.0, rounds, milliseconds=round(1000 * median, 1))


if __name__ == "__main__":
    sys.exit(main())
