"""Depth: a row of names that fold open below the answer, one at a time (LOOK §6: DepthRow)."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content

from prep.core.card import Card
from prep.text.markdown import inline, wrap
from prep.text.span import Role, Span
from prep.tui.grid import Grid
from prep.tui.ink import ink, joined, painted
from prep.tui.widgets.back import prose

SOURCES = "sources"


@dataclass(frozen=True, slots=True)
class Folds:
    """Which name has the focus, and which fold is open."""

    count: int
    focus: int | None = None
    open: int | None = None

    def more(self) -> Folds:
        """The next fold open; after the last one all are closed."""
        following = 0 if self.open is None else self.open + 1
        return Folds(self.count, following, following) if following < self.count else Folds(self.count)

    def next(self) -> Folds:
        """The focus one name further."""
        focus = 0 if self.focus is None else (self.focus + 1) % self.count
        return Folds(self.count, focus, self.open)

    def turn(self, fold: int) -> Folds:
        """This fold opened, or closed if it was open."""
        return Folds(self.count, fold, None if self.open == fold else fold)


def names(card: Card) -> list[str]:
    """What folds open on this card."""
    return [section.name.lower() for section in card.depth] + ([SOURCES] if card.sources else [])


def depth_rows(card: Card, folds: Folds, grid: Grid) -> list[Content]:
    """The names, as many a row as fit."""
    rows: list[list[Content | str]] = [[]]
    used = 0
    for number, name in enumerate(names(card)):
        width = len(name) + 2
        if rows[-1] and used + 2 + width > grid.width:
            rows.append([])
            used = 0
        rows[-1] += ["  "] if rows[-1] else []
        used += width + (2 if used else 0)
        rows[-1].append(name_of_fold(name, number, folds))
    return [joined(row) for row in rows]


def name_of_fold(name: str, number: int, folds: Folds) -> Content:
    """`▸ name`, or `▾ name` in bold when open; underlined when focused."""
    target = f"do:fold({number})"
    looks = [*(["strong"] if folds.open == number else ["dim"]), *(["focus"] if folds.focus == number else [])]
    glyph = ink("▾ ", "act", target=target) if folds.open == number else ink("▸ ", "dim", target=target)
    return joined([glyph, ink(name, *looks, target=target)])


def fold_rows(card: Card, fold: int, grid: Grid) -> list[Content]:
    """What stands in one fold; its text starts at column 0."""
    if fold < len(card.depth):
        return prose(card.depth[fold].body, card, grid)
    return source_rows(card, grid)


def source_rows(card: Card, grid: Grid) -> list[Content]:
    """The cited sources: key, title, address."""
    rows: list[Content] = []
    for source in card.sources:
        title = wrap((Span(f"[{source.key}] ", Role.DIM), *inline(source.title)), grid.width, 0, 5)
        address = wrap((Span(source.url, Role.LINK, source.url),), grid.width, 5, 5) if source.url else ()
        rows += [painted(line) for line in (*title, *address)]
    return rows
