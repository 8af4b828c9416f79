"""The first frame that shows today's counts, against an empty Textual app, both in a pseudo-terminal.

Rounds alternate, so that a noisy machine slows both; the ratio is of the medians.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Sequence

from measure import count, home, prep, verdict
from terminal import Terminal

EMPTY = """
from textual.app import App
from textual.widgets import Static
class Empty(App):
    def compose(self):
        yield Static("cards today")
Empty().run()
"""
SHOWN = b"cards today"


def seconds(argv: Sequence[str], environment: dict[str, str]) -> float:
    """From the start of the process until the counts have reached the terminal."""
    with Terminal(argv, environment) as terminal:
        return terminal.wait(SHOWN)


def main() -> int:
    """n rounds of each, after one that warms the disk."""
    rounds = count(9)
    with home("first-frame") as environment:
        # The very first start makes the database and meets every card; a daily start is what is measured.
        subprocess.run(prep("due"), env=environment, check=True, capture_output=True)
        empty = [sys.executable, "-c", EMPTY]
        pairs = [(seconds(prep(), environment), seconds(empty, environment)) for _ in range(rounds + 1)]
    ours, theirs = (statistics.median(times) for times in zip(*pairs[1:], strict=True))
    return verdict("first-frame", ours / theirs, 1.3, rounds, seconds=round(ours, 3), empty=round(theirs, 3))


if __name__ == "__main__":
    sys.exit(main())
