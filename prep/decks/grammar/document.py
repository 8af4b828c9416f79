"""One deck file as text, lines and tokens. All structure comes from tokens; lines only give back the bytes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from prep.text.parser import markdown_parser
from prep.text.safe import safe

NEWLINE = re.compile(r"\r\n?|\n")
"""What ends a line in Markdown; `str.splitlines` knows eight more, and they would shift every line number."""


@cache
def _parser() -> MarkdownIt:
    """The dialect of the screens, with definitions and cited keys left visible, and room for deep nesting."""
    parser = markdown_parser()
    parser.options["inline_definitions"] = True
    parser.options["store_labels"] = True
    parser.options["maxNesting"] = 100  # at the default of 20 deeper text is dropped without a word
    return parser


@dataclass(frozen=True, slots=True)
class Document:
    """A deck file, ready to be cut into cards. Lines are counted from 0 here, from 1 in problems."""

    text: str
    """With LF line ends, without BOM, control characters made visible one for one."""
    lines: tuple[str, ...]
    tokens: tuple[Token, ...]
    definitions: tuple[Token, ...]
    """Every link definition, nested ones too, in file order."""

    def bare(self) -> Document:
        """Its lines alone: the tokens of a folder are ten times as large as its cards."""
        return Document("", self.lines, (), ())

    def body(self, first: int, last: int) -> str:
        """Lines first to last - 1 without the definitions among them and blank lines around them."""
        hidden = {line for token in self.definitions if token.level == 0 for line in lines_of(token)}
        kept = [self.lines[line] for line in range(first, last) if line not in hidden]
        return trimmed(kept)


def read_document(text: str) -> Document:
    """Parse the text of one file; any text at all will do."""
    clean = _clean(text)
    tokens = tuple(_parser().parse(clean))
    definitions = tuple(token for token in tokens if token.type == "definition")
    return Document(clean, tuple(clean.split("\n")), tokens, definitions)


def clean_lines(text: str) -> tuple[str, ...]:
    """The lines alone, as a document has them."""
    return tuple(_clean(text).split("\n"))


def _clean(text: str) -> str:
    return safe(NEWLINE.sub("\n", text.removeprefix("\ufeff")))


def trimmed(lines: list[str]) -> str:
    """The lines as text, without blank ones at either end; indentation is kept, it may mean code."""
    filled = [number for number, line in enumerate(lines) if line.strip()]
    return "\n".join(lines[filled[0] : filled[-1] + 1]) if filled else ""


def lines_of(token: Token) -> range:
    """The lines that a token covers."""
    return range(*token.map) if token.map else range(0)


def inlines(tokens: Iterable[Token]) -> Iterator[Token]:
    """The pieces of text among the tokens: paragraphs, headings, table cells."""
    return (token for token in tokens if token.type == "inline")


def blocks(tokens: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    """The tokens cut into whole blocks: a list from its first to its last token, a paragraph, a fence."""
    start = 0
    for at, token in enumerate(tokens):
        if token.level == tokens[0].level and token.nesting <= 0:
            yield tokens[start : at + 1]
            start = at + 1
