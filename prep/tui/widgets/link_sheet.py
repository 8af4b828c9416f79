"""Laid-out text with links that a key can walk through: the one in focus is underlined and leads on with enter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from textual.content import Content

from prep.text.span import Line
from prep.tui.grid import Grid
from prep.tui.ink import ink, joined, painted
from prep.tui.widgets.rows import Sheet


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
        self.show(self.links[self.held].row)

    @property
    def target(self) -> str:
        """Where the link in focus leads."""
        return self.links[self.held].target if self.held is not None else ""

    def rows(self) -> list[Content]:
        """The text."""
        lines = self.lay(self.grid)
        numbers = list(numbered(lines))
        self.links = tuple(link for link, _ in dict.fromkeys((link, n) for row in numbers for link, n in row if link))
        return [self._painted(line, row) for line, row in zip(lines, numbers, strict=True)]

    def _painted(self, line: Line, row: Sequence[tuple[Link | None, int]]) -> Content:
        if not any(link and number == self.held for link, number in row):
            return painted(line)
        pieces = [
            painted(Line((span,)), *(("focus",) if link and number == self.held else ()))
            for span, (link, number) in zip(line.spans, row, strict=True)
        ]
        return joined(pieces) if pieces else ink("")


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
