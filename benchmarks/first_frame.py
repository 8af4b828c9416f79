"""The first frame that shows today's counts, against an empty Textual app, both in a pseudo-terminal.

Rounds alternate, so that a noisy machine slows both; the ratio is of the medians.
"""

from __future__ import annotations

import os
import pty
import select
import signal
import statistics
import sys
import time
from collections.abc import Sequence

from measure import count, home, prep, verdict

EMPTY = "from textual.app import App\nfrom textual.widgets import Static\n" \
        "class Empty(App):\n    def compose(self):\n        yield Static('cards today')\nEmpty().run()"
SHOWN = b"cards today"
LONGEST = 30.0


def seconds_to(shown: bytes, argv: Sequence[str], environment: dict[str, str]) -> float:
    """From the start of the process until the text has reached the terminal."""
    began = time.perf_counter()
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvpe(argv[0], list(argv), {**environment, "COLUMNS": "80", "LINES": "24"})
    try:
        seen = b""
        while shown not in seen:
            if not select.select([terminal], [], [], LONGEST)[0]:
                raise SystemExit(f"nothing was shown for {LONGEST:g} s")
            seen += os.read(terminal, 65536)
        return time.perf_counter() - began
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)


def main() -> int:
    """n rounds of each, after one that warms the disk."""
    rounds = count(9)
    with home("first-frame") as environment:
        empty, app = [sys.executable, "-c", EMPTY], prep()
        # The first start makes the database and meets every card; a daily start is what is measured.
        os.spawnvpe(os.P_WAIT, sys.executable, prep("due"), environment)
        pairs = [(seconds_to(SHOWN, app, environment), seconds_to(SHOWN, empty, environment)) for _ in range(rounds + 1)]
    ours, theirs = (statistics.median(times) for times in zip(*pairs[1:], strict=True))
    return verdict("first-frame", ours / theirs, 1.3, rounds, seconds=round(ours, 3), empty=round(theirs, 3))


if __name__ == "__main__":
    sys.exit(main())
