"""Changes to single lines of a deck file; every other byte stays."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from prep.decks.grammar.document import Document
from prep.decks.grammar.heading import attributes_at_end
from prep.decks.grammar.outline import OutlinePart, outline

_KEEP_ENDS = re.compile(r"[^\r\n]*(?:\r\n?|\n|$)")
_BOM = "\ufeff"


def with_headings(raw: str, document: Document, changes: Mapping[int, Mapping[str, str]]) -> str:
    """The file with other attributes in the headings on these lines (counted from 0).

    `changes` gives each attribute its new value: "id" the card's id, "capstone" nothing. An attribute that is
    there is replaced where it stands, a new one comes last.
    """
    lines = lines_with_ends(raw)
    parts = {part.line: part for part in outline(document) if part.level == 2}
    for line, attributes in changes.items():
        found = _span(parts[line], document)
        shift = 1 if line == 0 and raw.startswith(_BOM) else 0
        start, end = found.start + shift, found.end + shift
        lines[line] = lines[line][:start] + _written(found, attributes) + lines[line][end:]
    return "".join(lines)


def with_attributes(heading: str, document: Document, line: int, attributes: Mapping[str, str]) -> str:
    """One heading line, as `with_headings` changes it."""
    part = next(part for part in outline(document) if part.line == line and part.level == 2)
    found = _span(part, document)
    return heading[: found.start] + _written(found, attributes) + heading[found.end :]


def lines_with_ends(raw: str) -> list[str]:
    """The lines, each with its own line end; the last is empty where the file ends with one."""
    return _KEEP_ENDS.findall(raw)


def newline_of(raw: str) -> str:
    """The line end that the file uses first; LF where it has none."""
    found = re.search(r"\r\n?|\n", raw)
    return found[0] if found else "\n"


@dataclass(frozen=True, slots=True)
class _Span:
    """Where the attributes stand or would stand in a heading's line, and what they are now."""

    start: int
    end: int
    id: str
    words: tuple[str, ...]


def _span(part: OutlinePart, document: Document) -> _Span:
    assert part.heading
    line = document.lines[part.line]
    start = line.index(part.title, line.index("##") + 2)
    match = attributes_at_end(part.heading)
    if match:
        return _Span(start + match.start(), start + match.end(), match[1], tuple(match[2].split()))
    end = start + len(part.title)
    return _Span(end, end, "", ())


def _written(found: _Span, attributes: Mapping[str, str]) -> str:
    words = {word.partition("=")[0]: word for word in found.words}
    words |= {name: f"{name}={value}" if value else name for name, value in attributes.items() if name != "id"}
    card_id = attributes.get("id", found.id)
    text = "{#" + " ".join([card_id, *words.values()]) + "}"
    return text if found.end > found.start else f" {text}"
