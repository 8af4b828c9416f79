"""The user's demos as the app knows them: described by a child process, never imported here."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from prep.child.ending import kill_group
from prep.child.start import command, environment, ground
from prep.core.problem import Problem, Severity
from prep.demos.catalog.own import files, names_in, stem
from prep.demos.running import wire
from prep.demos.spec import Sheet
from prep.errors import DemoError, UsageError

LONGEST_LINE = 2**23
END_SECONDS = 0.5
"""How long it may take to end what it has started."""
SECONDS = 10.0
"""For each file: torch at its top takes 3, on a busy machine 6; one that hangs costs the others this once."""


class Wanted(NamedTuple):
    """A demo that is wanted with these values, its question in a card's words if there are some."""

    name: str
    given: dict[str, str]
    wording: str = ""


@dataclass(frozen=True, slots=True)
class Own:
    """What the user's folder declares."""

    sheets: tuple[Sheet, ...] = ()
    """With default values, in file order."""
    problems: tuple[Problem, ...] = ()
    answer: Sheet | str | None = None
    """The demo that was asked for with its values, or why it refuses them; None: its file says nothing of it."""

    def find(self, name: str) -> Sheet | None:
        return next((sheet for sheet in self.sheets if sheet.name == name), None)

    def sheet(self, name: str, given: Mapping[str, str], wording: str = "") -> Sheet | None:
        """The demo with these values; None where the folder says nothing of it. Raises UsageError, DemoError.

        The texts are right if it was asked for; else those of the defaults, until a run, in the child, sends others.
        """
        if (found := self.find(name)) is None:
            self._refuse_unread(name)
            return None
        sheet = found.with_values(given)
        match self.answer:
            case str(refused):
                raise UsageError(refused)
            case Sheet(name=found.name, values=values) if values == sheet.values:
                return self.answer
        return replace(sheet, question=replace(sheet.question, text=wording), wording=wording) if wording else sheet

    def _refuse_unread(self, name: str) -> None:
        """A name that a broken file may declare isn't unknown."""
        ends = name.rpartition(".")[2].replace("-", "_")
        for problem in self.problems:
            path = Path(problem.file)
            if problem.message.startswith(f"{name} ") or path.stem in (ends, stem(name)) or name in names_in(path):
                place = f"{problem.file}:{problem.line}" if problem.line else problem.file
                raise DemoError(f"{place}: {problem.message}", problem.hint)


async def describe(folder: Path, seconds: float = SECONDS, asked: Wanted | None = None) -> Own:
    """Everything in the folder. A file that crashes or hangs the child is a problem; the others are read again.

    Of a demo that is asked for only its own file is read, where its name stands in one.
    """
    waiting, known = files(folder), Own()
    if asked:
        waiting.sort(key=lambda path: asked.name not in names_in(path))
    while waiting:
        found, unfinished = await _described(waiting, seconds, asked)
        fresh = (s for s in found if isinstance(s, Sheet) and known.find(s.name) is None)
        problems = (p for p in found if isinstance(p, Problem))
        answers = (each["answer"] for each in found if isinstance(each, dict))
        known = Own((*known.sheets, *fresh), (*known.problems, *problems), next(answers, known.answer))
        if unfinished is None:
            break
        culprit, what = unfinished
        hint = "mend the file; other demos are not affected"
        problem = Problem(str(culprit), 0, 0, Severity.ERROR, what, hint, "demo-file")
        known = replace(known, problems=(*known.problems, problem))
        waiting = waiting[waiting.index(culprit) + 1 :]
    return known


async def _described(
    paths: list[Path],
    seconds: float,
    asked: Wanted | None = None,
) -> tuple[list[object], tuple[Path, str] | None]:
    """What one child says of these files, and the file it ended on, if it didn't come to the end."""
    found: list[object] = []
    try:
        process = await _start(paths, asked)
    except OSError as error:  # no more processes, no more memory
        return found, (paths[0], f"the process that reads it can't be started: {error.strerror or error}")
    assert process.stdout
    at, what = paths[0], "importing the file ended the process"
    try:
        async with asyncio.timeout(seconds) as limit:
            async for line in process.stdout:
                match _heard(line):
                    case {"file": ""}:
                        return found, None
                    case {"file": str(name)}:
                        at = Path(name)
                        limit.reschedule(asyncio.get_running_loop().time() + seconds)
                    case {"found": said}:
                        found.append(said)
                        if isinstance(said, dict):  # the answer, and nothing else was wanted
                            return found, None
    except ValueError:
        what = f"the file declares more than {LONGEST_LINE // 2**20} MB of text"
    except TimeoutError:
        what = (
            f"importing the file took more than {seconds:g} seconds; "
            "what takes long belongs in the function that measures"
        )
    finally:
        await _ended(process)
    return found, (at, what)


async def _ended(process: asyncio.subprocess.Process) -> None:
    """End it with what importing the files has started. It is waited for in vain while a stray holds its pipe open."""
    if process.returncode is None and os.name == "nt":
        process.kill()  # elsewhere it would first reap one that has just ended, and asyncio would complain aloud
    elif process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGTERM)  # then it ends what has left its group, too
        await _waited(process)
    kill_group(process.pid)
    await _waited(process)
    while process.returncode is None:  # noqa: ASYNC110 (asyncio has no event for it; killed, it ends for certain)
        await asyncio.sleep(0.01)
    process._transport.close()  # type: ignore[attr-defined]  # a stray may hold its pipe beyond the end of the loop


async def _waited(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(END_SECONDS):
            await process.wait()


async def _start(paths: list[Path], asked: Wanted | None) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *command("prep.demos.running.workshop"),
        json.dumps(asked and asked._asdict()),
        *map(str, paths),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=environment(),
        cwd=ground(),
        start_new_session=True,
        limit=LONGEST_LINE,
    )


def _heard(line: bytes) -> object:
    """What the child said; None where a file has scribbled into its pipe."""
    try:
        return wire.value(line)
    except (ValueError, KeyError, TypeError):
        return None
