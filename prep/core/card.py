"""What a deck file says, read once and never changed: topics, cards and their parts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from prep.core.kind import Kind, Level

DEPTH_SECTIONS = ("Intuition", "Derivation", "Example", "Code", "Compare", "In practice")
"""The sections that fold open below an answer, in the order in which they are shown."""


USUAL_WEIGHT = 3
"""Of a topic that doesn't say how often interviewers ask it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands on disk."""

    file: str
    """Path of the deck file."""
    line: int
    """First line, counted from 1."""
    last_line: int
    """Last line that still belongs to it."""


@dataclass(frozen=True, slots=True)
class MustSay:
    """One idea that the answer must contain; a listener can tick it."""

    key: str
    text: str
    """Inline Markdown."""
    required: bool


@dataclass(frozen=True, slots=True)
class Section:
    """A piece of depth: its name from `DEPTH_SECTIONS` and its Markdown."""

    name: str
    body: str
    line: int


@dataclass(frozen=True, slots=True)
class DemoCall:
    """A demo that a card names, with the card's parameters."""

    name: str
    arguments: tuple[tuple[str, str], ...]
    """Unparsed, in the order written: (("d_k", "8,64"), ("n", "1000"))."""
    wording: str
    """The prediction question in the card's own words; empty: the demo's own."""
    line: int


@dataclass(frozen=True, slots=True)
class Source:
    """A definition at the end of a file: what [key] stands for."""

    key: str
    url: str
    """Empty where the source has no address."""
    title: str


class CardWords(Protocol):
    """A card's text: at hand, or packed away until somebody reads it."""

    @property
    def text(self) -> CardText:
        """The text itself."""


@dataclass(frozen=True, slots=True)
class CardText:
    """What a card says. All of it is Markdown with $…$ math."""

    cue: str
    """What the interviewer says; a red flag's is the candidate's flawed sentence, without quotes."""
    answer: str = ""
    """A question's: said aloud. A red flag's: what is wrong."""
    asked_as: tuple[str, ...] = ()
    """Further phrasings of the cue."""
    hint: str = ""
    must_say: tuple[MustSay, ...] = ()
    say_instead: str = ""
    """Red flags only, without the sound counterpart."""
    sound: str = ""
    """Red flags only: the sound counterpart of the flawed sentence, without quotes; may be empty."""
    depth: tuple[Section, ...] = ()
    remember: tuple[str, ...] = ()
    demos: tuple[DemoCall, ...] = ()
    sources: tuple[Source, ...] = ()
    """The sources that this card's text cites, in order of first citation."""

    @property
    def text(self) -> CardText:
        """Itself: it is at hand."""
        return self


@dataclass(frozen=True, slots=True)
class Card:
    """One card as its deck file has it: what a review must know of all cards, and the words of this one.

    A hundred thousand cards lie in memory at once, and one is read at a time.
    """

    topic: str
    id: str
    """Unique in the topic; empty until the sync of the user's folder has written one."""
    kind: Kind
    words: CardWords
    """What it says, as `text` and the properties below tell it."""
    place: Place
    parent: str = ""
    """Full id of the question that a follow-up or red flag hangs on; empty for a question."""
    was: str = ""
    """Full id that this card bore before."""
    capstone: bool = False
    level: Level = Level.CORE
    tags: tuple[str, ...] = ()
    as_of: str = ""
    """YYYY-MM, when the fact was checked."""
    expires: str = ""
    """YYYY-MM, the last month in which the fact may be asked."""
    shipped: bool = False
    """From the starter deck (read-only) rather than from the user's folder."""
    full_id: str = field(init=False, repr=False, compare=False)
    """The card's identity: "topic/id". File and folder do not matter."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "full_id", f"{self.topic}/{self.id}")

    @property
    def limit_seconds(self) -> int:
        """How long the spoken answer may take before it suggests Hard (DESIGN §1)."""
        return 180 if self.capstone else 60

    @property
    def text(self) -> CardText:
        """All that it says."""
        return self.words.text

    @property
    def cue(self) -> str:
        """What the interviewer says, or the flawed sentence."""
        return self.text.cue

    @property
    def phrasings(self) -> tuple[str, ...]:
        """Every way to ask; a review shows one of them."""
        text = self.text
        return (text.cue, *text.asked_as)

    @property
    def answer(self) -> str:
        """What is said aloud, or what is wrong."""
        return self.text.answer

    @property
    def hint(self) -> str:
        """May be empty."""
        return self.text.hint

    @property
    def must_say(self) -> tuple[MustSay, ...]:
        """The points to tick."""
        return self.text.must_say

    @property
    def say_instead(self) -> str:
        """Red flags only."""
        return self.text.say_instead

    @property
    def sound(self) -> str:
        """A red flag's sound counterpart."""
        return self.text.sound

    @property
    def depth(self) -> tuple[Section, ...]:
        """What folds open below the answer."""
        return self.text.depth

    @property
    def remember(self) -> tuple[str, ...]:
        """The night before."""
        return self.text.remember

    @property
    def demos(self) -> tuple[DemoCall, ...]:
        """The demos that it names."""
        return self.text.demos

    @property
    def sources(self) -> tuple[Source, ...]:
        """What it cites."""
        return self.text.sources


@dataclass(frozen=True, slots=True)
class Topic:
    """A page to learn from: all cards that share a topic, in deck order, with what stands around them."""

    id: str
    title: str
    """Inline Markdown; the first file's."""
    level: Level
    tags: tuple[str, ...]
    related: tuple[str, ...]
    introduction: str
    cards: tuple[Card, ...]
    sources: tuple[Source, ...]
    files: tuple[str, ...]
    weight: int = USUAL_WEIGHT
    """How often interviewers ask it: 1 seldom, 5 nearly always."""
    after: tuple[str, ...] = ()
    """Topics to learn first."""


@dataclass(frozen=True, slots=True)
class Deck:
    """Everything that was read: topics in reading order. A user's card has already replaced its shipped twin."""

    topics: tuple[Topic, ...]
    cards: tuple[Card, ...] = field(init=False, repr=False, compare=False)
    """All cards in deck order."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(card for topic in self.topics for card in topic.cards))

    def card(self, full_id: str) -> Card | None:
        """The card with this identity, if a deck has it."""
        return next((card for card in self.cards if card.full_id == full_id), None)

    def topic(self, topic_id: str) -> Topic | None:
        """The topic with this id, if a deck has it."""
        return next((topic for topic in self.topics if topic.id == topic_id), None)
