"""The terminal that the app was started in: mended before, and given back to its shell for a while."""

from __future__ import annotations

import os
import sys

try:
    import termios
except ImportError:  # Windows gives each program a console in order
    termios = None  # type: ignore[assignment]

KITTY_OFF = "\x1b[<9u"
"""Takes off what lies on kitty's pile of key forms; others ignore it. All else the app sets back as it ends."""


def mend() -> None:
    """Make it one in which lines can be typed: an app gives back the terminal that it found, and one that was ended by
    force (SIGKILL) has left it raw, without echo, its keys in kitty's form."""
    if termios is None or sys.__stdin__ is None or not sys.__stdin__.isatty():
        return
    terminal = sys.__stdin__.fileno()
    found = termios.tcgetattr(terminal)
    lines = termios.ICANON | termios.ECHO
    if found[3] & lines:
        return
    found[0] |= termios.ICRNL | termios.IXON
    found[3] |= lines | termios.ISIG | termios.IEXTEN
    termios.tcsetattr(terminal, termios.TCSANOW, found)
    if sys.__stderr__ is not None:
        sys.__stderr__.write(KITTY_OFF)
        sys.__stderr__.flush()


def has_shell() -> bool:
    """Whether a shell waits that can bring this process to the front again: its parent, in a group of its own."""
    if not hasattr(os, "getsid"):
        return False
    parent = os.getppid()
    try:
        return os.getsid(parent) == os.getsid(0) and os.getpgid(parent) != os.getpgid(0)
    except OSError:  # a parent of another session, or none
        return False
