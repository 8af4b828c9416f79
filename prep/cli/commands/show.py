"""`prep show ID`: one card with its history."""

from __future__ import annotations

from argparse import Namespace

from prep.cli import page
from prep.cli.opened import library
from prep.cli.page import print_json
from prep.cli.plain_card import label, whole
from prep.session.library.history import CardHistory, history
from prep.text.span import BLANK


def run(args: Namespace) -> int:
    """The card as it stands, its schedule, and every rating."""
    with library() as opened:
        found = history(opened, opened.find(args.id))
    if args.json:
        print_json(found.json())
        return 0
    page.show([*whole(found.card), BLANK, label("HISTORY")])
    _print_history(found)
    return 0


def _print_history(found: CardHistory) -> None:
    for row in found.rows:
        page.say(row)
    page.say(found.standing)
