"""`prep release ID…`: let suspended or buried cards be asked again."""

from __future__ import annotations

from argparse import Namespace

from prep.cli.opened import library
from prep.session.changes.actions import release
from prep.text.words import count


def run(args: Namespace) -> int:
    """Say how many were held; exit 1 when none was."""
    with library() as opened:
        released = release(opened, [opened.find(word) for word in args.ids])
    print(f"{count(released, 'card')} released; prep undo takes it back" if released else "none of these is held")
    return 0 if released else 1
