"""How often a process has its files written through to the disk, as the system sees it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

CALLS = "fsync,fdatasync,sync_file_range"


def fsyncs(process: int, act: Callable[[], object]) -> int | None:
    """How many during an act; None where strace isn't there or may not look."""
    if shutil.which("strace") is None:
        return None
    with TemporaryDirectory() as folder:
        told = Path(folder) / "calls"
        words = ["strace", "-f", "-e", f"trace={CALLS}", "-o", str(told), "-p", str(process)]
        with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as looking:
            assert looking.stderr is not None
            if "attached" not in looking.stderr.readline():
                looking.kill()
                return None
            act()
            looking.terminate()
        return sum("sync" in line for line in told.read_text().splitlines())
