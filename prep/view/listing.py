"""Every card, one a row."""

from __future__ import annotations

from collections.abc import Sequence

from prep.session.library.listing import CardEntry
from prep.text.markdown import plain
from prep.text.row import row
from prep.text.span import Line


def entry_lines(entries: Sequence[CardEntry]) -> list[Line]:
    """Full id, kind, state and cue, in columns."""
    width = max((len(entry.card.full_id) for entry in entries), default=0)
    return [
        row(f"{each.card.full_id:{width}}  {each.card.kind.value:9}  {each.state:11}  {plain(each.card.cue)}")
        for each in entries
    ]
