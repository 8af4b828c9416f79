"""What changes for the log when the decks were read again. A plan only; the store carries it out."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from prep.core.card import Deck


@dataclass(frozen=True, slots=True)
class SyncPlan:
    """Full ids, each list in deck order (retired: sorted). Nothing is ever deleted."""

    added: tuple[str, ...] = ()
    """Never seen before."""
    returned: tuple[str, ...] = ()
    """Known and retired, now in a deck again: their history is theirs."""
    retired: tuple[str, ...] = ()
    """Known and active, in no deck any more."""
    renamed: tuple[tuple[str, str], ...] = ()
    """(was, new): the old id's events now belong to the new id."""

    @property
    def empty(self) -> bool:
        """Whether there is nothing to do."""
        return not (self.added or self.returned or self.retired or self.renamed)


def sync_plan(
    deck: Deck, active: Collection[str], retired: Collection[str], withheld: Collection[str] = ()
) -> SyncPlan:
    """Compare the deck with the ids that the store knows, active and retired.

    An id that was renamed away is in neither collection. Cards that a problem withholds are still there: they
    aren't retired (`Reading.withheld`).
    """
    active, retired = frozenset(active), frozenset(retired)
    here = [card.full_id for card in deck.cards]
    there = frozenset((*here, *withheld))
    known = active | retired
    renamed = tuple((c.was, c.full_id) for c in deck.cards if c.was in known and c.was not in there)
    old, new = {was for was, _ in renamed}, {became for _, became in renamed}
    return SyncPlan(
        added=tuple(full for full in here if full not in known and full not in new),
        returned=tuple(full for full in here if full in retired),
        retired=tuple(sorted(active - there - old)),
        renamed=renamed,
    )
