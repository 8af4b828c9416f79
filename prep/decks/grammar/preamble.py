"""What stands above the cards of a file: title, the toml block, the introduction."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markdown_it.token import Token

from prep.core.card import USUAL_WEIGHT
from prep.core.kind import Level
from prep.decks.grammar.document import Document
from prep.decks.grammar.heading import TOPIC
from prep.decks.grammar.outline import OutlinePart
from prep.decks.problems.report import Report, did_you_mean
from prep.toml import read_toml

KEYS = ("topic", "level", "tags", "related", "weight", "after")
_EXAMPLE = '```toml, topic = "attention-scaling", ```: one line each, right under the # title'


@dataclass(frozen=True, slots=True)
class Preamble:
    """A file's topic and what holds for all its cards."""

    title: str
    """Inline Markdown; the topic's id where the file has no title."""
    topic: str
    level: Level
    tags: tuple[str, ...]
    related: tuple[str, ...]
    weight: int
    """How often interviewers ask the topic, 1 to 5."""
    after: tuple[str, ...]
    """Topics to learn first."""
    introduction: str
    last_line: int
    """The last line of the toml block, counted from 1."""


def read_preamble(parts: tuple[OutlinePart, ...], document: Document, report: Report) -> Preamble | None:
    """The preamble in the parts before the first card; None (and a problem) where it names no topic."""
    title = next((part for part in parts if part.level == 1), None)
    if not title or not title.title or parts[0].tokens:
        report.add("title", 0, "a deck file begins with its title", "write # and the title on the first line")
    above = title or parts[0]
    fence = next((token for token in above.tokens if _is_toml(token)), None)
    if not fence or not fence.map:
        report.add("topic", above.line, "this file names no topic", _EXAMPLE)
        return None
    first = next(token for token in above.tokens if token.type != "html_block")
    if first is not fence:
        report.add("topic", fence.map[0], "the toml block stands below other text", "move it right under the title")
    table = _table(fence, report)
    if table is not None and "topic" not in table:
        report.add("topic", fence.map[0], "this file names no topic", 'add topic = "…" to the toml block')
    values = {key: value for key, value in (table or {}).items() if _fits(key, value, fence, report)}
    if "topic" not in values:
        return None
    name = title.title if title and title.title else values["topic"]
    introduction = document.body(fence.map[1], above.last)
    return Preamble(
        title=name,
        topic=values["topic"],
        level=Level(values.get("level", Level.CORE)),
        tags=tuple(values.get("tags", ())),
        related=tuple(values.get("related", ())),
        weight=values.get("weight", USUAL_WEIGHT),
        after=tuple(values.get("after", ())),
        introduction=introduction,
        last_line=fence.map[1],
    )


def line_of(word: str, lines: Sequence[str]) -> int:
    """The line, from 0, on which the toml block first names this word as a list's item."""
    named = re.compile(rf"""[\[,\s]["']{re.escape(word)}["']\s*[],]""")
    return next((number for number, line in enumerate(lines) if named.search(line)), 0)


def _is_toml(token: Token) -> bool:
    return token.type == "fence" and token.level == 0 and token.info.split()[:1] == ["toml"]


def _table(fence: Token, report: Report) -> dict[str, Any] | None:
    """What the block says; None (and a problem) if it isn't TOML."""
    assert fence.map
    try:
        return read_toml(fence.content)
    except ValueError as error:
        line, column = _place(str(error), fence)
        said = re.sub(r"\s*\(at [^)]*\)$", "", str(error)).rstrip(".")
        report.add("toml", line, f"this is not TOML: {said}", 'write name = value, text in "quotes"', column)
        return None


def _place(said: str, fence: Token) -> tuple[int, int]:
    """Where tomllib says the error is, in lines and columns of the file; the block's end if it doesn't say."""
    assert fence.map
    found = re.search(r"at line (\d+), column (\d+)", said)
    return (fence.map[0] + int(found[1]), int(found[2])) if found else (fence.map[1] - 1, 0)


def _fits(key: str, value: object, fence: Token, report: Report) -> bool:
    assert fence.map
    named = re.compile(rf"""\s*\[*["']?{re.escape(key)}["']?\s*[].=]""")
    line = next((n for n in range(*fence.map) if named.match(report.lines[n])), fence.map[0])
    if key not in KEYS:
        hint = did_you_mean(key, KEYS, f"keys are {', '.join(KEYS)}")
        report.add("preamble-key", line, f"unknown key “{key}”", hint)
        return False
    expected = _EXPECTED[key]
    if not _CHECKS[key](value):
        report.add("preamble-value", line, f"{key} has a value that it can't take", expected)
        return False
    return True


def _is_topic(value: object) -> bool:
    return isinstance(value, str) and bool(TOPIC.fullmatch(value))


def _is_level(value: object) -> bool:
    return type(value) is int and value in (1, 2, 3)  # True == 1, but true is no level


def _is_weight(value: object) -> bool:
    return type(value) is int and 1 <= value <= 5


def _are_words(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(v, str) and v.strip() and "," not in v for v in value)


def _are_topics(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_topic, value))


_CHECKS = {"topic": _is_topic, "level": _is_level, "tags": _are_words, "related": _are_topics,
           "weight": _is_weight, "after": _are_topics}  # fmt: skip
_EXPECTED = {
    "topic": "lower-case letters, digits, hyphens, / for a sub-topic",
    "level": "1 (screen), 2 (core) or 3 (senior)",
    "tags": 'a list of words, ["attention", "initialisation"]',
    "related": 'a list of topic ids, ["softmax-temperature"]',
    "weight": "1 (seldom asked) to 5 (asked nearly always)",
    "after": 'a list of topic ids to learn first, ["self-attention"]',
}
