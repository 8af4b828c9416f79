"""What prep adds to a demo: a run in the warm child, from request to result, against its script's own computation.

The script is the one that `prep demo NAME --script` prints, timed without its imports. Both take one thread and come
in turn; a ratio is that of the medians. The bound is 1.25 for the mean over the demos, the worst is told beside it.
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
DEMOS = ("attention.score-std", "attention.logit-control", "attention.scale-race", "softmax.online",
         "generalisation.double-descent", "init.depth")
"""A fifth of a second to three seconds each: in a shorter one the 15 to 40 ms of a fork would be all that shows."""
BARE = '''
import sys, time, torch
torch.set_num_threads(1)
torch.randn(8, 8).double().softmax(-1); torch.randn(8, 8) @ torch.randn(8, 8)      # as the child warms itself
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
    began = time.perf_counter()
    complete(await collect(host, catalog.sheet(name)))
    return time.perf_counter() - began


async def measure(rounds: int) -> dict[str, float]:
    """Ratio of each demo."""
    host = Host()
    await host.warm()
    await asyncio.sleep(5)                                 # lessons are learnt ahead while nothing runs
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in DEMOS}
    with tempfile.TemporaryDirectory(prefix="prep-cost-") as folder:
        for _ in range(rounds):
            for name in DEMOS:
                times[name].append((await hosted(host, name), bare(name, Path(folder))))
    await host.close()
    return {name: statistics.median(ours for ours, _ in pairs) / statistics.median(theirs for _, theirs in pairs)
            for name, pairs in times.items()}


def main() -> int:
    """n runs of each demo, in turn with its script."""
    rounds = count(3)
    ratios = asyncio.run(measure(rounds))
    worst = max(ratios, key=lambda name: ratios[name])
    return verdict("demo-cost", statistics.fmean(ratios.values()), BOUND, rounds,
                   worst=worst, worst_ratio=round(ratios[worst], 3))


if __name__ == "__main__":
    sys.exit(main())
