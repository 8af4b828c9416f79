"""The process that runs demos, from the app's side: one run at a time, its answers in a queue of their own."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any

from prep.child.ending import ended
from prep.child.lines import Lines
from prep.demos.declaration.message import DOCTOR, Done, Failed, Failure, Message, Ready
from prep.demos.declaration.sheet import Sheet
from prep.demos.running import wire

CHILD = "prep.demos.running.child"
STOP_SECONDS = 2.0
"""How long a stopped run may linger before its process is killed with it."""

Queue = asyncio.Queue[Message | Sheet | None]
"""What a run says; None: another run took its place."""


class Process:
    """A running `prep.demos.running.child`."""

    def __init__(self, forks: bool) -> None:
        self.forks = forks
        self.ready: asyncio.Future[Ready | Failed] = asyncio.get_running_loop().create_future()
        self.run, self.queue = 0, Queue()  # run 0: none
        self._lines: Lines
        self._patience: asyncio.TimerHandle | None = None

    @classmethod
    async def start(cls, forks: bool, further: Mapping[str, str] | None = None) -> Process:
        """forks: whether it forks for each run, so that a stop ends only the run. further: environment variables."""
        process = cls(forks)
        arguments = ["--fork"] if forks else []
        process._lines = await Lines.start(CHILD, arguments, process._hear, process._mourn, further)
        return process

    @property
    def alive(self) -> bool:
        """Whether another run may be asked of it."""
        broken = self.ready.done() and isinstance(self.ready.result(), Failed)
        return not (self._lines.killed or self._lines.exited.is_set() or broken)

    @property
    def pid(self) -> int:
        """Of the process; a run may have another."""
        return self._lines.pid

    @property
    def run_pid(self) -> int:
        """Of the newest run; 0 before the first."""
        return next(iter(self._lines.groups), 0)

    async def ready_to_run(self) -> Ready | Failed:
        """Once torch is loaded, or once it is clear that it can't be."""
        return await asyncio.shield(self.ready)

    def begin(self, run: int, request: dict[str, Any]) -> Queue:
        """Ask for a run; its answers come through the queue. One that was asked for meanwhile just ends."""
        if self.run:
            self.queue.put_nowait(None)
        self.run, self.queue = run, Queue()
        self._lines.write(wire.line({"run": run, **request}))
        return self.queue

    def stop(self, queue: Queue | None = None) -> None:
        """End the current run (if it is the one of this queue); nothing if it is over."""
        if not self.run or (queue is not None and queue is not self.queue):
            return
        self.queue.put_nowait(None)
        if not self.forks:
            self._lines.kill()
            return
        self._lines.write(wire.line({"stop": self.run}))
        self.run = 0
        self._patience = asyncio.get_running_loop().call_later(STOP_SECONDS, self._lines.kill)

    async def close(self) -> None:
        """Let it end its run and itself, for half a second; then kill."""
        await self._lines.close()

    # what it says

    def _hear(self, line: bytes) -> None:
        with contextlib.suppress(ValueError, KeyError, TypeError):  # what a demo scribbled is no answer
            self._answered(wire.value(line))

    def _answered(self, answer: dict[str, Any]) -> None:
        match answer:
            case {"ready": Ready() as ready} if not self.ready.done():
                self.ready.set_result(ready)
            case {"broken": str(sentence)} if not self.ready.done():
                self.ready.set_result(Failed(Failure.NO_TORCH, sentence))
            case {"pid": int(pid)}:
                self._lines.groups = {pid}
            case {"run": run, "sent": sent} if run == self.run and isinstance(sent, Message | Sheet):
                if isinstance(sent, Done | Failed):
                    self._over(sent)
                else:
                    self.queue.put_nowait(sent)
            case {"ended": run, "code": int(code)}:
                if self._patience:
                    self._patience.cancel()
                if run == self.run:
                    self._over(Failed(Failure.DIED, f"the demo {ended(code)}; prep itself is not affected"))

    def _mourn(self, code: int | None) -> None:
        """It is gone: tell whoever still waits."""
        if not self.ready.done():
            self.ready.set_result(Failed(Failure.NO_TORCH, f"loading torch {ended(code)}; reinstall it{DOCTOR}"))
        if self.run:
            told = f"the process that runs demos {ended(code)}; it starts again with the next run"
            self._over(Failed(Failure.DIED, told))

    def _over(self, last: Message) -> None:
        self.queue.put_nowait(last)
        self.run = 0
