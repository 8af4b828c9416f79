"""Laid-out text with links that a key can walk through: the one in focus is underlined and leads on with enter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from prep.text.row import blank
from prep.text.span import Line, Role, Span
from prep.tui.widgets.rows import ScrollingRows
from prep.view.grid import Grid

CONTEXT = 2
"""Rows that are shown above and below the link in focus."""
Numbers = Sequence[int]
"""For each span of a row the number of its link; -1 for none."""


@dataclass(frozen=True, slots=True)
class Link:
    """One link, which may run over several rows."""

    target: str
    row: int
    """Its first row."""


class LinkSheet(ScrollingRows):
    """Text from a function of the grid, so that it is laid out anew for every size."""

    def __init__(self, lay: Callable[[Grid], Sequence[Line]]) -> None:
        super().__init__()
        self.lay = lay
        self.links: tuple[Link, ...] = ()
        self.held: int | None = None
        """Number of the link in focus."""
        self.sought = ""
        """Words that are lit wherever they stand."""
        self.hits: tuple[int, ...] = ()
        """The rows that hold them."""
        self.at = 0
        """Which of those rows is looked at."""

    @property
    def above(self) -> int:
        """Blank rows over the text."""
        return 0 if self.grid.short else self.grid.gap

    def seek(self, words: str) -> None:
        """Light these words, letters large or small."""
        self.sought = words.strip()
        self.redraw()
        self.hits = tuple(n for n, row in enumerate(self.drawn) if self.sought and _holds(row.plain, self.sought))
        top = self.scroll_offset.y
        self.at = next((n for n, row in enumerate(self.hits) if row >= top), 0)

    def hit(self, by: int) -> None:
        """Bring the next row that holds them into view, round and round; 0: the one it stands at."""
        if self.hits:
            self.at = (self.at + by) % len(self.hits)
            self.show(max(0, self.hits[self.at] - CONTEXT))
            self.show(min(self.hits[self.at] + CONTEXT, len(self.drawn) - 1))

    def step(self, by: int) -> None:
        """The next link, round and round; the first step goes to the first one in view."""
        if not self.links:
            return
        if self.held is None:
            top = self.scroll_offset.y
            self.held = next((n for n, link in enumerate(self.links) if link.row >= top), 0)
        else:
            self.held = (self.held + by) % len(self.links)
        self.redraw()
        row = self.links[self.held].row
        self.show(min(row + CONTEXT, len(self.drawn) - 1))
        self.show(max(0, row - CONTEXT))

    @property
    def target(self) -> str:
        """Where the link in focus leads."""
        return self.links[self.held].target if self.held is not None else ""

    def rows(self) -> list[Line]:
        """The text, with the link in focus underlined."""
        lines = [*blank(self.above), *map(coloured, self.lay(self.grid))]
        if self.sought:
            lines = [lit(line, self.sought) if _holds(line.text, self.sought) else line for line in lines]
        self.links, numbers = linked(lines)
        if self.held is not None and self.held >= len(self.links):
            self.held = None
        return [
            line if self.held is None or self.held not in row else lit_up(line, row, self.held)
            for line, row in zip(lines, numbers, strict=True)
        ]


def lit_up(line: Line, numbers: Numbers, held: int) -> Line:
    """The row with this link underlined."""
    spans = zip(line.spans, numbers, strict=True)
    return Line(tuple(replace(s, over=(*s.over, Role.FOCUS)) if number == held else s for s, number in spans))


def _holds(text: str, words: str) -> bool:
    return words.casefold() in text.casefold()


def lit(line: Line, words: str) -> Line:
    """The row with these words in act, as far as they stand in one run."""
    return Line(tuple(part for span in line.spans for part in _parts(span, words)))


def _parts(span: Span, words: str) -> Iterator[Span]:
    for n, part in enumerate(re.split(f"({re.escape(words)})", span.text, flags=re.IGNORECASE)):
        if part:
            yield (
                replace(span, text=part, role=Role.ACT, over=(*span.over, Role.STRONG))
                if n % 2
                else replace(span, text=part)
            )


def coloured(line: Line) -> Line:
    """The row with its quoted numbers in the colour of links: on a page to read they lead somewhere."""
    return Line(tuple(map(_coloured, line.spans))) if any(span.target for span in line.spans) else line


def _coloured(span: Span) -> Span:
    return replace(span, role=Role.LINK) if span.target and span.role is Role.INK else span


def linked(lines: Sequence[Line]) -> tuple[tuple[Link, ...], list[Numbers]]:
    """The links, and for each row the numbers of its spans. A link that wraps on keeps its number."""
    links: list[Link] = []
    last = ""

    def number(span: Span, at: int) -> int:
        nonlocal last
        if span.target and span.target != last:
            links.append(Link(span.target, at))
        if span.target or span.text.strip():
            last = span.target
        return len(links) - 1 if span.target else -1

    numbers = [[number(span, at) for span in line.spans] for at, line in enumerate(lines)]
    return tuple(links), list(numbers)
