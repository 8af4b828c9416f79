"""`prep demo` from nothing: what it takes beyond `python -c "import torch"` and the run itself.

The bound is 0.3 s; the ratio is the median over it. The three are timed in turn.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time

from measure import count, home, prep, verdict

BOUND_SECONDS = 0.3
NAME = "precision.loss-scaling"
"""A tenth of a second: what it takes itself hardly matters."""


def timed(command: list[str], environment: dict[str, str]) -> tuple[float, str]:
    """Seconds of a process, and what it printed."""
    began = time.perf_counter()
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return time.perf_counter() - began, ran.stdout


def main() -> int:
    """n cold starts."""
    rounds = count(5)
    beyond = []
    with home("cold") as environment:
        alone = environment | {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
        for _ in range(rounds + 1):
            torch, _ = timed([sys.executable, "-c", "import torch"], alone)
            whole, printed = timed(prep("demo", NAME, "--json"), environment)
            beyond.append(whole - torch - json.loads(printed)["seconds"])
    median = statistics.median(beyond[1:])  # the first one fills the disk's cache
    return verdict("demo-cold", median / BOUND_SECONDS, 1.0, rounds, milliseconds=round(1000 * median))


if __name__ == "__main__":
    sys.exit(main())
