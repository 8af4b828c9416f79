"""The heading of a card: kind, cue and attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from markdown_it.token import Token

from prep.core.kind import PREFIXES, USUAL, Kind
from prep.decks.grammar.outline import OutlinePart
from prep.decks.problems.report import Report, did_you_mean

ID = re.compile(r"[a-z0-9-]+")
TOPIC = re.compile(rf"{ID.pattern}(?:/{ID.pattern})*")
ATTRIBUTES = ("capstone", "level", "tags", "as_of", "expires", "of", "was")

_ATTRIBUTES_AT_END = re.compile(r"(?<!\\)\{#([^\s{}]*)((?:\s[^{}]*)?)\}$")
_BRACES = re.compile(r"\{([^{}]*)\}")
_QUOTES = re.compile(r'^["“”](.*)["“”]$', re.DOTALL)


@dataclass(frozen=True, slots=True)
class CardHeading:
    """What the heading says, before any of it is checked against the rest of the deck."""

    kind: Kind
    cue: str
    id: str
    """Empty where the heading has none yet."""
    attributes: dict[str, str]
    """Without the id; `capstone` has an empty value."""


def read_heading(part: OutlinePart, report: Report) -> CardHeading:
    """The heading of a card part; problems go to the report."""
    assert part.heading
    match = attributes_at_end(part.heading)
    text = part.title[: match.start()].rstrip() if match else part.title
    _no_stray_attributes(part, match, report)
    kind, cue = _kind(text, part, report)
    if kind.judged:
        cue = unquoted(cue)
    if not cue.strip():
        report.add("empty-cue", part.line, "this card asks nothing", "write the question after ##")
    if not match:
        return CardHeading(kind, cue, "", {})
    if not ID.fullmatch(match[1]):
        hint = "use lower-case letters, digits and hyphens, as in {#score-std}"
        _at(report, part, "id", match[1] or "{#", f"“{match[1]}” is no id", hint)
    return CardHeading(kind, cue, match[1], _attributes(match[2].split(), part, report))


def attributes_at_end(heading: Token) -> re.Match[str] | None:
    """`{#id …}` in the heading's Markdown, if it ends its last text (not a code span, not math)."""
    match = _ATTRIBUTES_AT_END.search(heading.content)
    last = heading.children[-1] if heading.children else None
    return match if match and last and last.type == "text" and last.content.endswith(match[0]) else None


def unquoted(statement: str) -> str:
    """A red flag's sentence without the quotation marks around it."""
    match = _QUOTES.match(statement.strip())
    return match[1].strip() if match else statement.strip()


def _kind(text: str, part: OutlinePart, report: Report) -> tuple[Kind, str]:
    for prefix, kind in PREFIXES.items():
        if text == f"{prefix}:" or text.startswith(f"{prefix}: "):
            return kind, text[len(prefix) + 1 :].strip()
    written, colon, _ = text.partition(":")
    if colon and (near := _nearest_prefix(written)):
        message = f"“{written}:” is no kind of card"
        report.add("kind-prefix", part.line, message, f"did you mean “{near}: ”?", _column(report, part, written))
    return USUAL, text.strip()


def _nearest_prefix(written: str) -> str:
    letters = {re.sub(r"\W", "", prefix).lower(): prefix for prefix in PREFIXES}
    near = get_close_matches(re.sub(r"[\W_]", "", written).lower(), letters, n=1, cutoff=0.8)
    return letters[near[0]] if near else ""


def _no_stray_attributes(part: OutlinePart, match: re.Match[str] | None, report: Report) -> None:
    """Attributes that would silently be part of the question."""
    assert part.heading
    for braces in _stray_braces(part.heading, match):
        words = braces[1].split()
        if braces[1].lstrip().startswith("#"):
            hint = "put them at the very end: ## question {#id level=3}"
            _at(report, part, "misplaced-attributes", braces[0], "attributes stand inside the question", hint)
        elif words and all(_is_attribute(word) for word in words):
            hint = "attributes begin with the card's id: {#id " + " ".join(words) + "}"
            _at(report, part, "misplaced-attributes", braces[0], "these attributes have no id before them", hint)


def _is_attribute(word: str) -> bool:
    name, equals, _ = word.partition("=")
    return name in ATTRIBUTES and bool(equals) == (name != "capstone")


def _stray_braces(heading: Token, match: re.Match[str] | None) -> Iterator[re.Match[str]]:
    texts = [child for child in heading.children or () if child.type == "text"]
    for text in texts:
        last = match is not None and text is texts[-1]
        content = text.content[: -len(match[0])] if match and last else text.content
        yield from (braces for braces in _BRACES.finditer(content) if f"\\{braces[0]}" not in heading.content)


def _attributes(words: list[str], part: OutlinePart, report: Report) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if name not in ATTRIBUTES:
            hint = did_you_mean(name, ATTRIBUTES, f"attributes are {', '.join(ATTRIBUTES)}")
            _at(report, part, "attribute", word, f"unknown attribute “{name}”", hint)
        elif name in found:
            _at(report, part, "attribute", word, f"“{name}” is given twice", "keep one of them")
        elif bool(equals) == (name == "capstone") or (equals and not value):
            hint = "write capstone alone" if name == "capstone" else f"write {name}=…"
            _at(report, part, "attribute-value", word, f"“{word}” is incomplete", hint)
        else:
            found[name] = value
    return found


def _at(report: Report, part: OutlinePart, rule: str, word: str, message: str, hint: str) -> None:
    report.add(rule, part.line, message, hint, _column(report, part, word))


def _column(report: Report, part: OutlinePart, word: str) -> int:
    """Where the word's last occurrence in the heading's line is; attributes come last. 0 if it is not there."""
    return report.lines[part.line].rfind(word) + 1
