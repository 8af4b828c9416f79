"""The topics as a person stands in them: how often each is asked, how far it is learnt, what waits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from prep.core.card import Card, Topic
from prep.core.state import State
from prep.session.library.library import Library

KNOWN, WEAK = 0.85, 0.70
"""Mean predicted recall of the cards met: from the one on, a topic met whole is known; below the other it is weak."""


class Mastery(StrEnum):
    """How far a topic is learnt."""

    UNSEEN = "unseen"
    LEARNING = "learning"
    KNOWN = "known"
    WEAK = "weak"


@dataclass(frozen=True, slots=True)
class ShelvedTopic:
    """One topic on the shelf."""

    topic: Topic
    area: str
    """The folder it lies in, below its deck: "language models / serving"."""
    met: int
    """Cards that were rated."""
    recall: float | None
    """Mean predicted recall of those today."""

    @property
    def mastery(self) -> Mastery:
        """In a word."""
        if self.recall is None:
            return Mastery.UNSEEN
        if self.recall < WEAK:
            return Mastery.WEAK
        return Mastery.KNOWN if self.recall >= KNOWN and self.met == len(self.topic.cards) else Mastery.LEARNING


@dataclass(frozen=True, slots=True)
class ShelvedCard:
    """One card of a list, as it stands today."""

    card: Card
    state: State
    recall: float | None
    day: int

    @property
    def waits(self) -> bool:
        """Whether it was met and is due."""
        past = self.state.reviewed
        if past is None or self.state.held(self.day):
            return False
        return past.due_at is not None or past.due_day <= self.day


def shelf(library: Library) -> list[ShelvedTopic]:
    """Every topic, areas together in the order of the decks, the most often asked first."""
    known = {each.topic: each for each in library.outlooks.on(library.day(), [t.id for t in library.deck.topics])}
    places = {topic.id: _area(topic, library) for topic in library.deck.topics}
    order = {area: at for at, area in enumerate(dict.fromkeys(places.values()))}
    topics = sorted(library.deck.topics, key=lambda topic: (order[places[topic.id]], -topic.weight))
    return [
        ShelvedTopic(topic, places[topic.id], seen.cards if seen else 0, seen.recall if seen else None)
        for topic in topics
        for seen in [known.get(topic.id)]
    ]


def shelved(library: Library, card: Card) -> ShelvedCard:
    """One card."""
    state, day = library.store.state(card.full_id), library.day()
    return ShelvedCard(card, state, library.store.model.recalled(state, day), day)


def _area(topic: Topic, library: Library) -> str:
    folder = Path(topic.files[0]).parent
    for root in (library.paths.starter, library.paths.decks, *library.config.deck_folders):
        if folder.is_relative_to(root):
            parts = folder.relative_to(root).parts or (("your own",) if root != library.paths.starter else ("cards",))
            return " / ".join(part.replace("-", " ") for part in parts)
    return folder.name
