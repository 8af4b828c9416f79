"""`deck.toml` at the top of a deck folder: the tags that its cards may have, and what its levels mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from prep.conflict import HINT, conflicts, message
from prep.core.problem import Problem
from prep.decks.grammar.preamble import line_of
from prep.decks.parsed import ParsedFile
from prep.decks.problems.report import Report, did_you_mean
from prep.toml import read_toml

NAME = "deck.toml"
_EXAMPLE = 'write tags = ["attention", "gradients"], and below [levels] lines such as 1 = "asked of everybody"'


@dataclass(frozen=True, slots=True)
class DeckToml:
    """What holds for all files of a deck folder."""

    tags: tuple[str, ...] = ()
    """The only tags of its cards; empty: any."""
    levels: tuple[tuple[str, str], ...] = ()
    """("1", what is asked on level 1), for people."""


def read_deck_toml(folder: Path, name: str = NAME) -> tuple[DeckToml, tuple[Problem, ...]]:
    """What the folder's deck.toml says; nothing where there is none. Never raises."""
    path = folder / NAME
    report = Report(name, str(path))
    if not _is_there(path):
        return DeckToml(), ()
    try:
        text = path.read_text(encoding="utf-8")
        if broken := conflicts(text):
            report.add("deck-toml", broken[0].start, message(broken[0]), HINT)
            return DeckToml(), tuple(report.problems)
        table = read_toml(text)
    except (OSError, ValueError) as error:  # no TOML and no UTF-8 are ValueErrors
        report.add("deck-toml", None, f"this file can't be used: {str(error).rstrip('.')}", _EXAMPLE)
        return DeckToml(), tuple(report.problems)
    for key in table:
        if key not in _USABLE or not _USABLE[key](table[key]):
            wrong = "has a value that it can't take" if key in _USABLE else "is no key of a deck.toml"
            report.add("deck-toml", None, f"“{key}” {wrong}", did_you_mean(key, set(_USABLE) - {key}, _EXAMPLE))
    kept = {key: value for key, value in table.items() if key in _USABLE and _USABLE[key](value)}
    return DeckToml(tuple(kept.get("tags", ())), tuple(kept.get("levels", {}).items())), tuple(report.problems)


def _is_there(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # the folder can't be entered, which is told by whoever lists it
        return False


def check_tags(file: ParsedFile, tags: tuple[str, ...]) -> ParsedFile:
    """The file with a problem for each tag that isn't among these; without any, all tags will do."""
    if not tags:
        return file
    report = Report(file.file, file.path, file.lines, list(file.problems))
    for tag, line in _others(file, tags):
        hint = did_you_mean(tag, tags, f"this deck's tags are listed in its {NAME}")
        report.add("unknown-tag", line, f"this deck has no tag “{tag}”", hint)
    return replace(file, problems=report.in_order())


def _others(file: ParsedFile, tags: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """(tag, line from 0) of what isn't among the tags: the file's own, then those of single cards."""
    common = file.preamble.tags if file.preamble else ()
    yield from ((tag, line_of(tag, file.lines)) for tag in common if tag not in tags)
    for card in file.cards:
        yield from ((tag, card.place.line - 1) for tag in card.tags if tag not in tags and tag not in common)


def _are_tags(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) and each.strip() for each in value)


def _are_levels(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    return all(key in ("1", "2", "3") and isinstance(said, str) for key, said in value.items())


_USABLE = {"tags": _are_tags, "levels": _are_levels}
