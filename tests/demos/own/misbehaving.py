"""A user's demo file in which everything goes wrong that can: one demo for each way."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from prep.demos.spec import Axis, Choice, Demo, Int, Limits, NumberQuestion, Point, Series, demo

USUAL = Limits(seconds=20)


def declare(name: str, limits: Limits = USUAL) -> Callable[[Callable[..., Iterator[Point]]], Demo]:
    """A demo that measures one series at one x, and can write down a process id."""
    return demo(
        name=f"bad.{name}",
        title="?",
        intro="?",
        parameters=(Int("seed", 0, 0, 9), Choice("where", "", ("",))),
        question=lambda x: NumberQuestion("?", "y", x),
        x=Axis("x"),
        y=Axis("y"),
        series=(Series("y", "y"),),
        columns=(),
        xs=lambda: [1.0],
        theory=lambda x: {},
        source="",
        limits=limits,
    )


def note(pid: int) -> None:
    """Where the test finds a process that must not survive."""
    Path(os.environ["PREP_TEST_NOTES"]).joinpath(str(pid)).touch()


@declare("good")
def good() -> Iterator[Point]:
    yield Point("y", 1, 1.5)


@declare("crash")
def crash() -> Iterator[Point]:
    yield Point("y", 1, 1)
    ctypes.string_at(0)


@declare("exit")
def leaves() -> Iterator[Point]:
    yield Point("y", 1, 1)
    os._exit(3)


@declare("sys-exit")
def quits() -> Iterator[Point]:
    yield Point("y", 1, 1)
    sys.exit(4)


@declare("interrupts")
def interrupts() -> Iterator[Point]:
    yield Point("y", 1, 1)
    raise KeyboardInterrupt


class PanicException(BaseException):
    """As libraries written in Rust raise it."""


@declare("panics")
def panics() -> Iterator[Point]:
    yield Point("y", 1, 1)
    raise PanicException("called `unwrap()` on a `None` value")


@declare("spin", Limits(seconds=0.3))
def spin() -> Iterator[Point]:
    yield Point("y", 1, 1)
    while True:
        pass


@declare("silent", Limits(seconds=0.3))
def silent() -> Iterator[Point]:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(3600)
    yield Point("y", 1, 1)


@declare("endless")
def endless() -> Iterator[Point]:
    note(os.getpid())
    yield Point("y", 1, 1)
    while True:
        time.sleep(0.01)


@declare("forks")
def forks() -> Iterator[Point]:
    for _ in range(2):
        if os.fork() == 0:
            note(os.getpid())
            time.sleep(3600)
    yield Point("y", 1, 1)


@declare("fork-exits")
def fork_exits() -> Iterator[Point]:
    if os.fork() == 0:
        sys.exit(3)
    os.wait()
    yield Point("y", 1, 1)


@declare("escapes")
def escapes() -> Iterator[Point]:
    note(subprocess.Popen(["sleep", "3600"], start_new_session=True).pid)
    yield Point("y", 1, 1)


@declare("scatters")
def scatters() -> Iterator[Point]:
    for _ in range(12):
        note(subprocess.Popen(["sleep", "3600"], start_new_session=True).pid)
    yield Point("y", 1, 1)
    time.sleep(3600)


@declare("garbage")
def garbage() -> Iterator[Point]:
    print("\x1b[2J{not json", flush=True)
    sys.stderr.write("x" * 10**6)
    for fd in (0, 1, 2):
        os.write(fd, b'{"ended": 1, "code": 0}\n' * 10_000)
    assert sys.stdin.read() == ""
    yield Point("y", 1, 1)


@declare("nan")
def not_a_number() -> Iterator[Point]:
    yield Point("y", 1, float("nan"))


@declare("flood")
def flood() -> Iterator[Point]:
    for i in range(100_000):
        yield Point("y", 1, i)


@declare("memory", Limits(megabytes=200))
def memory() -> Iterator[Point]:
    import torch

    yield Point("y", 1, torch.ones(10**9).sum().item())


@declare("raises")
def raises() -> Iterator[Point]:
    yield Point("y", 1, 1)
    raise ValueError("two\nlines \x1b[31m")


@declare("nothing")
def nothing() -> Iterator[Point]:
    yield from ()


@declare("closes")
def closes() -> Iterator[Point]:
    yield Point("y", 1, 1)
    os.closerange(0, 256)
    yield Point("y", 1, 2)


@declare("scribbles")
def scribbles() -> Iterator[Point]:
    """What nobody asked for, into every pipe it finds."""
    said = "".join(f'\n{{"run": {run}, "sent": 5}}' for run in range(200)) + "\n" + "[" * 20_000 + "\n"
    for pipe in range(3, 32):
        try:
            os.write(pipe, said.encode())
        except OSError:
            continue
    yield Point("y", 1, 1.5)


class Mute(Exception):
    """Fails where it should say what went wrong."""

    def __str__(self) -> str:
        raise ValueError("no words")


@declare("mute")
def mute() -> Iterator[Point]:
    yield Point("y", 1, 1)
    raise Mute


@declare("long-name")
def long_name() -> Iterator[Point]:
    yield Point("y" * 10_000, 1, 1)
