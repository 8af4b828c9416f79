"""A demo's first sign of life, the child being warm: from the request to its page, and to its first point.

Its page (parameters, axes, what is counted) within 100 ms for every demo, the worst counts; the first point of the two
demos of the attention topic, whose own computation takes a few milliseconds, within 150 ms. The ratio is the worse of
the two medians over their bounds.
"""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import sys
import time

from measure import count, verdict

from prep.demos.catalog import catalog
from prep.demos.declaration.message import Point
from prep.demos.running.host import Host
from prep.demos.spec import Sheet

PAGE_SECONDS, POINT_SECONDS = 0.100, 0.150
QUICK = ("attention.score-std", "attention.softmax-saturation")
PAUSE_SECONDS = 0.1
"""Before each, as long as a person takes at least: the child makes its next fork ready."""


async def first(host: Host, name: str, kind: type[Sheet] | type[Point]) -> float:
    """Seconds until the first message of this kind, of a run with the defaults."""
    await asyncio.sleep(PAUSE_SECONDS)
    began = time.perf_counter()
    async with contextlib.aclosing(host.run(name, {})) as messages:
        async for message in messages:
            if isinstance(message, kind):
                return time.perf_counter() - began
    raise SystemExit(f"{name} sent none")


async def measure(rounds: int) -> tuple[dict[str, float], float]:
    """Median seconds to each demo's page, and to the first point of the quick ones."""
    host = Host()
    await host.warm()
    await asyncio.sleep(10)  # lessons are learnt ahead while nothing runs
    try:
        pages = {
            name: statistics.median([await first(host, name, Sheet) for _ in range(rounds)]) for name in catalog.names()
        }
        points = [await first(host, name, Point) for _ in range(rounds) for name in QUICK]
    finally:
        await host.close()
    return pages, statistics.median(points)


def main() -> int:
    """n runs of each demo."""
    rounds = count(5)
    pages, point = asyncio.run(measure(rounds))
    slowest = max(pages, key=lambda name: pages[name])
    ratio = max(pages[slowest] / PAGE_SECONDS, point / POINT_SECONDS)
    return verdict(
        "first-point",
        ratio,
        1.0,
        rounds,
        page_milliseconds=round(1000 * pages[slowest], 1),
        slowest=slowest,
        point_milliseconds=round(1000 * point, 1),
    )


if __name__ == "__main__":
    sys.exit(main())
