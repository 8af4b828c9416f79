"""A file cut at its headings. Only `#`, `##` and `###` at the top level are structure."""

from __future__ import annotations

from dataclasses import dataclass

from markdown_it.token import Token

from prep.decks.grammar.document import Document


@dataclass(frozen=True, slots=True)
class OutlinePart:
    """A heading and what stands below it, up to the next heading that is structure."""

    level: int
    """1 title, 2 card, 3 section; 0 for what stands above the first heading."""
    heading: Token | None
    """The heading's inline token; None at level 0."""
    line: int
    """Where the heading is, counted from 0."""
    first: int
    """First line below the heading."""
    last: int
    """The line after the last one."""
    tokens: tuple[Token, ...]
    """What stands below the heading, without top-level definitions."""
    body: str
    """The Markdown below the heading, every byte of it, without top-level definitions."""

    @property
    def title(self) -> str:
        """The heading's text in Markdown."""
        return self.heading.content if self.heading else ""

    @property
    def empty(self) -> bool:
        """Nothing below the heading, or only comments."""
        return all(t.type == "html_block" and t.content.lstrip().startswith("<!--") for t in self.tokens)


def outline(document: Document) -> tuple[OutlinePart, ...]:
    """The parts of a file in order; their lines cover the file without gap or overlap."""
    starts = [at for at, token in enumerate(document.tokens) if is_structure(token)]
    ends = [*starts[1:], len(document.tokens)]
    below = [_part(document, start, end) for start, end in zip(starts, ends, strict=False)]
    above = document.tokens[: starts[0]] if starts else document.tokens
    last = below[0].line if below else len(document.lines)
    return (OutlinePart(0, None, 0, 0, last, _kept(above), document.body(0, last)), *below)


def is_structure(token: Token) -> bool:
    """A heading with one to three # that stands in no list and no quote."""
    return token.type == "heading_open" and token.level == 0 and token.markup in ("#", "##", "###") and bool(token.map)


def _part(document: Document, start: int, end: int) -> OutlinePart:
    heading = document.tokens[start]
    assert heading.map
    line, first = heading.map
    following = document.tokens[end].map if end < len(document.tokens) else None
    last = following[0] if following else len(document.lines)
    below = _kept(document.tokens[start + 3 : end])  # heading_open, inline, heading_close
    return OutlinePart(
        len(heading.markup), document.tokens[start + 1], line, first, last, below, document.body(first, last)
    )


def _kept(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    return tuple(token for token in tokens if not (token.type == "definition" and token.level == 0))
