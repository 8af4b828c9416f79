"""One person's cards and log, open together: what every command and screen works on."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from prep.config import Config, absent_folders
from prep.copies import conflicted_copies
from prep.core.card import Card, Deck, Topic
from prep.core.clock import DAY_MS, Clock, Moment, month, went_back
from prep.core.introduction import turns
from prep.core.plan import worths
from prep.core.problem import Problem, Severity
from prep.core.schedule import Rules
from prep.decks.problems.rules import RULES
from prep.decks.reading.alike import Beat
from prep.decks.reading.reading import NOTHING_READ
from prep.errors import UsageError
from prep.paths import Paths
from prep.session.library.focus import Focus
from prep.session.library.reader import DeckReader
from prep.store.kept import newest
from prep.store.records import Listing, Synced
from prep.store.statistics.topic_recall import Outlooks
from prep.store.store import Store
from prep.text.words import interval

if TYPE_CHECKING:  # writing brings the parser, which a start with unchanged decks does without
    from prep.decks.writing.edit import Written

UNKEPT_DAYS = 7
TOPIC_GAP = 1_000_000
"""Between the positions of two topics, so that a card added to one moves no row of another."""

AT_ONCE = 2_000
"""Cards whose cues are compared within 0.1 s."""


class Library:
    """Decks and log. Opening it reads the decks and lets the log know what is new in them."""

    def __init__(
        self, paths: Paths, config: Config, clock: Clock, store: Store, reader: DeckReader | None = None
    ) -> None:
        self.paths = paths
        self.config = config
        self.rules = Rules(config.retention, config.maximum_interval, config.learning_steps, config.relearning_steps)
        """The settings that scheduling knows."""
        self.clock = clock
        self.store = store
        self.outlooks = Outlooks(store)
        self.deck = Deck(())
        self._reader = reader or DeckReader(paths, config)
        self._reading = NOTHING_READ
        self._unwritten: tuple[Problem, ...] = ()
        self._given_away: tuple[Problem, ...] = ()
        self._cards: dict[str, Card] = {}
        self._worths: dict[str, float] | None = None

    @classmethod
    def open(
        cls,
        paths: Paths,
        config: Config,
        clock: Clock,
        reader: DeckReader | None = None,
        busy_ms: int = 5_000,
    ) -> Library:
        """Open the database, read the decks, sync. Raises StoreError.

        reader: one that has read them before. busy_ms: how long to wait for another program that writes.
        """
        store = Store.open(paths.database, clock, paths.backups, busy_ms)
        try:
            library = cls(paths, config, clock, store, reader)
            store.cap_answers(config.answer_cap_minutes * 60_000)
            library.reload()
        except BaseException:
            store.close()
            raise
        return library

    def close(self) -> None:
        """Close the database."""
        self.store.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # time

    def now(self) -> Moment:
        """The present moment."""
        return self.clock.now()

    def day(self) -> int:
        """The present study day."""
        return self.config.day_of(self.now())

    @property
    def notices(self) -> tuple[str, ...]:
        """What a person should hear at the start: damaged rows, another machine's copy, a clock that went back."""
        behind = went_back(self.now(), self.store.newest_wall())
        late = (f"The clock stands {interval(behind / DAY_MS)} before your newest answer.",) if behind else ()
        return (*self.store.notices, *map(_copy, conflicted_copies(self.paths.database)), *late, *self._unkept())

    def _unkept(self) -> tuple[str, ...]:
        """Where answers of more than a week are in no backup: making one each day has failed."""
        if (span := self.store.span()) is None:
            return ()
        first, latest = (Moment(wall, self.now().offset_minutes).local for wall in span)
        copy = newest(self.paths.backups)
        days = (latest - (copy.at if copy else first)).days
        what = f"The newest backup lacks {days} days of answers" if copy else f"There is no backup of {days} days"
        return (f"{what}: `prep backup` makes one.",) if days > UNKEPT_DAYS else ()

    # content

    def await_turn(self) -> None:
        """Before a deck file is changed, which no transaction takes back. Raises StoreError where another writes."""
        if self.store.database.writable:
            with self.store.database.write():
                pass

    def reload(self, made: Sequence[Written] = ()) -> Synced:
        """Read the decks again and tell the log. made: where cards were just made in the app: they are asked today."""
        reading, self._unwritten, self._given_away = self._reader.read(), (), ()
        if any(problem.rule == "no-id" for problem in reading.pressing):
            self.await_turn()
            self._unwritten = self._reader.give_ids(reading, self.store.known)
            reading = self._reader.read()
        self._reading, self.deck = reading, reading.deck
        self._cards = {card.full_id: card for card in self.deck.cards}
        self._worths = None
        synced = self.store.sync(self._listings(made), self.now(), self.day(), len(self.serious))
        self._given_away = tuple(_given_away(self._cards[card], new) for card, new in synced.shadowed)
        return synced

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong with the decks. The first time after a reload, all cues are compared: 3 s for a
        hundred thousand, so a screen asks in a thread."""
        return self._problems(self._reading.problems)

    def compare(self, beat: Beat) -> None:
        """Have `problems` at hand; `beat` is called all the while, and what it raises ends it."""
        self._reading.compare(beat)

    @property
    def pressing(self) -> tuple[Problem, ...]:
        """All problems but cues that are alike."""
        return self._problems(self._reading.pressing)

    @property
    def compared(self) -> bool:
        """Whether `problems` is at hand, or will be in a moment."""
        return self._reading.compared or len(self.deck.cards) <= AT_ONCE

    def _problems(self, read: Sequence[Problem]) -> tuple[Problem, ...]:
        absent = absent_folders(self.config, self.paths.config)
        return (*absent, *self._unwritten, *read, *self._given_away)

    @property
    def serious(self) -> tuple[Problem, ...]:
        """Problems that are more than notes and no matter of craft: what Home counts."""
        craft = {rule.name for rule in RULES.values() if rule.craft}
        return tuple(p for p in self.pressing if p.severity is not Severity.NOTE and p.rule not in craft)

    @property
    def facts(self) -> tuple[Card, ...]:
        """Dated facts whose month is over: they wait to be checked and aren't asked."""
        now = month(self.day())
        return tuple(card for card in self.deck.cards if card.expires and card.expires < now)

    @property
    def worths(self) -> dict[str, float]:
        """Full id → what knowing the card is worth (`core.plan.worths`); made once after a reload."""
        if self._worths is None:
            self._worths = worths(self.deck.topics)
        return self._worths

    def card(self, full_id: str) -> Card | None:
        """The card with this identity, if a deck has it."""
        return self._cards.get(full_id)

    def find(self, word: str) -> Card:
        """The card with this full id, or the only one whose id ends so. Raises UsageError with the nearest."""
        if found := self._cards.get(word):
            return found
        tails = [card for card in self.deck.cards if card.id == word]
        if len(tails) == 1:
            return tails[0]
        if tails:
            raise UsageError(f"{word} is in several topics", "say which: " + ", ".join(c.full_id for c in tails))
        near = get_close_matches(word, [*self._cards, *(card.id for card in self.deck.cards)], n=1, cutoff=0.5)
        raise UsageError(f"no card {word!r}", f"did you mean {near[0]}?" if near else "prep cards lists them all")

    def find_topic(self, word: str) -> Topic:
        """The topic with this id. Raises UsageError with the nearest."""
        if found := self.deck.topic(word):
            return found
        near = get_close_matches(word, [topic.id for topic in self.deck.topics], n=1, cutoff=0.4)
        listed = ", ".join(topic.id for topic in self.deck.topics[:12])
        raise UsageError(f"no topic {word!r}", f"did you mean {near[0]}?" if near else f"there are {listed}")

    def check(self, focus: Focus) -> None:
        """Raise UsageError, with the nearest, if the focus names a topic or tag that no card has."""
        for topic in focus.topics:
            self.find_topic(topic)
        tags = {tag for card in self.deck.cards for tag in card.tags}
        for tag in focus.tags:
            if tag not in tags:
                near = get_close_matches(tag, tags, n=1, cutoff=0.4)
                listed = ", ".join(sorted(tags)[:12])
                raise UsageError(f"no tag {tag!r}", f"did you mean {near[0]}?" if near else f"there are {listed}")

    def _listings(self, made: Sequence[Written]) -> list[Listing]:
        when = turns(self.deck.topics)
        return [
            _listing(card, TOPIC_GAP * t + c, when.get(card.full_id, 0), stands_at(card, made))
            for t, topic in enumerate(self.deck.topics)
            for c, card in enumerate(topic.cards)
        ]


def _given_away(card: Card, new: str) -> Problem:
    """A card whose id was another card's before that one was renamed."""
    message = f"{card.full_id} was the id of {new}, which has its answers; this card is not asked"
    return Problem(
        card.place.file, card.place.line, 0, Severity.WARNING, message, "give it another id", "id-given-away"
    )


def _copy(file: Path) -> str:
    """How another machine's version of the database is told."""
    return f'{file.name} lies beside your database: a sync service kept both. Run prep merge "{file}", then delete it.'


def stands_at(card: Card, written: Sequence[Written]) -> bool:
    """Whether the card is one of those just written."""
    return any((card.place.file, card.place.line) == (str(each.path), each.line) for each in written)


def _listing(card: Card, position: int, turn: int, made: bool) -> Listing:
    return Listing(
        card=card.full_id,
        kind=card.kind,
        topic=card.topic,
        position=position,
        turn=turn,
        level=card.level,
        parent=card.parent,
        tags=card.tags,
        expires=card.expires,
        capstone=card.capstone,
        was=card.was,
        made=made,
        file=card.place.file,
        line=card.place.line,
    )
