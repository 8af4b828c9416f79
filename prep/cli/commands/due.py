"""`prep due`: what is due today."""

from __future__ import annotations

from argparse import Namespace

from prep.cli import page
from prep.cli.opened import library
from prep.core.clock import day_date
from prep.session.home.due import today


def run(args: Namespace) -> int:
    """{day, due:{question,follow-up,red-flag}, new, minutes, cards:[{id,kind,due,recall}]}"""
    with library() as opened:
        due = today(opened)
    if args.json:
        cards = [{"id": c.id, "kind": c.kind, "due": c.due, "recall": c.recall} for c in due.cards]
        page.print_json(
            {
                "day": day_date(due.day).isoformat(),
                "due": {kind.value: number for kind, number in due.due.items()},
                "new": due.new,
                "minutes": due.minutes,
                "cards": cards,
            }
        )
        return 0
    from prep.view.due import due_lines

    page.show(due_lines(due))
    return 0
