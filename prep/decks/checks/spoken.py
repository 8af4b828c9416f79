"""Whether a card can be spoken: one question, a short answer that holds its points, code that fits the page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from markdown_it.token import Token
from rich.cells import cell_len

from prep.core.card import Card
from prep.decks.checks.stems import content_words
from prep.decks.grammar.document import inlines
from prep.decks.grammar.outline import OutlinePart
from prep.decks.problems.report import Report
from prep.text.markdown import plain
from prep.text.words import count

WORDS, CAPSTONE_WORDS = 80, 250
"""Thirty seconds aloud, and a minute and a half for the whole chain (DESIGN §1)."""
PAGE = 76
"""Columns of a page on a terminal of 80."""
FEW_WORDS = 3
"""A point with fewer words besides its formulas is too short to look for: "either works", "$\\ln n$ in all"."""
SAID = 0.25
"""The share of a point's words that its answer has at least. In the starter deck 99 of 100 points reach it;
what lay below was a claim that nobody had said, or one to tick only after translating it."""

_AROUND = '.,;:!?()"“”'
"""What stands around words and is none of them."""
_QUOTED = re.compile(r"`[^`]*`|\$[^$]*\$")
_LETTER = re.compile(r"\w")
_MATH = re.compile(r"\$[^$]*\$")


def check_spoken(parts: tuple[OutlinePart, ...], card: Card, report: Report) -> None:
    """Report what makes the card of these parts hard to say or to judge."""
    if not card.capstone:
        _check_cues(parts, card, report)
    _check_length(parts[0], card, report)
    _check_points(parts, card, report)
    for part in parts:
        _check_code(part, report)


def _check_cues(parts: tuple[OutlinePart, ...], card: Card, report: Report) -> None:
    asked = next((part.tokens for part in parts if part.title == "Asked as"), ())
    for token in (parts[0].heading, *inlines(asked)):
        if token and token.map and _QUOTED.sub("", token.content).count("?") > 1:
            hint = "make two cards of it, or mark it {#… capstone}" if not card.kind.hangs else "ask one thing"
            report.add("two-questions", token.map[0], "this asks two questions at once", hint)


def _check_length(part: OutlinePart, card: Card, report: Report) -> None:
    most = CAPSTONE_WORDS if card.capstone else WORDS
    said = sum(_words(token) for token in inlines(part.tokens))
    if said > most:
        hint = "move what isn't said aloud to ### Intuition or another section, or make two cards of it"
        report.add("long-answer", part.line, f"this answer has {count(said, 'word')}, more than {most}", hint)


def _words(inline: Token) -> int:
    """How many words of a paragraph are said: a formula's as it is spaced, a citation's none."""
    return sum(_LETTER.search(word) is not None for word in "".join(_pieces(inline)).split())


def _pieces(inline: Token) -> Iterator[str]:
    silent = False
    for child in inline.children or ():
        if child.type == "link_open":
            silent = "label" in child.meta
        elif child.type == "link_close":
            silent = False
        elif not silent:
            yield child.content or " "


def _check_points(parts: tuple[OutlinePart, ...], card: Card, report: Report) -> None:
    said = content_words("\n".join((card.cue, card.answer, card.sound, card.say_instead)))
    for point in card.must_say:
        words = content_words(_MATH.sub(" ", point.text))
        if len(words) >= FEW_WORDS and len(words & said) < SAID * len(words):
            missing = ", ".join(word.strip(_AROUND) for word in plain(point.text).split() if content_words(word) - said)
            hint = f"say it there, or tick what it says; not found: {missing}"
            line = _line_of(f"[{point.key}", parts, report)
            report.add("unsaid-point", line, f"the answer doesn't say its point [{point.key}]", hint)


def _line_of(mark: str, parts: Iterable[OutlinePart], report: Report) -> int:
    part = next(part for part in parts if part.title == "Must say")
    return next((n for n in range(part.first, part.last) if mark in report.lines[n]), part.line)


def _check_code(part: OutlinePart, report: Report) -> None:
    for token in part.tokens:
        if token.type in ("fence", "code_block") and token.map:
            rows = enumerate(token.content.split("\n"), token.map[0] + (token.type == "fence"))
            if wide := next(((n, cell_len(row)) for n, row in rows if cell_len(row) > PAGE), None):
                message = f"this line of code is {wide[1]} columns wide, the page {PAGE}"
                report.add("wide-code", wide[0], message, "break it, else it is wrapped", PAGE + 1)
