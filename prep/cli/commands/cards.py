"""`prep cards`: every card, one a line."""

from __future__ import annotations

from argparse import Namespace

from prep.cli import page
from prep.cli.opened import library
from prep.session.library.listing import listing


def run(args: Namespace) -> int:
    """Full id, kind, state and cue, in the order of the decks."""
    with library() as opened:
        entries = listing(opened)
    if args.json:
        page.print_json(
            [{"id": e.card.full_id, "kind": e.card.kind, "state": e.state, "cue": e.card.cue} for e in entries]
        )
        return 0
    from prep.view.listing import entry_lines

    page.show(entry_lines(entries))
    return 0
