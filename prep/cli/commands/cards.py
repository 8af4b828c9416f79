"""`prep cards`: every card, or those that a query asks for, one a line in the order of the decks."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from prep.cli import page
from prep.cli.opened import library
from prep.session.library.listing import CardEntry, found, listing
from prep.session.library.search import Search, understood


def run(args: Namespace) -> int:
    """Full id, kind, state and cue."""
    query = understood(" ".join(args.query))
    with library() as opened:
        if not query:
            show(listing(opened), args.json)
            return 0
        with Search(opened) as search:
            wanted = {card.full_id for card in search.find(query, len(opened.deck.cards)).cards}
        show(found(opened, [card for card in opened.deck.cards if card.full_id in wanted]), args.json)
        return 0


def show(entries: Sequence[CardEntry], json: bool) -> None:
    """Print them."""
    if json:
        page.print_json(
            [{"id": e.card.full_id, "kind": e.card.kind, "state": e.state, "cue": e.card.cue} for e in entries]
        )
        return
    from prep.view.listing import entry_lines

    page.show(entry_lines(entries))
