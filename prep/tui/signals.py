"""Asked to end by another process, or by a window that closes: the app ends as if its person had quit."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import threading
from typing import Any

from textual.app import App
from textual.drivers._writer_thread import WriterThread

ENDINGS = ("SIGTERM", "SIGHUP", "SIGQUIT")
"""By name: Windows has only the first. Python's own answer is to die at once, which leaves the shell without its
cursor, on the alternate screen, with a mouse that types."""

PATIENCE = 5
"""Seconds in which it must have ended. Textual waits for ever to write to a terminal that is gone; every rating is on
disk by then, so the kernel may end what is left."""

GONE = frozenset({errno.EIO, errno.ENXIO, errno.EBADF})
"""What writing to a terminal says that isn't there any more."""
HUNG_UP = 129
"""The exit code that shells give SIGHUP."""


def end_on_signals(app: App[Any]) -> None:
    """From now on each of them quits the app, with the exit code that shells give the signal."""
    loop = asyncio.get_running_loop()
    for number in (getattr(signal, name) for name in ENDINGS if hasattr(signal, name)):
        try:
            loop.add_signal_handler(number, _end, app, number)
        except (NotImplementedError, RuntimeError, ValueError):
            return  # Windows, or no main thread: a signal ends the process as before.


def _end(app: App[Any], number: int) -> None:
    signal.alarm(PATIENCE)
    app.exit(return_code=128 + number)


def ended_by_its_window(app: App[Any], fault: threading.ExceptHookArgs) -> bool:
    """Whether this fault of a thread is a window that has closed: then the app ends, as if its person had quit.

    Called in the thread that writes, which goes on, to nowhere: the app would wait for ever for one that has ended.
    """
    thread, error = fault.thread, fault.exc_value
    if not (isinstance(thread, WriterThread) and isinstance(error, OSError) and error.errno in GONE):
        return False
    os.dup2(os.open(os.devnull, os.O_WRONLY), thread.fileno())
    app.call_later(app.exit, return_code=HUNG_UP)
    thread.run()
    return True
