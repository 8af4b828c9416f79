"""Notes of other programs as cards in the person's folder; a note that was taken before isn't taken twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from prep.core.kind import USUAL
from prep.core.problem import Severity
from prep.decks.grammar.demo_calls import KnownDemos
from prep.decks.reading.read import read_text
from prep.decks.writing.draft import CardDraft, new_card_markdown
from prep.decks.writing.edit import add_text, new_preamble
from prep.decks.writing.ids import new_id
from prep.exchange.notes.note import Note, Notes, NotTaken
from prep.session.changes.adding import preamble_of
from prep.session.library.demo_names import known_demos
from prep.session.library.library import Library

_HEADING = re.compile(r"^(#{1,3})(?=\s)", re.MULTILINE)
_FENCED = re.compile(r"(^ {0,3}```.*?(?:^ {0,3}```\s*?$|\Z))", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class ImportedCard:
    """A card that a note becomes."""

    topic: str
    id: str
    markdown: str
    note: Note

    @property
    def full_id(self) -> str:
        """topic/id."""
        return f"{self.topic}/{self.id}"


@dataclass(frozen=True, slots=True)
class Intake:
    """What becomes of a file's notes. Nothing is written yet."""

    cards: tuple[ImportedCard, ...]
    there: tuple[ImportedCard, ...]
    """Taken before; what the person made of them stays."""
    not_taken: tuple[NotTaken, ...]
    told: tuple[str, ...]


def prepared(library: Library, notes: Notes, topic: str, otherwise: str) -> Intake:
    """What each note becomes: in `topic`, else in its own deck's, else in `otherwise`. Raises DeckError where the topic
    is none."""
    preamble_of(library, topic or otherwise)
    known = known_demos(library.paths.demos)
    cards: dict[str, ImportedCard] = {}
    there: list[ImportedCard] = []
    not_taken = list(notes.not_taken)
    for note in notes.notes:
        card = _card(note, topic or _topic(note.deck) or otherwise)
        if library.deck.card(card.full_id) or card.full_id in cards:
            there.append(card)
        elif wrong := _problem(card, known):
            not_taken.append(NotTaken(note.place, wrong))
        else:
            cards[card.full_id] = card
    return Intake(tuple(cards.values()), tuple(there), tuple(not_taken), notes.told)


def take_in(library: Library, found: Intake) -> tuple[str, ...]:
    """Write the cards, topic by topic; their full ids. They come as new cards do, so many a day: a thousand that were
    asked today would be no review. Raises DeckError, StoreError."""
    topics: dict[str, list[str]] = {}
    for card in found.cards:
        topics.setdefault(card.topic, []).append(card.markdown)
    library.await_turn()
    for topic, cards in topics.items():
        add_text(library.paths.decks, preamble_of(library, topic) + "\n\n".join(cards) + "\n")
    library.reload()
    return tuple(card.full_id for card in found.cards if library.deck.card(card.full_id))


def _card(note: Note, topic: str) -> ImportedCard:
    """Its id says what it asks, and of which note it is: the same note always gets the same."""
    cue = " ".join(note.question.split())
    digest = sha256((note.key or cue).encode()).hexdigest()[:6]
    card_id = f"{new_id(cue, topic, lambda _: False)}-{digest}"
    draft = CardDraft(USUAL, cue, _body(note.answer), note.points, id=card_id)
    facts = "".join(_attributes(note))
    markdown = new_card_markdown(draft).replace(f"{{#{card_id}}}", f"{{#{card_id}{facts}}}", 1)
    return ImportedCard(topic, card_id, markdown + (f"\n\n### Hint\n\n{note.hint}" if note.hint else ""), note)


def _attributes(note: Note) -> Iterator[str]:
    if note.tags:
        yield f" tags={','.join(note.tags)}"
    if note.level:
        yield f" level={note.level}"


def _body(answer: str) -> str:
    """The answer with its headings below those of a card, outside code."""
    pieces = _FENCED.split(answer)
    return "".join(piece if at % 2 else _HEADING.sub("####", piece) for at, piece in enumerate(pieces))


def _topic(deck: str) -> str:
    parts = (re.sub(r"[^a-z0-9]+", "-", part.lower()).strip("-") for part in re.split(r"::|/", deck))
    return "/".join(part for part in parts if part)


def _problem(card: ImportedCard, known: KnownDemos) -> str:
    """Why prep couldn't ask it; empty where it can."""
    found = read_text(f"{new_preamble(card.topic, '')}\n\n{card.markdown}\n", "note", known)
    error = next((problem for problem in found.problems if problem.severity is Severity.ERROR), None)
    return error.message if error else "" if found.deck.cards else "prep can't ask it"
