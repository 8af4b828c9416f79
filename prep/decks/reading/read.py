"""Deck folders → one deck. One bad file never hides the others."""

from __future__ import annotations

import errno
import os
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from prep.copies import by_hand, copied, is_copy
from prep.core.card import Deck
from prep.core.problem import Problem
from prep.decks.grammar.demo_calls import KnownDemos
from prep.decks.parsed import ParsedFile
from prep.decks.problems.report import Report
from prep.decks.reading.assemble import assemble
from prep.decks.reading.cache import ParseCache
from prep.decks.reading.deck_toml import DeckToml, check_tags, read_deck_toml
from prep.decks.reading.reading import Reading
from prep.plain_file import plain_bytes
from prep.setting import too_wide


@dataclass(frozen=True, slots=True)
class Folder:
    """Where deck files lie."""

    path: Path
    """A folder, searched with all below it, or a single file."""
    shipped: bool = False
    """Read-only: the starter deck or a shared one. A card of the person's own wins over it."""


Progress = Callable[[int, int], None]
"""Told how many files of how many are read; what it raises ends the reading."""


def read_decks(
    folders: Sequence[Folder],
    known: KnownDemos,
    beside: Sequence[Folder] = (),
    cache: ParseCache | None = None,
    progress: Progress = lambda done, files: None,
) -> Reading:
    """Every deck file of the folders: files sorted by path, folders in the order given. Never raises.

    `beside` are folders that aren't read here though a file may be one of theirs, name their questions and topics,
    and mustn't repeat their cues: `prep check FILE` looks at one file of many. With a `cache` only files that have
    changed are parsed.
    """
    files, problems = _files(folders, known, cache, progress)
    others = [card for file in _files(beside, None)[0] for card in file.cards]
    tops = {_absolute(folder.path): read_deck_toml(folder.path) for folder in (*beside, *folders)}
    problems += [problem for folder in folders for problem in tops[_absolute(folder.path)][1]]
    told = tuple(problems)

    def made() -> Reading:
        return assemble([check_tags(file, _tags(file, tops)) for file in files], others).after(told)

    return cache.reading((files, tops, told), made) if cache and not beside else made()


def _tags(file: ParsedFile, tops: Mapping[Path, tuple[DeckToml, object]]) -> tuple[str, ...]:
    """The tags of the nearest deck folder above the file that lists any."""
    above = (tops[folder][0].tags for folder in _absolute(Path(file.path)).parents if folder in tops)
    return next(filter(None, above), ())


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))  # a link to a file elsewhere still stands in its folder


def read_text(text: str, file: str, known: KnownDemos, deck: Deck | None = None) -> Reading:
    """One text that is no file yet: a form's preview, cards from stdin.

    Its cards need no id. `of=` may name a question of `deck`, or without one any question at all.
    """
    return assemble([parsed_text(text, file, known)], deck.cards if deck else None, need_ids=False)


def parsed_text(text: str, file: str, known: KnownDemos | None, path: str = "", shipped: bool = False) -> ParsedFile:
    """As `parse`, which is imported once a file has changed: its checks bring the layout of Markdown and formulas."""
    from prep.decks.parse import parse

    return parse(text, file, known, path, shipped)


def _files(
    folders: Sequence[Folder],
    known: KnownDemos | None,
    cache: ParseCache | None = None,
    progress: Progress = lambda done, files: None,
) -> tuple[list[ParsedFile], list[Problem]]:
    problems: list[Problem] = []
    found = [
        (path, name, folder.shipped)
        for folder in folders
        for path, name in deck_files(folder.path, lambda error: problems.append(_shut(error)))
    ]
    files: dict[int, ParsedFile] = {}
    for done, (path, name, shipped) in enumerate(found):
        progress(done, len(found))
        if file := _file(path, name, shipped, known, cache, problems):
            file = file if id(file) not in files else _twin(file)
            files[id(file)] = file
    if cache:
        cache.prune(len(found))
    return _without_copies(list(files.values()), problems), problems


def _without_copies(files: list[ParsedFile], problems: list[Problem]) -> list[ParsedFile]:
    """Those that are no copy of another, for else the original, which comes later, would be called the twin."""
    by_path = {Path(file.path): file for file in files}
    kept = []
    for file in files:
        path = copied(Path(file.path), by_path)
        if path is None or not _says_the_same(file, by_path[path]):
            kept.append(file)
            continue
        report = Report(file.file, file.path, file.lines)
        what = "this is a copy" if by_hand(Path(file.path)) else "a sync service left this copy"
        message = f"{what} of {path.name}, so its cards are not asked"
        report.add("sync-copy", 0, message, f"take over into {path.name} what only the copy has, then delete the copy")
        problems += report.problems
    return kept


def _says_the_same(copy: ParsedFile, original: ParsedFile) -> bool:
    """A name can deceive: "attention 2.md" may be the second part, and "merge-conflicts.md" a topic of its own."""
    if not copy.preamble or not original.preamble or copy.preamble.topic != original.preamble.topic:
        return False
    cards = {card.id or card.cue for card in original.cards}
    return is_copy(Path(copy.path).name) or any((card.id or card.cue) in cards for card in copy.cards)


def _twin(file: ParsedFile) -> ParsedFile:
    """A file that is read once more, from a folder named twice: its cards are others with the same ids."""
    return replace(file, cards=tuple(replace(card) for card in file.cards))


def _file(
    path: Path, name: str, shipped: bool, known: KnownDemos | None, cache: ParseCache | None, problems: list[Problem]
) -> ParsedFile | None:
    """The file without its tokens, which for a folder are ten times as large as its cards."""

    def parsed(data: bytes) -> ParsedFile:
        return parsed_text(data.decode("utf-8"), name, known, str(path), shipped)

    report = Report(name, str(path))
    try:
        if cache:
            return cache.file(path, name, shipped, parsed)
        file = parsed(plain_bytes(path))
        return replace(file, document=file.document.bare())
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n")
        report.add("unreadable", line, "this file is not UTF-8 text", "save it as UTF-8 in your editor")
    except OSError as error:
        hint = "make several files of it" if error.errno == errno.EFBIG else "mend its permissions or remove it"
        report.add("unreadable", None, f"this file can't be read: {error.strerror}", hint)
    problems.extend(report.problems)
    return None


def deck_files(folder: Path, shut: Callable[[OSError], None] = lambda _: None) -> Iterator[tuple[Path, str]]:
    """(path, name for people) of every deck file, sorted by name.

    A README.md is for people; it and hidden files and folders are passed over.

    `shut` is told of each folder that can't be listed.
    """
    if folder.is_file():
        yield folder, _name(folder)
        return
    names = {path: _name(path.relative_to(folder)) for path in _walk(folder, shut)}
    yield from sorted(names.items(), key=lambda item: item[1].split("/"))


def _name(path: Path) -> str:
    """The path for people: composed letters where macOS has decomposed ones, no byte that can't be printed."""
    return unicodedata.normalize("NFC", os.fsencode(path.as_posix()).decode("utf-8", "replace"))


def _walk(folder: Path, shut: Callable[[OSError], None]) -> Iterable[Path]:
    seen = {os.path.realpath(folder)}
    for root, folders, files in os.walk(folder, onerror=shut, followlinks=True):
        folders[:] = [name for name in folders if not name.startswith(".") and _goes_on(folder, root, name, seen, shut)]
        yield from (Path(root, name) for name in files if _is_deck_file(name))


def _goes_on(top: Path, root: str, name: str, seen: set[str], shut: Callable[[OSError], None]) -> bool:
    """Whether a folder is read: a link into the same folder leads to what is read anyway, and one to a whole disk, the
    home folder or a folder that holds this one is told."""
    path = os.path.join(root, name)
    if not os.path.islink(path):
        return True
    real = os.path.realpath(path)
    if too_wide(Path(real), top):
        shut(OSError(errno.ELOOP, "it is a link to a whole disk, your home, or a folder that holds it", path))
        return False
    if Path(real).is_relative_to(os.path.realpath(top)) or real in seen:
        return False
    seen.add(real)
    return True


def _is_deck_file(name: str) -> bool:
    return name.endswith(".md") and not name.startswith(".") and name.lower() != "readme.md"


def _shut(error: OSError) -> Problem:
    """A folder that can't be listed, or is gone."""
    name = _name(Path(error.filename))
    report = Report(name, name)
    hint = "link a smaller folder" if error.errno == errno.ELOOP else "mend its permissions"
    report.add("unreadable", None, f"this folder can't be read: {error.strerror}", hint)
    return report.problems[0]
