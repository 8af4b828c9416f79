"""A parsed file as bytes and back: what a review must know of its cards, and their texts packed away."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from sys import intern
from typing import Any

from prep.core.card import Card, Place, Source
from prep.core.kind import Kind, Level
from prep.core.problem import Problem, Severity
from prep.decks.grammar.document import Document
from prep.decks.grammar.preamble import Preamble
from prep.decks.parsed import ParsedFile
from prep.decks.reading.packed import Packed, packed

KINDS = {str(kind): kind for kind in Kind}
LEVELS = {int(level): level for level in Level}
"""Ten times as fast as asking the enumeration, and there are a hundred thousand cards."""
NOTHING = Document("", (), (), ())
"""The document of a file that was kept: its lines are read again if a problem quotes one."""


def frozen(file: ParsedFile) -> bytes:
    """One line of JSON, then a pack for each card. Neither the file's name nor its place is in it."""
    packs = [packed(card).pack for card in file.cards]
    said = {
        "preamble": _preamble_row(file.preamble),
        "cards": [_card_row(card) for card in file.cards],
        "sources": [[source.key, source.url, source.title] for source in file.sources],
        "problems": [_problem_row(problem) for problem in file.problems],
        "packs": [len(each) for each in packs],
    }
    return b"\n".join((json.dumps(said, separators=(",", ":")).encode(), b"".join(packs)))


def thawed(data: bytes, file: str, path: str, shipped: bool) -> ParsedFile:
    """The file again. Raises ValueError, TypeError, KeyError or IndexError for what `frozen` didn't write."""
    line, _, rest = data.partition(b"\n")
    said = json.loads(line)
    preamble = _preamble(said["preamble"])
    words = map(Packed, _cut(rest, said["packs"]))
    cards = _cards(said["cards"], words, preamble.topic if preamble else "", path, shipped)
    sources = tuple(Source(*row) for row in said["sources"])
    problems = tuple(_problem(row, file, path) for row in said["problems"])
    return ParsedFile(file, path, preamble, cards, sources, problems, NOTHING, shipped)


def _cut(data: bytes, lengths: Sequence[int]) -> Iterator[bytes]:
    start = 0
    for length in lengths:
        yield data[start : start + length]
        start += length


def _card_row(card: Card) -> list[object]:
    place = card.place
    return [card.id, card.kind, place.line, place.last_line, card.parent, card.was, card.capstone, card.level,
            card.tags, card.as_of, card.expires]  # fmt: skip


def _cards(rows: list[Any], words: Iterable[Packed], topic: str, path: str, shipped: bool) -> tuple[Card, ...]:
    """Equal tags are one object: a hundred thousand cards have few."""
    one: dict[tuple[str, ...], tuple[str, ...]] = {}
    found = []
    for row, said in zip(rows, words, strict=True):
        id, kind, line, last, parent, was, capstone, level, tags, as_of, expires = row
        tags, place = one.setdefault(tuple(tags), tuple(tags)), Place(path, line, last)
        parent, level = intern(parent), LEVELS[level]
        found.append(
            Card(topic, id, KINDS[kind], said, place, parent, was, capstone, level, tags, as_of, expires, shipped)
        )
    return tuple(found)


def _preamble_row(preamble: Preamble | None) -> list[object] | None:
    return None if preamble is None else [getattr(preamble, name) for name in preamble.__slots__]


def _preamble(row: list[Any] | None) -> Preamble | None:
    if row is None:
        return None
    title, topic, level, tags, related, weight, after, introduction, last_line = row
    lists = tuple(tags), tuple(related), weight, tuple(after)
    return Preamble(title, topic, Level(level), *lists, introduction, last_line)


def _problem_row(problem: Problem) -> list[object]:
    return [problem.line, problem.column, problem.severity, problem.message, problem.hint, problem.rule, problem.source,
            problem.last_line]  # fmt: skip


def _problem(row: list[Any], file: str, path: str) -> Problem:
    line, column, severity, message, hint, rule, source, last = row
    return Problem(file, line, column, Severity(severity), message, hint, rule, source, path, last)
