"""`prep show ID`: one card with its history."""

from __future__ import annotations

from argparse import Namespace

from prep.cli import page
from prep.cli.opened import library
from prep.cli.page import print_json
from prep.session.library.history import history


def run(args: Namespace) -> int:
    """The card as it stands, its schedule, and every rating."""
    with library() as opened:
        found = history(opened, opened.find(args.id))
    if args.json:
        print_json(found.json())
        return 0
    from prep.view.card.whole import whole

    page.show(whole(found, page.width()))
    return 0
