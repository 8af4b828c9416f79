"""`prep redo`: give back what was undone last."""

from __future__ import annotations

from argparse import Namespace

from prep.cli.opened import library
from prep.session.changes.actions import redo


def run(args: Namespace) -> int:
    """Say what was redone; exit 1 when there is nothing."""
    with library() as opened:
        redone = redo(opened)
    print(redone.sentence if redone else "nothing to redo")
    return 0 if redone else 1
