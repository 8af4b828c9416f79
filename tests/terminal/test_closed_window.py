"""The window is closed while a card lies on the desk."""

from __future__ import annotations

import os
import pty
import select
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs Linux")]


def test_nothing_stays_behind_when_the_window_closes(used_home: Path) -> None:
    """The terminal takes no more output; the app ends all the same, as by SIGHUP, and has nothing to complain about."""
    environment = {**os.environ, "PREP_HOME": str(used_home), "PYTHONPATH": str(ROOT), "TERM": "xterm"}
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(sys.executable, [sys.executable, "-m", "prep", "review"], environment)
    ended = os.pidfd_open(pid)
    try:
        seen = b""
        while b"Say it aloud" not in seen:
            assert select.select([terminal], [], [], PATIENCE)[0], seen[-300:]
            seen += os.read(terminal, 65536)
        os.close(terminal)  # as a terminal emulator does: the kernel sends SIGHUP
        assert select.select([ended], [], [], PATIENCE)[0]
    finally:
        os.close(ended)
        _, status = os.waitpid(pid, os.WNOHANG)
    assert os.waitstatus_to_exitcode(status) == 129
    assert not list(used_home.rglob("crash*"))
