"""`prep find QUERY`: the cards that a query asks for, the best match first."""

from __future__ import annotations

import sys
from argparse import Namespace

from prep.cli.commands.cards import show
from prep.cli.opened import library
from prep.session.library.listing import found
from prep.session.library.search import PAGE, Search, understood


def run(args: Namespace) -> int:
    """Full id, kind, state and cue; 1 when there is none."""
    query = understood(" ".join(args.query))
    with library() as opened, Search(opened) as search:
        result = search.find(query)
        show(found(opened, result.cards), args.json)
    if not result.cards:
        print("no card has all of this", file=sys.stderr)
    elif result.total > PAGE:
        print(f"the first {PAGE} of {result.total:,}; more words narrow it", file=sys.stderr)
    return 0 if result.cards else 1
