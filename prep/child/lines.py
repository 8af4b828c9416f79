"""A child process that is spoken to in lines: requests in, answers out, for as long as it lives."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Callable, Mapping
from typing import Self

from prep.child.ending import kill_group
from prep.child.start import command, environment, ground

LONGEST_LINE = 8 * 2**20
STRAY_SECONDS = 0.3
"""How long a dead child's pipe is listened to: something it left behind may hold it open for ever."""


class Lines(asyncio.SubprocessProtocol):
    """The parent's end of one child."""

    def __init__(self, heard: Callable[[bytes], None], gone: Callable[[int | None], None]) -> None:
        """heard: is given each line. gone: is given the exit code, once, when everything it said has been heard."""
        self._heard, self._gone = heard, gone
        self.exited = asyncio.Event()
        self.killed = False
        self.groups: set[int] = set()
        """Further process groups that end with it."""
        self._silent = False
        self._mourned = False
        self._transport: asyncio.SubprocessTransport | None = None
        self._waiting = b""

    @classmethod
    async def start(
        cls,
        module: str,
        arguments: list[str],
        heard: Callable[[bytes], None],
        gone: Callable[[int | None], None],
        further: Mapping[str, str] | None = None,
    ) -> Self:
        """In a session of its own: keys of our terminal don't reach it, and its group can be killed."""
        _, lines = await asyncio.get_running_loop().subprocess_exec(
            lambda: cls(heard, gone),
            *command(module),
            *arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
            env=environment(further),
            cwd=ground(),
        )
        return lines

    @property
    def pid(self) -> int:
        """Of the child, which leads its group."""
        assert self._transport
        return self._transport.get_pid()

    def write(self, line: bytes) -> None:
        """Tell it something; nothing if it doesn't listen any more."""
        stdin = self._transport.get_pipe_transport(0) if self._transport else None
        if isinstance(stdin, asyncio.WriteTransport) and not stdin.is_closing():
            stdin.write(line)

    async def close(self, seconds: float = 0.5) -> None:
        """Let it end itself, for so long; then kill."""
        if self._transport and not self.exited.is_set():
            if stdin := self._transport.get_pipe_transport(0):
                stdin.close()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self.exited.wait()
            self.kill()
            await self.exited.wait()
        if self._transport:
            self._transport.close()  # a stray may hold its pipes open beyond the end of the loop

    def kill(self) -> None:
        """End the process and its groups at once."""
        if self.exited.is_set() or self._transport is None:
            return
        self.killed = True
        if sys.platform == "win32":
            self._transport.kill()  # elsewhere it would first reap one that has just ended, and asyncio complain aloud
        self._kill_groups()

    # what asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)
        self._transport = transport

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        *lines, self._waiting = (self._waiting + data).split(b"\n")
        for line in lines:
            self._heard(line)
        if len(self._waiting) > LONGEST_LINE:
            self.kill()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == 1:
            self._fall_silent()

    def process_exited(self) -> None:
        self._kill_groups()
        self.exited.set()
        asyncio.get_running_loop().call_later(STRAY_SECONDS, self._fall_silent)
        self._mourn()

    def _kill_groups(self) -> None:
        """The process, what belongs to it, and whatever their groups still hold when they are gone."""
        for group in {*self.groups, self.pid}:
            kill_group(group)

    def _fall_silent(self) -> None:
        self._silent = True
        self._mourn()

    def _mourn(self) -> None:
        """Everything it said has been heard, and it is gone: tell it, once."""
        if self._mourned or not (self.exited.is_set() and self._silent) or self._transport is None:
            return
        self._mourned = True
        code = self._transport.get_returncode()
        self._transport.close()
        self._gone(code)
