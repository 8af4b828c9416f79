"""The memory of the app's own process, after a review has begun with the starter deck and a demo has run and been seen.

The bound is 150 MiB for the most that it ever held (VmHWM of Linux); the ratio is that over it. torch must not be in
it: the demo runs in a process of its own, whose memory is told beside.
"""

from __future__ import annotations

import sys
from pathlib import Path

from measure import count, home, prep, verdict
from terminal import Terminal

BOUND_MIB = 150.0
STEPS = (
    (b"\r", b"Say it aloud"),
    (b"d", b"YOUR PREDICTION"),
    (b"\r", b"they agree"),
    (b"v", b"how often each"),
    (b"t", b"66.8"),
    (b"t", b"how often each"),
    (b"v", b"theory"),
    (b"\x1b", b"reveal"),
    (b" ", b"MUST SAY"),
)
"""Keys, and what each has to show: the first card, its demo, the picture and its numbers, the answer."""


def held(pid: int, fact: str) -> float:
    """MiB of a process: "VmHWM", the most that it ever held, or "VmRSS", what it holds now."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    line = next(line for line in status.splitlines() if line.startswith(f"{fact}:"))
    return int(line.split()[1]) / 1024


def has_torch(pid: int) -> bool:
    """Whether torch's library is mapped."""
    return "libtorch" in Path(f"/proc/{pid}/maps").read_text(encoding="utf-8", errors="replace")


def children(pid: int) -> list[int]:
    """What it has started, in order."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]


def walk(terminal: Terminal) -> None:
    """Home, the first card, its demo, every picture of it and its numbers; back, and the answer."""
    terminal.wait(b"demos")
    for key, shown in STEPS:
        terminal.key(key)
        terminal.wait(shown)


def main() -> int:
    """The largest of n runs."""
    rounds = count(2)
    if sys.platform != "linux":
        raise SystemExit("this benchmark reads /proc, which only Linux has")
    most, child = 0.0, 0.0
    for _ in range(rounds):
        with home("memory") as environment, Terminal(prep(), environment) as terminal:
            walk(terminal)
            if has_torch(terminal.pid):
                raise SystemExit("torch is in the app's own process")
            demos = [pid for pid in children(terminal.pid) if has_torch(pid)]
            if len(demos) != 1:
                raise SystemExit(f"torch was expected in one child of the app, and is in {len(demos)}")
            most, child = max(most, held(terminal.pid, "VmHWM")), max(child, held(demos[0], "VmRSS"))
    return verdict("app-memory", most / BOUND_MIB, 1.0, rounds, mebibytes=round(most), demos_mebibytes=round(child))


if __name__ == "__main__":
    sys.exit(main())
