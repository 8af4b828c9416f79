"""`prep undo`: take back this device's newest action."""

from __future__ import annotations

from argparse import Namespace

from prep.cli.opened import library
from prep.session.changes.actions import undo


def run(args: Namespace) -> int:
    """Say what was undone; exit 1 when there is nothing."""
    with library() as opened:
        undone = undo(opened)
    print(undone.sentence if undone else "nothing to undo")
    return 0 if undone else 1
