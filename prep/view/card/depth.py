"""Depth: a row of names that fold open below the answer, one at a time."""

from __future__ import annotations

from dataclasses import dataclass

from prep.core.card import Card
from prep.text.markdown import inline, wrap
from prep.text.row import label, packed, row
from prep.text.span import BLANK, Line, Role, Span
from prep.view.card.back import plainly, prose
from prep.view.grid import Grid

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


def name_rows(card: Card, folds: Folds, grid: Grid) -> list[Line]:
    """The names, as many a row as fit."""
    return packed([_name(name, number, folds) for number, name in enumerate(names(card))], 2, grid.width)


def _name(name: str, number: int, folds: Folds) -> Line:
    """`▸ name`, or `▾ name` in bold when open; underlined when focused."""
    target, focus = f"do:fold({number})", (Role.FOCUS,) if folds.focus == number else ()
    if folds.open == number:
        return row(Span("▾ ", Role.ACT, target), Span(name, Role.STRONG, target, focus))
    return row(Span("▸ ", Role.DIM, target), Span(name, Role.DIM, target, focus))


def fold_rows(card: Card, fold: int, grid: Grid) -> list[Line]:
    """What stands in one fold; its text starts at column 0."""
    return prose(card.depth[fold].body, card, grid) if fold < len(card.depth) else source_rows(card, grid.width)


def source_rows(card: Card, width: int) -> list[Line]:
    """The cited sources: key, title, address."""
    rows: list[Line] = []
    for source in card.sources:
        rows += wrap((Span(f"[{source.key}] ", Role.DIM), *inline(source.title)), width, 0, 5)
        rows += wrap((Span(source.url, Role.LINK, source.url),), width, 5, 5) if source.url else ()
    return rows


def lines(card: Card, width: int) -> list[Line]:
    """Everything that folds open, one below the other."""
    return [
        each
        for section in card.depth
        for each in (BLANK, label(section.name.upper()), BLANK, *plainly(section.body, width))
    ]
