"""`prep` without a command: the app."""

from __future__ import annotations

import sys
from typing import Any

from prep.errors import UsageError
from prep.paths import paths


def open_app(**wanted: Any) -> int:
    """Open the app, on Home or straight in a review; both need a terminal."""
    if not in_terminal():
        raise UsageError("the app needs a terminal", "prep review --plain works through a pipe")
    database = paths().database
    if not (database.is_file() and database.stat().st_size):
        # Costs imports, but only where there is no database to begin with.
        from prep.cli.opened import ask_before_anew

        ask_before_anew(paths())
    from prep.tui.start import run_app

    code = run_app(**wanted)
    from prep.cli import daily  # the first frame does without it

    daily.start()
    return code


def in_terminal() -> bool:
    """Whether a person can see the screen and press keys."""
    return sys.stdin.isatty() and sys.stdout.isatty()
