"""New cards and changed ones: what the form, `prep add` and `e` do to the person's own files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from prep.core.card import Card
from prep.core.problem import Problem, Severity
from prep.decks.files import put_back, read_file
from prep.decks.grammar.heading import TOPIC
from prep.decks.parse import parse
from prep.decks.reading.read import read_text
from prep.decks.writing.edit import Written, add_text, append_card, copy_card, new_preamble
from prep.decks.writing.rewrite import newline_of
from prep.decks.writing.target import open_target
from prep.errors import DeckError
from prep.session.library.demo_names import known_demos
from prep.session.library.library import Library, stands_at


@dataclass(frozen=True, slots=True)
class Added:
    """What came of adding."""

    cards: tuple[str, ...]
    """Full ids; empty when a problem prevented it, and then no file has changed."""
    problems: tuple[Problem, ...]


def add(library: Library, text: str, name: str, topic: str = "") -> Added:
    """Put a complete deck text, or with a `topic` cards alone, into the person's folder.

    name: what its problems call it. Raises DeckError, StoreError.
    """
    above = _preamble(library, text, topic) if topic else ""
    text = above + text.removeprefix("\ufeff") if above else text
    found = read_text(text, name, known_demos(library.paths.demos), library.deck).problems
    problems = tuple(
        replace(problem, line=max(0, problem.line - above.count("\n")))
        for problem in found
        if problem.rule != "no-id"  # it gets one as it comes in
    )
    if any(problem.severity is Severity.ERROR for problem in problems):
        return Added((), problems)
    library.await_turn()
    return Added(_taken_in(library, add_text(library.paths.decks, text)), problems)


def _preamble(library: Library, text: str, topic: str) -> str:
    """What a text of cards alone lacks to be a deck's. Raises DeckError where it names a topic itself."""
    above = preamble_of(library, topic)
    if parse(text, "text", None).preamble:
        hint = "leave --topic out, or take the text's title and toml block out"
        raise DeckError("the text names its topic itself", hint)
    return above.replace("\n", newline_of(text))


def preamble_of(library: Library, topic: str) -> str:
    """Title and toml block for cards of this topic. Raises DeckError where it is none."""
    if not TOPIC.fullmatch(topic):
        raise DeckError(f"“{topic}” is no topic", "use lower-case letters, digits and hyphens, / for a sub-topic")
    known = library.deck.topic(topic)
    return new_preamble(topic, known.title if known else "") + "\n\n"


def add_card(library: Library, topic: str, markdown: str, title: str = "") -> Added:
    """Put one card, as the form wrote it, behind the last one of its topic. Raises DeckError, StoreError."""
    library.await_turn()
    written = append_card(library.paths.decks, topic, markdown, title)
    return Added(_taken_in(library, (written,)), ())


@contextmanager
def editing(library: Library, card: Card, open_still: Callable[[], bool] = lambda: False) -> Iterator[Written]:
    """Where to edit this card: its own place, or its copy in the person's folder if it is shipped.

    A copy that nobody has changed by the end goes again, or the card would no longer follow the deck that it comes
    from; but not while it may be `open_still`, to be saved later. Raises DeckError.
    """
    if not card.shipped:
        yield Written(Path(card.place.file), card.place.line)
        return
    before = open_target(library.paths.decks, card.topic).raw
    place = copy_card(card, library.paths.decks)
    copied = read_file(place.path)
    try:
        yield place
    finally:
        if not open_still() and copied != before and place.path.exists() and read_file(place.path) == copied:
            put_back(place.path, before, copied)


def _taken_in(library: Library, written: tuple[Written, ...]) -> tuple[str, ...]:
    library.reload(written)
    return tuple(card.full_id for card in library.deck.cards if stands_at(card, written))
