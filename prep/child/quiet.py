"""What a child process does first: keep its stdout for the protocol, and die with its parent."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


def private_pipes() -> tuple[int, Callable[[bytes], None]]:
    """Move stdin and stdout out of a demo's reach; what it prints, by Python or by C, goes nowhere.

    Returns where requests come in and the function that sends answers.
    """
    requests, answers = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(nowhere, fd)
    os.close(nowhere)

    def send(line: bytes) -> None:
        while line:
            line = line[os.write(answers, line) :]

    return requests, send


def be_nice() -> None:
    """Give way to the interface. Not more than 5: at 15 a busy machine starves a run 20-fold."""
    if hasattr(os, "nice"):
        os.nice(5)


def prctl(option: int, argument: int) -> None:
    """Linux only; elsewhere the end of stdin does the same a little later."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None, use_errno=True).prctl(option, argument, 0, 0, 0)


def children() -> list[int]:
    """The processes that this one has to reap; none where there is no /proc."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as listed:
            return [int(pid) for pid in listed.read().split()]
    except OSError:
        return []


def end_children(kept: int = 0) -> None:
    """Kill and reap every child but that one, until there is none: a subreaper's are also those they left behind."""
    while strays := [pid for pid in children() if pid != kept]:
        for pid in strays:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
