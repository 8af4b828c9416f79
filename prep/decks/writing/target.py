"""The file of the person's folder that a topic's new cards go to, and how they get in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from prep.copies import copied
from prep.core.card import Card
from prep.decks.files import read_file, write_file
from prep.decks.grammar.document import Document
from prep.decks.grammar.heading import TOPIC
from prep.decks.parse import parse
from prep.decks.parsed import ParsedFile
from prep.decks.reading.read import deck_files
from prep.decks.writing.rewrite import lines_with_ends, newline_of
from prep.errors import DeckError

_CARD = re.compile(r"^##", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Written:
    """Where a card now stands."""

    path: Path
    line: int
    """Of its heading, counted from 1."""


@dataclass(frozen=True, slots=True)
class Target:
    """A deck file as it was when it was opened."""

    path: Path
    raw: str | None
    """None: there is no such file yet."""
    parsed: ParsedFile

    def card(self, full_id: str) -> Card | None:
        """The file's card with this id."""
        return find_card(self.parsed, full_id)

    def append(self, card: Sequence[str], definitions: Mapping[str, str], preamble: str) -> Written:
        """Put the lines behind the last card, and those definitions to the end whose key the file lacks.

        A new file begins with `preamble`. Raises DeckError, with the file untouched.
        """
        raw = preamble + "\n" if self.raw is None else self.raw
        here = self.parsed if self.raw is not None else parse(raw, self.path.name, None)
        keys = {source.key.lower() for source in here.sources}
        missing = [row for key, rows in definitions.items() if key.lower() not in keys for row in rows.split("\n")]
        text, line = _appended(raw, here.document, card, missing)
        if not any(each.place.line == line for each in parse(text, self.path.name, None).cards):
            hint = f"prep check {self.path} tells which"
            raise DeckError(f"a code block or comment in {self.path} never ends and would swallow the card", hint)
        write_file(self.path, text, self.raw)
        return Written(self.path, line)


def open_target(folder: Path, topic: str) -> Target:
    """The file of this topic, the one with the topic's name first, a sync service's copy last; a free name where there
    is none.

    Raises DeckError.
    """
    if not TOPIC.fullmatch(topic):
        raise DeckError(f"“{topic}” is no topic", "use lower-case letters, digits and hyphens, / for a sub-topic")
    named = folder / f"{topic}.md"
    paths = [path for path, _ in deck_files(folder)]
    for path in sorted(paths, key=lambda path: (path != named, copied(path, paths) is not None)):
        raw = _text(path, required=path == named)
        if _may_have(topic, raw):
            parsed = parse(raw, path.name, None)
            if parsed.preamble and parsed.preamble.topic == topic:
                return Target(path, raw, parsed)
    path, number = named, 2
    while path.exists():
        path, number = named.with_name(f"{named.stem}-{number}.md"), number + 1
    return Target(path, None, parse("", path.name, None))


def _may_have(topic: str, raw: str) -> bool:
    """Whether the file may be this topic's, by what stands above its first ##: a folder of a hundred thousand cards is
    gone through with every letter of a topic that is typed."""
    preamble = parse(_CARD.split(raw, 1)[0], "", None).preamble
    return preamble is None or preamble.topic == topic  # a ## may stand in the toml block: then the whole file says


def find_card(parsed: ParsedFile, full_id: str) -> Card | None:
    """The first card of a parsed file with this id."""
    return next((card for card in parsed.cards if card.full_id == full_id), None)


def _text(path: Path, required: bool) -> str:
    """A file that isn't the topic's own may be as broken as it likes."""
    try:
        return read_file(path)
    except DeckError:
        if required:
            raise
        return ""


def _appended(raw: str, document: Document, card: Sequence[str], definitions: Sequence[str]) -> tuple[str, int]:
    """(the new text, the card's line from 1): the card comes before the definitions at the file's end."""
    newline, lines, end = newline_of(raw), lines_with_ends(raw), _end_of_text(document)
    above, below = "".join(lines[:end]), "".join(lines[end:])
    above = _ended(above, newline) + newline
    gap = newline if lines[end : end + 1] and lines[end].strip() else ""
    text = above + newline.join(card) + newline + gap + below
    if definitions:
        apart = "" if document.definitions and below.strip() else newline
        text = _ended(text, newline) + apart + newline.join(definitions) + newline
    return text, len(lines_with_ends(above))


def _end_of_text(document: Document) -> int:
    """The line below the last text that is no definition."""
    end = max((t.map[1] for t in document.tokens if t.type != "definition" and t.map), default=0)
    while end and not document.lines[end - 1].strip():
        end -= 1
    return end


def _ended(text: str, newline: str) -> str:
    return text if not text or text.endswith(("\n", "\r")) else text + newline
