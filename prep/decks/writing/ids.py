"""Ids for the cards of the person's own folder that have none yet."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from prep.core.card import Card
from prep.core.problem import Problem, Severity
from prep.decks.files import read_file, write_file
from prep.decks.parse import parse
from prep.decks.parsed import ParsedFile
from prep.decks.problems.report import CONFLICT
from prep.decks.reading.read import deck_files
from prep.decks.writing.rewrite import with_headings
from prep.errors import DeckError

_FILLERS = frozenset(
    "a an and are as at be by can do does for from has have how i if in is it its of on or s so t than that the their "
    "them then there these they this to up was we were what when where which who why will with would you your".split()
)
_LONGEST = 40


@dataclass(frozen=True, slots=True)
class Given:
    """A card that got its id."""

    path: Path
    line: int
    """Counted from 1."""
    full_id: str


@dataclass(frozen=True, slots=True)
class Giving:
    """What came of it."""

    given: tuple[Given, ...]
    problems: tuple[Problem, ...]
    """Files that could not be written; their cards wait."""


def give_ids(folder: Path, taken: Callable[[str], bool]) -> Giving:
    """Write an id into the heading of every card below `folder` that has none.

    Only those heading lines change, each file in one step. `taken(full_id)` says whether the log or a shipped
    deck knows the id: such an id is never given, its card may return. Never raises.
    """
    files = [(path, raw, parse(raw, name, None)) for path, name, raw in _readable(folder)]
    used = {card.full_id for _, _, file in files for card in file.cards}
    given: list[Given] = []
    problems: list[Problem] = []
    for path, raw, file in files:
        ids = _new_ids(file, lambda full: full in used or taken(full), used)
        changed = with_headings(raw, file.document, {card.place.line - 1: {"id": new} for card, new in ids})
        if not ids or not _says(changed, file, ids):
            continue
        try:
            write_file(path, changed, raw)
        except DeckError as error:
            problems.append(Problem(file.file, 0, 0, Severity.WARNING, str(error), error.hint, "no-id", "", str(path)))
        else:
            given += [Given(path, card.place.line, f"{card.topic}/{new}") for card, new in ids]
    return Giving(tuple(given), tuple(problems))


def new_id(cue: str, topic: str, taken: Callable[[str], bool]) -> str:
    """A short id from what the card asks: at most four telling words, and a number where it is taken."""
    words = _words(cue)
    base = "-".join([word for word in words if word not in _FILLERS][:4] or words[:4])[:_LONGEST].strip("-") or "card"
    number = 1
    while taken(f"{topic}/{base}" if number == 1 else f"{topic}/{base}-{number}"):
        number += 1
    return base if number == 1 else f"{base}-{number}"


def _words(cue: str) -> list[str]:
    """The words in plain letters: accents and LaTeX commands fall away, `d_k` is one word."""
    plain = re.sub(r"\\[A-Za-z]+|[_^{}'’]", "", cue)
    folded = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode().lower()
    return re.findall(r"[a-z0-9]+", folded)


def _readable(folder: Path) -> list[tuple[Path, str, str]]:
    found = []
    for path, name in deck_files(folder):
        try:
            found.append((path, name, read_file(path)))
        except DeckError:
            continue  # read_decks reports it
    return found


def _new_ids(file: ParsedFile, taken: Callable[[str], bool], used: set[str]) -> list[tuple[Card, str]]:
    """Each card without an id with its new one; a heading that is at fault in another way keeps its bytes."""
    at_fault = {p.line for p in file.problems if p.rule in ("id", "misplaced-attributes", "empty-cue", "kind-prefix")}
    found = []
    for card in file.cards:
        if file.preamble and not card.id and card.place.line not in at_fault and not _undecided(card, file):
            new = new_id(card.cue, card.topic, taken)
            used.add(f"{card.topic}/{new}")
            found.append((card, new))
    return found


def _undecided(card: Card, file: ParsedFile) -> bool:
    """Whether a merge's conflict touches the card: both its sides would get an id."""
    conflicts = (problem for problem in file.problems if problem.rule == CONFLICT)
    return any(p.covers(card.place.line) or card.place.line <= p.line <= card.place.last_line for p in conflicts)


def _says(changed: str, before: ParsedFile, ids: list[tuple[Card, str]]) -> bool:
    """Whether the changed file has the same cards with the new ids: an unheard-of heading is left alone."""
    new = {card.place.line: new for card, new in ids}
    wanted = [(card.place.line, new.get(card.place.line, card.id), card.cue) for card in before.cards]
    after = parse(changed, before.file, None).cards
    return [(card.place.line, card.id, card.cue) for card in after] == wanted
