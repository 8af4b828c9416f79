"""A program in a pseudo-terminal, for benchmarks that look at what reaches the screen."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Sequence
from types import TracebackType

LONGEST = 60.0
"""Seconds after which nothing more is expected."""


class Terminal:
    """80x24; `key` sends bytes, `wait` gives the seconds until a text has arrived."""

    def __init__(self, argv: Sequence[str], environment: dict[str, str]) -> None:
        self.began = time.perf_counter()
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.execvpe(argv[0], list(argv), environment)
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def key(self, data: bytes) -> None:
        """Press a key: the clock of `wait` starts here."""
        self.began = time.perf_counter()
        os.write(self.file, data)

    def wait(self, shown: bytes) -> float:
        """Seconds from the key (or the start) until this text has reached the terminal."""
        seen = b""
        while shown not in seen:  # a clock on the screen ticks on where nothing else comes
            left = self.began + LONGEST - time.perf_counter()
            if left < 0 or not select.select([self.file], [], [], left)[0]:
                raise SystemExit(f"{shown!r} was not shown within {LONGEST:g} s; the end was {seen[-300:]!r}")
            seen += os.read(self.file, 65536)
        return time.perf_counter() - self.began

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.file)
