"""How a child is ended with all that it started, and how its end is told."""

from __future__ import annotations

import contextlib
import os
import signal
import sys


def kill_group(pid: int) -> None:
    """Everything that is still in the group which this process leads or led; nothing on Windows."""
    if sys.platform != "win32":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)


def ended(code: int | None) -> str:
    """How a process ended, as the end of a sentence."""
    if code is not None and code < 0:
        with contextlib.suppress(ValueError):
            number = signal.Signals(-code)
            return f"died ({number.name}, {signal.strsignal(number)})"
    return f"ended by itself (exit code {code})"
