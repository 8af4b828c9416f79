"""Finding cards by what they say and how they stand (DESIGN §1)."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from types import TracebackType
from zlib import crc32

from prep.core.card import Card, Deck, Topic
from prep.core.query import Query, QueryProblem, query
from prep.decks.reading.packed import Packed, packed
from prep.errors import UsageError
from prep.session.library.library import Library
from prep.store.search.find import find
from prep.store.search.index import Index, Texts

PAGE = 500
"""Cards that a screen shows at most: who has more narrows the query."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The cards that a query found, the best first."""

    cards: tuple[Card, ...]
    total: int
    """How many there are, shown or not."""


class Search:
    """The index of one library's cards: made where it is missing, brought up to date when the decks have changed."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._index = Index(library.paths.cache / "search.db", library.store.database)
        self._synced: Deck | None = None
        self._lock = Lock()
        """A screen searches in threads."""

    def find(self, query: Query, most: int = PAGE) -> SearchResult:
        """What a query finds now. Raises StoreError."""
        library = self._library
        with self._lock:
            if self._synced is not (deck := library.deck):
                self._index.sync({card.full_id: _stamp(card) for card in deck.cards}, self._texts)
                self._synced = deck
            hits = find(self._index.connection, query, library.day(), library.store.model, most)
        return SearchResult(tuple(filter(None, map(library.card, hits.cards))), hits.total)

    def close(self) -> None:
        """Close the index."""
        self._index.close()

    def __enter__(self) -> Search:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _texts(self, full_id: str) -> Texts:
        card = self._library.card(full_id)
        topic = self._library.deck.topic(card.topic) if card else None
        return _texts(card, topic) if card else ("", "", "", "")


def understood(text: str) -> Query:
    """What a command's words ask. Raises UsageError."""
    try:
        return query(text)
    except QueryProblem as problem:
        raise UsageError(str(problem), f"see column {problem.column} of {text[:80]}") from problem


def _stamp(card: Card) -> int:
    words = card.words if isinstance(card.words, Packed) else packed(card)
    return crc32(words.pack, crc32(" ".join(card.tags).encode()))


def _texts(card: Card, topic: Topic | None) -> Texts:
    text = card.text
    answer = (text.answer, *(point.text for point in text.must_say), text.say_instead, text.sound)
    depth = (*(section.body for section in text.depth), *text.remember, text.hint, *(s.title for s in text.sources))
    about = (card.topic.replace("/", " "), topic.title if topic else "", *card.tags)
    return "\n".join((text.cue, *text.asked_as)), "\n".join(answer), "\n".join(depth), " ".join(about)
