"""`prep cards`: every card, one a line."""

from __future__ import annotations

from argparse import Namespace

from prep.cli.opened import library
from prep.cli.page import print_json
from prep.session.library.listing import listing
from prep.text.markdown import plain


def run(args: Namespace) -> int:
    """Full id, kind, state and cue, in the order of the decks."""
    with library() as opened:
        entries = listing(opened)
    if args.json:
        print_json([{"id": e.card.full_id, "kind": e.card.kind, "state": e.state, "cue": e.card.cue} for e in entries])
        return 0
    width = max((len(e.card.full_id) for e in entries), default=0)
    for entry in entries:
        print(f"{entry.card.full_id:{width}}  {entry.card.kind.value:9}  {entry.state:11}  {plain(entry.card.cue)}")
    return 0
