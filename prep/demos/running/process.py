"""One child process of ours: requests in, answers out, and the queue of the run they belong to."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import prep
from prep.demos.declaration.message import DOCTOR, Done, Failed, Failure, Message, Ready
from prep.demos.running import wire
from prep.demos.spec import Sheet

STOP_SECONDS = 2.0
"""How long a stopped run may linger before its process is killed with it."""
LONGEST_LINE = 8 * 2**20

Queue = asyncio.Queue[Message | Sheet | None]
"""What a run says; None: another run took its place."""


def command(module: str) -> list[str]:
    """Start a module of this package; -P keeps files of the current folder from posing as library modules."""
    return [sys.executable, "-P", "-m", f"prep.demos.running.{module}"]


THREADS = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""One for every library: the interface keeps a core."""
MALLOC = {"MALLOC_MMAP_THRESHOLD_": str(2**25), "MALLOC_TRIM_THRESHOLD_": str(2**28)}
"""glibc keeps what a tensor frees, for the next one: quantisation.noise took 45 ms where it gave it back, now 18."""


def environment(further: Mapping[str, str] | None = None) -> dict[str, str]:
    """Ours, with this package found first."""
    home = str(Path(prep.__file__).parents[1])
    own = os.environ | THREADS | MALLOC | dict(further or {})
    return own | {"PYTHONPATH": os.pathsep.join(filter(None, [own.get("PYTHONPATH", ""), home]))}


def ground() -> str | None:
    """Where a child stands: with us or, where our folder was deleted, at the root (elsewhere MKL ends it)."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return os.path.abspath(os.sep)
    return None


def kill_group(pid: int) -> None:
    """Everything that is still in the group which this process leads or led; nothing on Windows."""
    if sys.platform != "win32":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)


class Process(asyncio.SubprocessProtocol):
    """A running `prep.demos.running.child`."""

    def __init__(self, forks: bool) -> None:
        self.forks = forks
        self.ready: asyncio.Future[Ready | Failed] = asyncio.get_running_loop().create_future()
        self.exited, self.silent = asyncio.Event(), asyncio.Event()
        self.transport: asyncio.SubprocessTransport | None = None
        self.run, self.queue, self.run_pid = 0, Queue(), 0  # run 0: none
        self.waiting = b""
        self.patience: asyncio.TimerHandle | None = None
        self.killed = False

    @classmethod
    async def start(
        cls, module: str, arguments: list[str], forks: bool, further: Mapping[str, str] | None = None
    ) -> Process:
        """In a session of its own: keys of our terminal don't reach it, and its group can be killed."""
        _, process = await asyncio.get_running_loop().subprocess_exec(
            lambda: cls(forks),
            *command(module),
            *arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
            env=environment(further),
            cwd=ground(),
        )
        return process

    @property
    def alive(self) -> bool:
        """Whether another run may be asked of it."""
        broken = self.ready.done() and isinstance(self.ready.result(), Failed)
        return not (self.killed or self.exited.is_set() or broken)

    @property
    def pid(self) -> int:
        assert self.transport
        return self.transport.get_pid()

    async def ready_to_run(self) -> Ready | Failed:
        """Once torch is loaded, or once it is clear that it can't be."""
        return await asyncio.shield(self.ready)

    def begin(self, run: int, request: dict[str, Any]) -> Queue:
        """Ask for a run; its answers come through the queue. One that was asked for meanwhile just ends."""
        if self.run:
            self.queue.put_nowait(None)
        self.run, self.queue = run, Queue()
        self._write({"run": run, **request})
        return self.queue

    def stop(self, queue: Queue | None = None) -> None:
        """End the current run (if it is the one of this queue); nothing if it is over."""
        if not self.run or (queue is not None and queue is not self.queue):
            return
        self.queue.put_nowait(None)
        if not self.forks:
            self.kill()
            return
        self._write({"stop": self.run})
        self.run = 0
        self.patience = asyncio.get_running_loop().call_later(STOP_SECONDS, self.kill)

    async def close(self) -> None:
        """Let it end its run and itself, for half a second; then kill."""
        if self.transport and not self.exited.is_set():
            stdin = self.transport.get_pipe_transport(0)
            if stdin:
                stdin.close()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    await self.exited.wait()
            self.kill()
            await self.exited.wait()
        if self.transport:
            self.transport.close()  # a stray may hold its pipes open beyond the end of the loop

    def kill(self) -> None:
        """End the process and its run, with their groups, at once."""
        if self.exited.is_set() or self.transport is None:
            return
        self.killed = True
        if sys.platform == "win32":
            self.transport.kill()  # elsewhere it would first reap one that has just ended, and asyncio complain aloud
        self._kill_groups()

    # what asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)
        self.transport = transport

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        *lines, self.waiting = (self.waiting + data).split(b"\n")
        for line in lines:
            with contextlib.suppress(ValueError, KeyError, TypeError):  # what a demo scribbled is no answer
                self._hear(wire.value(line))
        if len(self.waiting) > LONGEST_LINE:
            self.kill()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == 1:
            self.silent.set()
            self._mourn()

    def process_exited(self) -> None:
        self._kill_groups()
        self.exited.set()
        asyncio.get_running_loop().call_later(0.3, self.silent.set)  # a stray child may hold the pipe open
        asyncio.get_running_loop().call_later(0.3, self._mourn)
        self._mourn()

    def _kill_groups(self) -> None:
        """The process, its run, and whatever their groups still hold when they are gone."""
        for group in {self.run_pid or self.pid, self.pid}:
            kill_group(group)

    def _mourn(self) -> None:
        """Everything it said has been heard, and it is gone: tell whoever still waits."""
        if not (self.exited.is_set() and self.silent.is_set()) or self.transport is None:
            return
        code = self.transport.get_returncode()
        self.transport.close()
        if not self.ready.done():
            self.ready.set_result(Failed(Failure.NO_TORCH, f"loading torch {_ended(code)}; reinstall it{DOCTOR}"))
        if self.run:
            self._over(
                Failed(Failure.DIED, f"the process that runs demos {_ended(code)}; it starts again with the next run")
            )

    def _hear(self, answer: dict[str, Any]) -> None:
        match answer:
            case {"ready": Ready() as ready} if not self.ready.done():
                self.ready.set_result(ready)
            case {"broken": str(sentence)} if not self.ready.done():
                self.ready.set_result(Failed(Failure.NO_TORCH, sentence))
            case {"pid": int(pid)}:
                self.run_pid = pid
            case {"run": run, "sent": sent} if run == self.run and isinstance(sent, Message | Sheet):
                if isinstance(sent, Done | Failed):
                    self._over(sent)
                else:
                    self.queue.put_nowait(sent)
            case {"ended": ended, "code": int(code)}:
                if self.patience:
                    self.patience.cancel()
                if ended == self.run:
                    self._over(Failed(Failure.DIED, f"the demo {_ended(code)}; prep itself is not affected"))

    def _over(self, last: Message) -> None:
        self.queue.put_nowait(last)
        self.run = 0

    def _write(self, request: dict[str, Any]) -> None:
        stdin = self.transport.get_pipe_transport(0) if self.transport else None
        if isinstance(stdin, asyncio.WriteTransport) and not stdin.is_closing():
            stdin.write(wire.line(request))


def _ended(code: int | None) -> str:
    """How a process ended, as the end of a sentence."""
    if code is not None and code < 0:
        with contextlib.suppress(ValueError):
            number = signal.Signals(-code)
            return f"died ({number.name}, {signal.strsignal(number)})"
    return f"ended by itself (exit code {code})"
