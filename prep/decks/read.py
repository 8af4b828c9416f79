"""Deck folders → one deck. One bad file never hides the others."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from prep.core.card import Deck
from prep.core.problem import Problem
from prep.decks.assemble import assemble
from prep.decks.demo_calls import KnownDemos
from prep.decks.parse import ParsedFile, parse
from prep.decks.report import Report


@dataclass(frozen=True, slots=True)
class Folder:
    """Where deck files lie."""

    path: Path
    """A folder, searched with all below it, or a single file."""
    shipped: bool = False
    """Read-only: the starter deck or a shared one. A card of the person's own wins over it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What the folders say, and what is wrong with it."""

    deck: Deck
    problems: tuple[Problem, ...]
    withheld: tuple[str, ...] = ()
    """Full ids of cards that are there but can't be asked until a problem is mended; they are not gone."""


def read_decks(folders: Sequence[Folder], known: KnownDemos) -> Reading:
    """Every deck file of the folders: files sorted by path, folders in the order given. Never raises."""
    files: list[ParsedFile] = []
    problems: list[Problem] = []
    for folder in folders:
        for path, name in deck_files(folder.path):
            text = _text(path, name, problems)
            if text is not None:
                files.append(parse(text, name, known, str(path), folder.shipped))
    deck, more, withheld = assemble(files)
    return Reading(deck, (*problems, *more), withheld)


def read_text(text: str, file: str, known: KnownDemos) -> Reading:
    """One text on its own: a form's preview, cards from stdin. Cards without an id stay in the deck, and
    `of=` may name a question that stands elsewhere."""
    deck, problems, withheld = assemble([parse(text, file, known)], alone=True)
    return Reading(deck, problems, withheld)


def deck_files(folder: Path) -> Iterator[tuple[Path, str]]:
    """(path, name for people) of every deck file, sorted by name. Hidden files and folders are passed over."""
    if folder.is_file():
        yield folder, _name(folder)
        return
    names = {path: _name(path.relative_to(folder)) for path in _walk(folder)}
    yield from sorted(names.items(), key=lambda item: item[1].split("/"))


def _name(path: Path) -> str:
    """The path for people: composed letters where macOS has decomposed ones, no byte that can't be printed."""
    return unicodedata.normalize("NFC", os.fsencode(path.as_posix()).decode("utf-8", "replace"))


def _walk(folder: Path) -> Iterable[Path]:
    for root, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (Path(root, name) for name in files if name.endswith(".md") and not name.startswith("."))


def _text(path: Path, name: str, problems: list[Problem]) -> str | None:
    report = Report(name, str(path))
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n")
        report.add("unreadable", line, "this file is not UTF-8 text", "save it as UTF-8 in your editor")
    except OSError as error:
        hint = "mend its permissions or remove it"
        report.add("unreadable", None, f"this file can't be read: {error.strerror}", hint)
    problems.extend(report.problems)
    return None
