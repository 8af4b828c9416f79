"""Key presses while a user's demo spins flat out: from the key to its effect in the terminal.

The bounds are 50 ms for the median and 120 ms for the 99th percentile; the ratio is the worse of the two.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

from measure import count, home, prep, verdict
from terminal import Terminal

BOUND_SECONDS, BOUND_P99 = 0.050, 0.120
DEMO = """
from prep.demos.spec import Axis, Column, Int, Limits, NumberQuestion, Point, Series, demo

@demo(name="my.spin", title="Does it spin?", intro="It computes and never ends.", parameters=(Int("seed", 0, 0, 9),),
      question=lambda x: NumberQuestion("How long does it take?", "y", x), x=Axis("x"), y=Axis("y"),
      series=(Series("y", "measured"),), columns=(Column("y", "y"),), xs=lambda: (1.0, 2.0), theory=lambda x: {},
      source="none", limits=Limits(seconds=600))
def spin(seed):
    import torch
    yield Point("y", 1.0, 1.0)
    a = torch.randn(300, 300)
    while True:
        a = torch.tanh(a @ a)
"""
DECK = '# Spin\n\n```toml\ntopic = "spin"\n```\n\n## Does it spin? {#spin}\n\nIt does.\n\n### Demo\n\n- `my.spin`\n'


def main() -> int:
    """Open and close the list of keys n times over the running demo."""
    presses = count(120)
    with home("keys") as environment:
        folder = Path(environment["PREP_HOME"])
        for name, text in (("demos/spin.py", DEMO), ("decks/spin.md", DECK)):
            (folder / name).parent.mkdir(parents=True)
            (folder / name).write_text(text, encoding="utf-8")
        with Terminal(prep("review", "--topic", "spin"), environment) as terminal:
            terminal.wait(b"Say it aloud")
            terminal.key(b"d")
            terminal.wait(b"YOUR PREDICTION")
            terminal.key(b"\r")
            terminal.wait(b"0 of 2")
            times = sorted(pressed(terminal) for _ in range(presses))
    median, worst = statistics.median(times), times[int(0.99 * len(times))]
    figures = {"milliseconds": round(1000 * median, 1), "p99": round(1000 * worst, 1)}
    return verdict("keys-under-load", max(median / BOUND_SECONDS, worst / BOUND_P99), 1.0, presses, **figures)


def pressed(terminal: Terminal) -> float:
    """Seconds from `?` to the list of keys; then back to the run, which must still be going on."""
    terminal.key(b"?")
    seconds = terminal.wait(b"Stop the run")
    terminal.key(b"\x1b")
    terminal.wait(b"running")
    return seconds


if __name__ == "__main__":
    sys.exit(main())
