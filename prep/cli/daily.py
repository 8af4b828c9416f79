"""The daily copy, made by a process of its own once nobody waits: neither a frame nor an answer is later for it."""

from __future__ import annotations

import subprocess

from prep.child.start import command, environment, ground
from prep.errors import PrepError
from prep.paths import paths
from prep.store.backups.daily import wanted
from prep.system_clock import SystemClock


def start() -> None:
    """After a review: let today's copy be made, unless there is one. It outlives the terminal."""
    try:
        places = paths()
        if not places.database.is_file() or not wanted(places.backups, SystemClock().now()):
            return
        words, streams = [*command("prep"), "backup", "--daily"], ("stdin", "stdout", "stderr")
        quiet = dict.fromkeys(streams, subprocess.DEVNULL)
        subprocess.Popen(words, **quiet, env=environment(), cwd=ground(), start_new_session=True)  # type: ignore[call-overload]
    except (OSError, PrepError):
        return  # Home tells when the newest copy is old
