"""The cards of one topic."""

from __future__ import annotations

from collections.abc import Sequence

from prep.core.card import Card
from prep.session.library.library import Library
from prep.text import words
from prep.text.markdown import plain
from prep.text.row import cut, label, row
from prep.text.span import Role, Span
from prep.tui.screens.library.list import CardList
from prep.tui.widgets.head import HeadFacts
from prep.tui.widgets.rows import Row


class CardsScreen(CardList):
    """A row a card, in the order of the deck."""

    def __init__(self, library: Library, topic: str) -> None:
        super().__init__(library)
        self.topic = topic

    @property
    def cards(self) -> Sequence[Card]:
        """As the deck has them now."""
        found = self.library.deck.topic(self.topic)
        return found.cards if found else ()

    def facts(self) -> HeadFacts:
        """How many, and how many wait."""
        due = sum(self.shelved(card).waits for card in self.cards)
        facts = words.count(len(self.cards), "card") + (f" · {due} due" if due else "")
        return HeadFacts(place=f"library › {self.topic.rpartition('/')[2]}", facts=facts + self.marks())

    def above(self) -> list[Row]:
        """Title, weight, what it comes after."""
        topic = self.library.deck.topic(self.topic)
        if topic is None or self.grid.short:
            return []
        after = f" · after {', '.join(topic.after)}" if topic.after else ""
        title = row(Span(plain(topic.title), Role.STRONG))
        return [row(), title, cut(label(f"asked {topic.weight} of 5{after}"), self.grid.width)]
