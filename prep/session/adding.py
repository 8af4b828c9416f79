"""New cards and changed ones: what the form, `prep add` and `e` do to the person's own files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from prep.core.card import Card
from prep.core.problem import Problem, Severity
from prep.decks.edit import Written, add_text, append_card, copy_card
from prep.decks.read import read_text
from prep.session.known import known_demos
from prep.session.library import Library, stands_at


@dataclass(frozen=True, slots=True)
class Added:
    """What came of adding."""

    cards: tuple[str, ...]
    """Full ids; empty when a problem prevented it, and then no file has changed."""
    problems: tuple[Problem, ...]


def add(library: Library, text: str, name: str) -> Added:
    """Put a complete deck text into the person's folder. name: what its problems call it. Raises DeckError."""
    found = read_text(text, name, known_demos(library.paths.demos), library.deck).problems
    problems = tuple(problem for problem in found if problem.rule != "no-id")  # it gets one as it comes in
    if any(problem.severity is Severity.ERROR for problem in problems):
        return Added((), problems)
    return Added(_taken_in(library, add_text(library.paths.decks, text)), problems)


def add_card(library: Library, topic: str, markdown: str, title: str = "") -> Added:
    """Put one card, as the form wrote it, behind the last one of its topic. Raises DeckError."""
    written = append_card(library.paths.decks, topic, markdown, title)
    return Added(_taken_in(library, (written,)), ())


def edit_place(library: Library, card: Card) -> Written:
    """Where to edit this card: its own place, or its copy in the person's folder if it is shipped."""
    if card.shipped:
        return copy_card(card, library.paths.decks)
    return Written(Path(card.place.file), card.place.line)


def _taken_in(library: Library, written: tuple[Written, ...]) -> tuple[str, ...]:
    library.reload(written)
    return tuple(card.full_id for card in library.deck.cards if stands_at(card, written))
