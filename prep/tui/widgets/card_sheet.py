"""The card as one scrolling sheet of rows: front, hint, back, must-say list, depth."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

from textual.content import Content

from prep.core.walk import Suggestion, Walk
from prep.session.review.snapshot import Asked, Stage, Verdict
from prep.text.markdown import inline, wrap
from prep.text.span import Role, Span
from prep.tui.grid import Grid
from prep.tui.ink import blank, ink, joined, painted
from prep.tui.widgets.back import EMPTY, back
from prep.tui.widgets.depth import Folds, depth_rows, fold_rows, names
from prep.tui.widgets.front import front, hint_rows
from prep.tui.widgets.must_say import label, point_rows, suggested
from prep.tui.widgets.rows import Sheet

SAY_IT = "Say it aloud. Then look."
FLAG_OR_NOT = "Would you flag it, or let it stand?"
SAY_WHY = "Say why, aloud. Then look."
PROMPT_AT = 0.58
"""Of the rows between the two hairlines: where a reader's eye rests."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything the sheet draws."""

    asked: Asked
    stage: Stage
    walk: Walk
    suggestion: Suggestion
    verdict: Verdict | None = None
    rightly: bool | None = None
    expired: bool = False
    hint: bool = False
    """The hint was asked for."""
    record: str = ""
    """How the card's demo was predicted last."""
    folds: Folds = field(default_factory=partial(Folds, 0))

    @property
    def revealed(self) -> bool:
        """Whether the back is shown."""
        return self.stage in (Stage.WALK, Stage.RATE)


class CardSheet(Sheet):
    """Draws a `Picture`, and knows in which row its parts begin."""

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.picture: Picture | None = None
        self.starts: dict[str, int] = {}
        """Row in which "back", "point" (the current one), "depth" and "fold" begin."""

    def say(self, picture: Picture) -> None:
        """Show another picture."""
        if picture != self.picture:
            self.picture = picture
            self.redraw()

    def prepare(self) -> None:
        """Lay out the back and its depth before they are asked for: a long derivation takes some milliseconds."""
        if (picture := self.picture) is not None and self.is_attached:  # the screen may have been left since
            back(picture.asked, self.grid)
            for fold in range(len(names(picture.asked.card))):
                fold_rows(picture.asked.card, fold, self.grid)

    def rows(self) -> list[Content]:
        """The whole card."""
        self.starts = {}
        if (picture := self.picture) is None:
            return []
        grid = self.grid
        above = 0 if grid.short and picture.revealed else grid.gap  # the pinned line takes the place of the blank one
        rows = blank(above) + front(picture.asked, grid, revealed=picture.revealed, expired=picture.expired)
        if picture.hint:
            rows += blank(grid.gap) + hint_rows(picture.asked.card, grid)
        return self._back(rows, picture, grid) if picture.revealed else self._prompt(rows, picture, grid)

    def _prompt(self, rows: list[Content], picture: Picture, grid: Grid) -> list[Content]:
        sentence = SAY_IT
        if picture.asked.card.kind == "red-flag":
            sentence = FLAG_OR_NOT if picture.verdict is None else SAY_WHY
        at = round(PROMPT_AT * (grid.rows - 4))
        centred = " " * max(0, (grid.width - len(sentence)) // 2) + sentence
        return [*rows, *blank(max(1, at - len(rows))), ink(centred, "dim")]

    def _back(self, rows: list[Content], picture: Picture, grid: Grid) -> list[Content]:
        rows += blank(grid.gap)
        self.starts["back"] = len(rows)
        note = EMPTY if picture.walk.points else suggested(picture.suggestion, short=grid.narrow)
        rows += back(picture.asked, grid, picture.verdict, picture.rightly, note)
        rows += self._must_say(len(rows), picture, grid)
        if picture.record:
            said = wrap((Span(f"demo: {picture.record}", Role.DIM),), grid.width)
            rows += [*blank(grid.gap), *map(painted, said)]
        rows += self._depth(len(rows), picture, grid)
        if grid.short:  # so that the answer can stand directly under the pinned question
            rows += blank(self.starts["back"] + grid.rows - 4 - len(rows))
        return rows

    def _must_say(self, at: int, picture: Picture, grid: Grid) -> list[Content]:
        walk = picture.walk
        if not walk.points:
            return []
        rows = [*blank(grid.gap), label(walk, picture.suggestion, grid)]
        for number, (point, mark) in enumerate(zip(walk.points, walk.marks, strict=True)):
            current = number == walk.current
            if current:
                self.starts["point"] = at + len(rows)
            rows += point_rows(point, mark, grid, current=current)
            if current:
                self.starts["point end"] = at + len(rows) - 1
        return rows + self._leech(picture, grid)

    def _leech(self, picture: Picture, grid: Grid) -> list[Content]:
        """A card missed again and again says which point it is that goes missing."""
        if not picture.asked.most_missed:
            return []
        lines = wrap(inline(f"missed most: {picture.asked.most_missed}"), grid.width - 5)
        return [joined(["     ", painted(line, "care")]) for line in lines]

    def _depth(self, at: int, picture: Picture, grid: Grid) -> list[Content]:
        card, folds = picture.asked.card, picture.folds
        if not names(card):
            return []
        rows = blank(grid.gap)
        self.starts["depth"] = at + len(rows)
        rows += depth_rows(card, folds, grid)
        if folds.open is not None:
            self.starts["fold"] = at + len(rows)
            rows += blank(grid.gap) + fold_rows(card, folds.open, grid)
        return rows
