"""`prep` without a command: the app."""

from __future__ import annotations

from argparse import Namespace


def run(args: Namespace) -> int:
    """Open the app on Home."""
    from prep.tui.start import run_app

    return run_app()
