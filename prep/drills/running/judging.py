"""Judging a solution: its text is run, then check after check until one fails. Runs where torch is."""

from __future__ import annotations

import io
import linecache
import sys
import time
import types
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

from prep.drills.bench import Bench, raised
from prep.drills.check_failed import CheckFailed
from prep.drills.drill import Check, Drill
from prep.drills.result import Checked, Judged, Miss, Result

PRINTED_LINES, PRINTED_CHARACTERS = 40, 4000
"""What is kept of a solution's output: its end."""


class Printed(io.TextIOBase):
    """What a solution prints, the end of it."""

    def __init__(self) -> None:
        self.text = ""

    def writable(self) -> bool:
        """As a file that is written to."""
        return True

    def write(self, text: str) -> int:
        """Keep the end."""
        self.text = (self.text + text)[-PRINTED_CHARACTERS:]
        return len(text)

    @property
    def lines(self) -> tuple[str, ...]:
        """The last ones."""
        return tuple(self.text.splitlines()[-PRINTED_LINES:])


def judge(drill: Drill, source: str, file: str, seed: int, printed: Printed | None = None) -> Iterator[Result]:
    """One `Checked` after the other, up to the first that fails, then `Judged`."""
    printed = printed or Printed()
    with redirect_stdout(printed), redirect_stderr(printed):
        loaded = load(source, file)
        if isinstance(loaded, Miss):
            yield Judged(printed.lines, loaded)
            return
        mistakes = Mistakes(drill)
        for number, check in enumerate(drill.checks):
            checked = look(drill, check, bench(drill, loaded, file, seed + 1009 * number, mistakes))
            yield checked
            if checked.miss:
                break
    yield Judged(printed.lines)


def load(source: str, file: str) -> dict[str, Any] | Miss:
    """The names that a solution defines, or why it can't be run."""
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)  # for the traceback's lines
    module = types.ModuleType("solution")
    module.__file__ = file
    sys.modules["solution"] = module  # where dataclasses look up their own module
    try:
        exec(compile(source, file, "exec"), module.__dict__)
    except SyntaxError as error:
        line = (error.text or "").strip()
        return Miss(f"line {error.lineno} can't be read: {error.msg}", trace=(f"line {error.lineno}: {line}",))
    except BaseException as error:  # noqa: BLE001 (a solution may raise anything, sys.exit too)
        return raised(error, file, "the file")
    return module.__dict__


def bench(drill: Drill, solution: dict[str, Any], file: str, seed: int, mistakes: Mistakes | None = None) -> Bench:
    """Where one check looks."""
    return Bench(
        solution,
        file,
        drill.entry,
        seed=seed,
        forbidden=drill.forbidden,
        operations=drill.operations,
        gradients=drill.gradients,
        mistakes=mistakes or (),
    )


def look(drill: Drill, check: Check, at: Bench) -> Checked:
    """One check."""
    begun, miss = time.perf_counter(), None
    try:
        check.look(at)
    except CheckFailed as missed:
        miss = missed.miss
    except BaseException as error:  # noqa: BLE001 (what a solution returned may raise when it is looked at)
        miss = raised(error, at.file, "the result")
    return Checked(check.name, (time.perf_counter() - begun) * 1000, check.note, miss)


class Mistakes:
    """The wrong solutions of a drill, run when they are first asked for."""

    def __init__(self, drill: Drill) -> None:
        self.drill = drill

    def __iter__(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for wrong in self.drill.wrongs:
            names: dict[str, Any] = {}
            exec(wrong.source(self.drill.reference), names)
            yield wrong.name, names
