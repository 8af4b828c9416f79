"""The app's side of the process that runs demos: asyncio and the standard library, never torch.

    host = Host()
    async with contextlib.aclosing(host.run("attention.score-std", {"d_k": "8,64"})) as messages:
        async for message in messages:
            outcome = outcome.add(message)
    await host.close()

Closing the iterator, or cancelling the task that reads it, ends the run. `warm()` starts the process ahead of time.
Start it from the main thread: on Linux it dies with the thread that started it.
"""

from __future__ import annotations

import asyncio
import importlib.util
import shlex
import sys
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path

from prep.demos.declaration.message import DOCTOR, Done, Failed, Failure, Message, Ready
from prep.demos.running.process import Process
from prep.demos.spec import Sheet
from prep.errors import DemoError


def _install(*arguments: str) -> str:
    """The command that installs into the environment that prep runs in, which a bare `pip` on the path seldom does.

    An environment of `uv tool` holds no pip.
    """
    here = shlex.quote(sys.executable)
    has_pip = importlib.util.find_spec("pip") is not None
    installs = (here, "-m", "pip", "install") if has_pip else ("uv", "pip", "install", "--python", here)
    return " ".join((*installs, *arguments))


IMPORT_SECONDS = 60.0
"""How long a run may take to find its demo; longer means that a user's file hangs on import."""


class Host:
    """Runs demos one at a time, in a process of its own that is started when needed and again when it died."""

    def __init__(
        self,
        folder: Path | None = None,
        *,
        forks: bool = sys.platform == "linux",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.folder = folder
        """Where the user's demos are; None: only the shipped ones."""
        self.forks = forks
        """Whether the process forks for each run; else a second one is kept warm, for a stop kills the first."""
        self.environment = environment
        self._process: Process | None = None
        self._spare: Process | None = None
        self._runs = 0
        self._starting = asyncio.Lock()

    @property
    def pid(self) -> int | None:
        """The process, while it lives."""
        return self._process.pid if self._process and self._process.alive else None

    async def warm(self) -> Ready | Failed:
        """Have the process up and torch loaded; Failed says what to install."""
        return await (await self._live()).ready_to_run()

    async def trouble(self) -> DemoError | None:
        """Why demos don't run here, and the command that mends it; None once torch is loaded."""
        if importlib.util.find_spec("torch") is None:
            return DemoError("torch is not installed, so demos don't run (reviewing does)", _install("torch"))
        ready = await self.warm()
        if isinstance(ready, Ready):
            return None
        return DemoError(ready.sentence.removesuffix(DOCTOR), _install("--force-reinstall", "torch"))

    async def run(
        self,
        name: str,
        given: Mapping[str, str],
        wording: str = "",
    ) -> AsyncGenerator[Message | Sheet, None]:
        """Ready, the sheet, points, theory and progress as they come, and at last Done or Failed.

        `given` and `wording` are as a card or a `Sheet` has them. A run that another one replaces just ends.
        """
        if self._process:
            self._process.stop()
        process = await self._live()
        ready = await process.ready_to_run()
        yield ready
        if isinstance(ready, Failed):
            return
        await self._keep_spare()
        self._runs += 1
        run = process.begin(
            self._runs,
            {"name": name, "given": dict(given), "wording": wording, "folder": str(self.folder) if self.folder else ""},
        )

        def late(seconds: float) -> asyncio.TimerHandle:
            told = Failed(Failure.TOO_LONG, f"{name} was stopped after {seconds:g} seconds, its limit")
            return asyncio.get_running_loop().call_later(seconds, run.put_nowait, told)

        alarm = late(IMPORT_SECONDS)
        try:
            while (item := await run.get()) is not None:  # not wait_for: in Python 3.11 it can swallow a cancel
                if isinstance(item, Sheet):
                    alarm.cancel()
                    alarm = late(item.limits.seconds)
                yield item
                if isinstance(item, Done | Failed):
                    return
        finally:
            alarm.cancel()
            process.stop(run)

    async def close(self) -> None:
        """End the process and everything it runs. Another run would start it again."""
        async with self._starting:
            for process in (self._process, self._spare):
                if process:
                    await process.close()
            self._process = self._spare = None

    async def _live(self) -> Process:
        async with self._starting:  # two who ask at once get the same process
            if self._process is None or not self._process.alive:
                spare, self._spare = self._spare, None
                self._process = spare if spare and spare.alive else await self._start()
            return self._process

    async def _keep_spare(self) -> None:
        if not self.forks and (self._spare is None or not self._spare.alive):
            self._spare = await self._start()

    async def _start(self) -> Process:
        return await Process.start(self.forks, self.environment)
