"""The app's side of the process that judges: asyncio and the standard library, never torch.

    judge = Judge()
    async for result in judge.run(attempt):
        …
    await judge.close()

A run that another one replaces just ends: what an older save says never comes after a newer one.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncGenerator
from dataclasses import asdict, dataclass

from prep.child.ending import ended
from prep.child.forks import line
from prep.child.lines import Lines
from prep.drills.result import Judged, Miss, Result, from_json
from prep.errors import DemoError

CHILD = "prep.drills.running.child"
PATIENCE_SECONDS = 2.0
"""The child ends a run at its time itself, unless an operation can't be interrupted."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What is to be judged."""

    name: str
    """Of the drill."""
    source: str
    file: str
    """How tracebacks name it."""
    seed: int
    folder: str = ""
    """Where the person's own drills lie."""
    seconds: float = 10.0
    """How long all checks may take."""


class Judge:
    """Judges one attempt at a time, the newest; the process starts when it is needed, and again after it died."""

    def __init__(self, *, forks: bool = sys.platform == "linux") -> None:
        self.forks = forks
        self._lines: Lines | None = None
        self._ready: asyncio.Future[str] | None = None
        """Empty once torch is loaded, else why it can't be."""
        self._run, self._queue = 0, asyncio.Queue[Result | None]()
        self._starting = asyncio.Lock()
        self._asked = 0

    @property
    def pid(self) -> int | None:
        """The process, while it lives."""
        return self._lines.pid if self._lines and self._alive else None

    @property
    def _alive(self) -> bool:
        return self._lines is not None and not (self._lines.killed or self._lines.exited.is_set())

    async def warm(self) -> None:
        """Have the process up and torch loaded. Raises DemoError with what to install."""
        async with self._starting:
            if not self._alive:
                self._ready = asyncio.get_running_loop().create_future()
                arguments = ["--fork"] if self.forks else []
                self._lines = await Lines.start(CHILD, arguments, self._hear, self._mourn)
        assert self._ready is not None
        if trouble := await asyncio.shield(self._ready):
            raise DemoError(trouble.replace("demos need torch", "checks need torch"))

    async def run(self, attempt: Attempt) -> AsyncGenerator[Result, None]:
        """Checks as they end, and `Judged` last. Raises DemoError where torch doesn't load."""
        self._asked += 1
        mine = self._asked
        await self.warm()
        if mine != self._asked or self._lines is None:
            return
        self._queue.put_nowait(None)
        self._run, self._queue = mine, asyncio.Queue()
        queue = self._queue
        self._lines.write(line({"run": mine, **asdict(attempt)}))
        patience = attempt.seconds + PATIENCE_SECONDS
        late = Judged((), Miss(f"stopped after {patience:g} s, inside an operation that can't be interrupted"))
        alarm = asyncio.get_running_loop().call_later(patience, queue.put_nowait, late)
        try:
            while (result := await queue.get()) is not None:
                yield result
                if isinstance(result, Judged):
                    return
        finally:
            alarm.cancel()
            self._stop(mine)

    async def close(self) -> None:
        """End the process and what it runs."""
        async with self._starting:
            if self._lines:
                await self._lines.close()
            self._lines = None

    def _stop(self, run: int) -> None:
        """End this run, if it still goes."""
        if run != self._run or self._lines is None:
            return
        self._run = 0
        if not self.forks:
            self._lines.kill()
            return
        self._lines.write(line({"stop": run}))

    # what it says

    def _hear(self, said: bytes) -> None:
        with contextlib.suppress(ValueError, KeyError, TypeError):  # what a solution scribbled is no answer
            self._answered(json.loads(said))

    def _answered(self, answer: dict[str, object]) -> None:
        assert self._ready is not None and self._lines is not None
        match answer:
            case {"ready": _} if not self._ready.done():
                self._ready.set_result("")
            case {"broken": str(sentence)} if not self._ready.done():
                self._ready.set_result(sentence)
            case {"pid": int(pid)}:
                self._lines.groups = {pid}
            case {"run": run, "sent": dict(sent)} if run == self._run:
                result = from_json(sent)
                if isinstance(result, Judged):
                    self._run = 0
                self._queue.put_nowait(result)
            case {"ended": run, "code": int(code)} if run == self._run:
                self._over(f"your code {ended(code)}")

    def _mourn(self, code: int | None) -> None:
        if self._ready is not None and not self._ready.done():
            self._ready.set_result(f"loading torch {ended(code)}; reinstall it")
        if self._run:
            self._over(f"the process that judges {ended(code)}; the next run starts it again")

    def _over(self, says: str) -> None:
        self._run = 0
        self._queue.put_nowait(Judged((), Miss(says)))
