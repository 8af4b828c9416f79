"""What parsing gives; known without the parser, for most files are kept from one start to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from prep.core.card import Card, Source
from prep.core.problem import Problem
from prep.decks.grammar.document import Document
from prep.decks.grammar.lines import LinesOnDisk
from prep.decks.grammar.preamble import Preamble


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """What one file says. Its cards are all cards, whether they can be asked or not."""

    file: str
    """As in problems."""
    path: str
    """As in places."""
    preamble: Preamble | None
    """None: without a topic none of the cards has an identity."""
    cards: tuple[Card, ...]
    sources: tuple[Source, ...]
    problems: tuple[Problem, ...]
    document: Document
    shipped: bool = False

    @property
    def lines(self) -> Sequence[str]:
        """For problems, which quote theirs."""
        return self.document.lines or LinesOnDisk(self.path)
