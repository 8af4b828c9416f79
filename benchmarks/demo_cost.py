"""What prep adds to a demo: each of them run in the warm child, from request to result, against its bare script.

The script is the one that `prep demo NAME --script` prints, timed without its imports, at the same niceness. Both take
one thread and come in turn; of each the fastest run counts, for all else that a machine does only adds, and a demo
beyond the bound is run again, with its script, up to six times. The bound is 1.25 for the worst demo. A script of less
than a tenth of a second counts as one: a quarter of 2 ms is less than any message between two processes takes. What
prep adds to these is told in milliseconds.
"""

from __future__ import annotations

import asyncio
import math
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from measure import count, verdict

from prep.demos.catalog import catalog
from prep.demos.running.host import Host
from prep.demos.running.sync import collect, complete
from prep.demos.script.script import script

BOUND = 1.25
LEAST_SECONDS = 0.1
FURTHER = 6
"""Rounds for what is beyond the bound."""
PAUSE_SECONDS = 0.1
"""Between two runs, as long as a person takes at least: the child makes its next fork ready."""
BARE = """
import os, sys, time, torch
torch.set_num_threads(1)
torch.randn(8, 8).double().softmax(-1); torch.randn(8, 8) @ torch.randn(8, 8)      # as the child warms itself
os.nice(5)                                                                           # as the child is
code = compile(open(sys.argv[1], encoding="utf-8").read(), sys.argv[1], "exec")
bare = sys.modules["bare"] = type(sys)("bare")                                       # where dataclasses look
began = time.perf_counter()
exec(code, vars(bare))
print(time.perf_counter() - began, file=sys.stderr)
"""


def bare(name: str, folder: Path) -> float:
    """Seconds of the script, printing included."""
    path = folder / f"{name}.py"
    path.write_text(script(catalog.sheet(name)), encoding="utf-8")
    command = [sys.executable, "-I", "-W", "ignore", "-c", BARE, str(path)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder).stderr.split()[-1])


async def hosted(host: Host, name: str) -> float:
    """Seconds from the request to the last message, in the app's process."""
    await asyncio.sleep(PAUSE_SECONDS)
    began = time.perf_counter()
    complete(await collect(host, catalog.sheet(name)))
    return time.perf_counter() - began


@dataclass(slots=True)
class Cost:
    """Fastest seconds of a demo and of its script."""

    ours: float = math.inf
    theirs: float = math.inf

    @property
    def ratio(self) -> float:
        return self.ours / max(self.theirs, LEAST_SECONDS)


async def measure(names: tuple[str, ...], rounds: int) -> dict[str, Cost]:
    """What each demo costs."""
    host = Host()
    await host.warm()
    await asyncio.sleep(10)  # lessons are learnt ahead while nothing runs
    costs = {name: Cost() for name in names}
    with tempfile.TemporaryDirectory(prefix="prep-cost-") as folder:
        for n in range(rounds + FURTHER):
            for name, cost in costs.items():
                if n < rounds or cost.ratio > BOUND:
                    cost.ours = min(cost.ours, await hosted(host, name))
                    cost.theirs = min(cost.theirs, bare(name, Path(folder)))
    await host.close()
    return costs


def main() -> int:
    """n runs of each demo, in turn with its script; of those that are named, or of all."""
    rounds, names = count(2), tuple(sys.argv[2:]) or catalog.names()
    costs = asyncio.run(measure(names, rounds))
    for name, cost in costs.items():
        print(
            f"{name:34} {1000 * cost.ours:7.1f} ms  script {1000 * cost.theirs:7.1f} ms  {cost.ratio:.2f}",
            file=sys.stderr,
        )
    worst = max(costs, key=lambda name: costs[name].ratio)
    short = [cost.ours - cost.theirs for cost in costs.values() if cost.theirs < LEAST_SECONDS]
    return verdict(
        "demo-cost",
        costs[worst].ratio,
        BOUND,
        rounds,
        demos=len(names),
        worst=worst,
        mean=round(statistics.fmean(cost.ratio for cost in costs.values()), 3),
        short_adds_milliseconds=round(1000 * max(short, default=0.0), 1),
    )


if __name__ == "__main__":
    sys.exit(main())
