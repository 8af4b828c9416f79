"""The app is ended by force, and started again in the same terminal."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import termios
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")]


def read_until(terminal: int, text: bytes) -> bytes:
    """What is written up to this text."""
    seen = b""
    while text not in seen:
        assert select.select([terminal], [], [], PATIENCE)[0], seen[-300:]
        seen += os.read(terminal, 65536)
    return seen


def test_the_next_start_mends_the_terminal(used_home: Path) -> None:
    """SIGKILL leaves it raw, with a mouse that types; started again and left, it echoes lines, and the mouse is off."""
    environment = {**os.environ, "PREP_HOME": str(used_home), "PYTHONPATH": str(ROOT), "TERM": "xterm"}
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)

    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "prep"], env=environment, stdin=theirs, stdout=theirs, stderr=theirs
        )

    with start() as killed:
        read_until(ours, b"cards today")
        killed.kill()
    assert termios.tcgetattr(theirs) != before
    with start() as mending:
        read_until(ours, b"cards today")
        os.write(ours, b"q")
        read_until(ours, b"\x1b[?1003l")
        read_until(ours, b"\x1b[?1049l")
        assert mending.wait(PATIENCE) == 0
    assert termios.tcgetattr(theirs) == before
    os.close(ours)
    os.close(theirs)
