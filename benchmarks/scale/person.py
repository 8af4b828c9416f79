"""The simulated person's database, and the library over it, with a clock that stands still at noon of its day."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import groupby, islice
from pathlib import Path

from scale import history
from scale.place import once

from prep.config import Config
from prep.core.card import Card, Deck, Topic
from prep.core.clock import DAY_MS, Moment, day_number
from prep.core.kind import Level
from prep.decks.reading.packed import packed
from prep.paths import Paths, paths
from prep.session.library.library import Library, _listing
from prep.store.caches import cache
from prep.store.database.migrations import MIGRATIONS
from prep.store.log import events as log
from prep.store.store import Store

NOON = DAY_MS // 2
BEFORE = 2_000
"""Days before today on which the cards were met."""
AT_ONCE = 1_000
"""Cards whose answers are written together."""


@dataclass(frozen=True, slots=True)
class Still:
    """A clock that stands."""

    moment: Moment

    def now(self) -> Moment:
        """The same moment always."""
        return self.moment

    def awake(self) -> int:
        """The same."""
        return self.moment.ms


def noon(day: int) -> Moment:
    """Noon UTC of a study day."""
    return Moment(day * DAY_MS + NOON)


def folder(cards: int, reviews: int) -> Path:
    """Holds `prep.db` with so many cards and reviews; making a million takes minutes, once for each schema."""
    return once(f"{cards}-{reviews}-schema-{len(MIGRATIONS)}", lambda place: _make(place, cards, reviews))


def _make(place: Path, number: int, reviews: int) -> None:
    today, known = day_number(datetime.now(UTC).date()), history.cards(number)
    clock = Still(noon(today - BEFORE))
    with Store.open(place / "prep.db", clock, place / "backups") as store:
        store.sync([_listing(card, n, n, made=False) for n, card in enumerate(known)], clock.now(), today - BEFORE)
        with store.database.write() as connection:
            answers = history.events(known, reviews, store.device, today)
            while some := list(islice(answers, AT_ONCE)):
                log.insert(connection, [event for card in some for event in card])
            cache.remake(connection)


def today(database: Path) -> int:
    """The study day after the newest answer."""
    with closing(sqlite3.connect(database)) as driver:
        return int(driver.execute("select max(day) + 1 from event where kind = 'rated'").fetchone()[0])


@contextmanager
def library(place: Path, number: int) -> Iterator[Library]:
    """The library over a copy of such a folder; its decks are made in memory, as they would have been read."""
    at, clock = _paths(place), Still(noon(today(place / "prep.db")))
    with Store.open(at.database, clock, at.backups) as store:
        opened = Library(at, Config(maximum_interval=history.RULES.maximum_interval), clock, store)
        cards = groupby(history.cards(number), key=lambda card: card.topic)
        opened.deck = Deck(tuple(_topic(id, _packed(mine)) for id, mine in cards))
        opened._cards = {card.full_id: card for card in opened.deck.cards}
        yield opened


@contextmanager
def opened(place: Path, decks: Path) -> Iterator[Library]:
    """The library as the app opens it: its decks are read, the starter deck too."""
    clock = Still(noon(today(place / "prep.db")))
    with Library.open(_paths(place), Config(deck_folders=(decks,)), clock) as library:
        yield library


def _paths(place: Path) -> Paths:
    return paths({"PREP_HOME": str(place)})


def _packed(cards: Iterable[Card]) -> list[Card]:
    """With their texts as a file that was read leaves them."""
    return [replace(card, words=packed(card)) for card in cards]


def _topic(id: str, cards: Iterable[Card]) -> Topic:
    return Topic(id, id, Level.CORE, (), (), "", tuple(cards), (), ())
