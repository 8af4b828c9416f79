"""Laid-out text with links that a key can walk through: the one in focus is underlined and leads on with enter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from textual.content import Content

from prep.text.span import Line, Role
from prep.tui.grid import Grid
from prep.tui.ink import joined, painted
from prep.tui.widgets.rows import Sheet

CONTEXT = 2
"""Rows that are shown above and below the link in focus."""


@dataclass(frozen=True, slots=True)
class Link:
    """One link, which may run over several rows."""

    target: str
    row: int
    """Its first row."""


class LinkSheet(Sheet):
    """Text from a function of the grid, so that it is laid out anew for every size."""

    def __init__(self, lay: Callable[[Grid], Sequence[Line]]) -> None:
        super().__init__()
        self.lay = lay
        self.links: tuple[Link, ...] = ()
        self.held: int | None = None
        """Number of the link in focus."""
        self._lines: Sequence[Line] = ()
        self._numbers: list[list[tuple[Link | None, int]]] = []
        self._painted: list[Content] = []

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

    def rows(self) -> list[Content]:
        """The text; of a page of a thousand rows only those of the link in focus are painted anew."""
        lines = [linked(line) for line in self.lay(self.grid)]
        if lines != self._lines:
            self._lines = lines
            self._numbers = list(numbered(lines))
            self._painted = [painted(line) for line in lines]
            found = ((link, number) for row in self._numbers for link, number in row if link)
            self.links = tuple(link for link, _ in dict.fromkeys(found))
            self.held = None if self.held is not None and self.held >= len(self.links) else self.held
        rows = list(self._painted)
        for at, row in enumerate(self._numbers):
            if any(number == self.held for _, number in row):
                rows[at] = self._lit_up(lines[at], row)
        return rows

    def _lit_up(self, line: Line, row: Sequence[tuple[Link | None, int]]) -> Content:
        """The row with the link in focus underlined."""
        return joined(
            painted(Line((span,)), *(("focus",) if number == self.held else ()))
            for span, (_, number) in zip(line.spans, row, strict=True)
        )


def linked(line: Line) -> Line:
    """The row with its quoted numbers in the colour of links: on a page to read they lead somewhere."""
    if not any(span.target and span.role is Role.INK for span in line.spans):
        return line
    spans = (replace(span, role=Role.LINK) if span.target and span.role is Role.INK else span for span in line.spans)
    return Line(tuple(spans))


def numbered(lines: Sequence[Line]) -> Iterator[list[tuple[Link | None, int]]]:
    """For each span of each row: its link and the link's number. One that wraps on keeps its number."""
    count, last = -1, ""
    open_link: Link | None = None
    for at, line in enumerate(lines):
        row: list[tuple[Link | None, int]] = []
        for span in line.spans:
            if span.target and span.target != last:
                count, open_link = count + 1, Link(span.target, at)
            if span.target or span.text.strip():
                last = span.target
            row.append((open_link if span.target else None, count if span.target else -1))
        yield row
