"""The shell stops a program of the line mode (ctrl+z) and lets it go on (`fg`)."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from types import FrameType


def on_stop(before: Callable[[], None], after: Callable[[], None]) -> None:
    """From now on call `before` when the program is about to stop, and `after` once it goes on."""

    def stop(number: int, frame: FrameType | None) -> None:
        before()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)  # returns when it goes on
        signal.signal(number, stop)
        after()

    if hasattr(signal, "SIGTSTP"):  # Windows stops no program
        signal.signal(signal.SIGTSTP, stop)
