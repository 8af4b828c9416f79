"""What prep adds to a demo: each of them run in the warm child, from request to result, against its bare script.

The script is the one that `prep demo NAME --script` prints, timed without its imports, at the same niceness. Both take
one thread and come in turn; of each the fastest run counts, for all else that a machine does only adds. The bound is
1.25 for the worst demo. A script of less than a tenth of a second counts as one: a quarter of 2 ms is less than any
message between two processes takes. What prep adds to these is told in milliseconds.
"""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measure import count, verdict

from prep.demos import catalog
from prep.demos.host import Host
from prep.demos.script import script
from prep.demos.sync import collect, complete

BOUND = 1.25
LEAST_SECONDS = 0.1
PAUSE_SECONDS = 0.1
"""Between two runs, as long as a person takes at least: the child makes its next fork ready."""
BARE = '''
import os, sys, time, torch
torch.set_num_threads(1)
torch.randn(8, 8).double().softmax(-1); torch.randn(8, 8) @ torch.randn(8, 8)      # as the child warms itself
os.nice(5)                                                                           # as the child is
text = open(sys.argv[1], encoding="utf-8").read().replace('if __name__ == "__main__":', "def run():")
bare = sys.modules["bare"] = type(sys)("bare")                                       # where dataclasses look
exec(compile(text, sys.argv[1], "exec"), vars(bare))
began = time.perf_counter()
bare.run()
print(time.perf_counter() - began, file=sys.stderr)
'''


def bare(name: str, folder: Path) -> float:
    """Seconds of the script's loop, printing included."""
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


async def measure(names: tuple[str, ...], rounds: int) -> dict[str, tuple[float, float]]:
    """Fastest seconds of each demo: prep's, and the script's."""
    host = Host()
    await host.warm()
    await asyncio.sleep(10)                                # lessons are learnt ahead while nothing runs
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    with tempfile.TemporaryDirectory(prefix="prep-cost-") as folder:
        for _ in range(rounds):
            for name in names:
                times[name].append((await hosted(host, name), bare(name, Path(folder))))
    await host.close()
    return {name: (min(ours for ours, _ in pairs), min(theirs for _, theirs in pairs))
            for name, pairs in times.items()}


def main() -> int:
    """n runs of each demo, in turn with its script; of those that are named, or of all."""
    rounds, names = count(2), tuple(sys.argv[2:]) or catalog.names()
    times = asyncio.run(measure(names, rounds))
    ratios = {name: ours / max(theirs, LEAST_SECONDS) for name, (ours, theirs) in times.items()}
    for name, (ours, theirs) in times.items():
        print(f"{name:34} {1000 * ours:7.1f} ms  script {1000 * theirs:7.1f} ms  {ratios[name]:.2f}", file=sys.stderr)
    worst = max(ratios, key=lambda name: ratios[name])
    short = [ours - theirs for ours, theirs in times.values() if theirs < LEAST_SECONDS]
    return verdict("demo-cost", ratios[worst], BOUND, rounds, demos=len(names), worst=worst,
                   mean=round(statistics.fmean(ratios.values()), 3),
                   short_adds_milliseconds=round(1000 * max(short, default=0.0), 1))


if __name__ == "__main__":
    sys.exit(main())
