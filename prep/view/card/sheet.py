"""The whole card from top to bottom: front, hint, back, must-say list, depth."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from prep.core.walk import PointMark, Suggestion, Walk
from prep.session.review.snapshot import Asked, Call, ReviewStage
from prep.text.markdown import inline, wrap
from prep.text.row import blank, linked, over, row
from prep.text.span import BLANK, Line, Role, Span
from prep.view.card.back import back
from prep.view.card.depth import Folds, fold_rows, name_rows, names
from prep.view.card.front import front, hint_rows
from prep.view.card.points import INDENT, head, point_rows, suggested
from prep.view.grid import Grid

SAY_IT = "Say it aloud. Then look."
FLAG_OR_NOT = "Would you flag it, or let it stand?"
SAY_WHY = "Say why, aloud. Then look."
PROMPT_AT = 0.58
"""Of the rows between the two hairlines: where a reader's eye rests."""


@dataclass(frozen=True, slots=True)
class CardPicture:
    """Everything that is drawn of a card."""

    asked: Asked
    stage: ReviewStage
    walk: Walk
    suggestion: Suggestion
    verdict: Call | None = None
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
        return self.stage in (ReviewStage.WALK, ReviewStage.RATE)


@dataclass(slots=True)
class CardRows:
    """The rows, and where the card's parts begin among them."""

    rows: list[Line]
    starts: dict[str, int] = field(default_factory=dict)
    """Row in which "cue", "back", "point" (the current one), "depth" and "fold" begin; in which "point end" ends."""

    def begin(self, part: str) -> None:
        """A part begins with the next row."""
        self.starts[part] = len(self.rows)


def card_rows(picture: CardPicture, grid: Grid) -> CardRows:
    """The whole card."""
    above = 0 if grid.short and picture.revealed else grid.gap  # the pinned line takes the place of the blank one
    drawn = CardRows([*blank(above), *front(picture.asked, grid, revealed=picture.revealed, expired=picture.expired)])
    drawn.starts["cue"] = above + 1
    if picture.hint:
        drawn.rows += [*blank(grid.gap), *hint_rows(picture.asked.card, grid)]
    if not picture.revealed:
        drawn.rows += _prompt(picture, grid, len(drawn.rows))
        return drawn
    for part in (_back, _points, _record, _depth):
        part(drawn, picture, grid)
    if grid.short:  # so that the answer can stand directly under the pinned question
        drawn.rows += blank(drawn.starts["back"] + grid.rows - 4 - len(drawn.rows))
    return drawn


def lay_ahead(asked: Asked, grid: Grid) -> None:
    """Lay out the back and its depth before they are asked for: a long derivation takes some milliseconds, once."""
    back(asked, grid)
    for fold in range(len(names(asked.card))):
        fold_rows(asked.card, fold, grid)


def _prompt(picture: CardPicture, grid: Grid, used: int) -> list[Line]:
    sentence = SAY_IT
    if picture.asked.card.kind.judged:
        sentence = FLAG_OR_NOT if picture.verdict is None else SAY_WHY
    free = max(1, round(PROMPT_AT * (grid.rows - 4)) - used)
    return [*blank(free), row(Span(" " * max(0, (grid.width - len(sentence)) // 2) + sentence, Role.DIM))]


def _back(drawn: CardRows, picture: CardPicture, grid: Grid) -> None:
    drawn.rows += blank(grid.gap)
    drawn.begin("back")
    note = BLANK if picture.walk.points else suggested(picture.suggestion, short=grid.narrow)
    drawn.rows += back(picture.asked, grid, picture.verdict, picture.rightly, note)


def _points(drawn: CardRows, picture: CardPicture, grid: Grid) -> None:
    walk = picture.walk
    if not walk.points:
        return
    drawn.rows += [*blank(grid.gap), head(walk, picture.suggestion, grid)]
    for number, (point, mark) in enumerate(zip(walk.points, walk.marks, strict=True)):
        if current := number == walk.current:
            drawn.begin("point")
        clicked = f"do:point({number})" if current or mark is not PointMark.OPEN else ""
        drawn.rows += [linked(each, clicked) for each in point_rows(point, mark, grid, current=current)]
        if current:
            drawn.starts["point end"] = len(drawn.rows) - 1
    if most := picture.asked.most_missed:  # missed again and again: which point it is that goes missing
        drawn.rows += [
            over(each, Role.CARE) for each in wrap(inline(f"missed most: {most}"), grid.width, INDENT, INDENT)
        ]


def _record(drawn: CardRows, picture: CardPicture, grid: Grid) -> None:
    if picture.record:
        drawn.rows += [*blank(grid.gap), *wrap((Span(f"demo: {picture.record}", Role.DIM, "do:demo"),), grid.width)]


def _depth(drawn: CardRows, picture: CardPicture, grid: Grid) -> None:
    card, folds = picture.asked.card, picture.folds
    if not names(card):
        return
    drawn.rows += blank(grid.gap)
    drawn.begin("depth")
    drawn.rows += name_rows(card, folds, grid)
    if folds.open is not None:
        drawn.begin("fold")
        drawn.rows += [*blank(grid.gap), *fold_rows(card, folds.open, grid)]
