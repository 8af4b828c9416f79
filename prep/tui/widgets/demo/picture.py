"""A demo that runs or has run: plot, numbers, remark (LOOK §9.8)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from textual.content import Content

from prep.demos.declaration.outcome import Outcome
from prep.demos.declaration.spelt import spelt_outcome
from prep.session.experiment.picturing import picture_rows, picture_table, seen
from prep.session.experiment.plotting import plot_of
from prep.text.plot import Plot, PlotMark, draw, legend_rows
from prep.text.span import Span
from prep.text.wrap import wrap
from prep.tui.ink import blank, ink, joined, padded, painted
from prep.tui.widgets.demo.numbers import number_rows
from prep.tui.widgets.demo.parameters import parameter_row
from prep.tui.widgets.rows import ScrollingRows
from prep.view.grid import Grid

LEAST_PLOT = 7
"""Rows under which a plot says nothing; then the page scrolls."""
PLOTS = (37, 72)
"""Columns of the plot beside its numbers: on a page of 76, and on the wide one."""


@dataclass(frozen=True, slots=True)
class DemoPicture:
    """Everything the sheet draws."""

    outcome: Outcome
    focus: int | None = None
    """Which parameter an arrow key changes."""
    table: bool = False
    """All numbers instead of the plot."""
    view: int = 0
    """0: the plot; else which of the pictures that have been seen."""
    before: Outcome | None = None
    """The run before something was changed; it stays dim under the new one."""


class DemoSheet(ScrollingRows):
    """Draws a `DemoPicture` into the height that it has."""

    def __init__(self) -> None:
        super().__init__()
        self.picture: DemoPicture | None = None

    def say(self, picture: DemoPicture) -> None:
        """Show another picture."""
        if picture != self.picture:
            self.picture = picture
            self.redraw()

    def on_resize(self) -> None:
        """The plot fills what the desk leaves."""
        self.redraw()

    def rows(self) -> list[Content]:
        """Title, parameters, legend, then plot and numbers."""
        if self.picture is None:
            return []
        grid, picture, ascii = self.grid, self.picture, bool(getattr(self.app, "ascii", False))
        if ascii:
            before = picture.before and spelt_outcome(picture.before)
            picture = replace(picture, outcome=spelt_outcome(picture.outcome), before=before)
        top = title_rows(picture, grid)
        room = max(LEAST_PLOT, (self.size.height or grid.rows - 5) - len(top))
        if shown := seen(picture.outcome)[picture.view - 1 : picture.view] if picture.view else ():
            lines = (
                picture_table(picture.outcome, shown[0], grid.width)
                if picture.table
                else picture_rows(picture.outcome, shown[0], grid.width, room, ascii=ascii)
            )
            return [*top, *map(painted, lines)]
        if picture.table:
            return [*top, *table_rows(picture.outcome, grid.width)]
        return [*top, *plot_rows(picture, room, grid, ascii)]


def title_rows(picture: DemoPicture, grid: Grid) -> list[Content]:
    """The question the demo answers, and its parameters; on a short screen the title alone."""
    title = ink(picture.outcome.sheet.title, "cue").truncate(grid.width, ellipsis=True)
    if grid.short:
        return [title]
    return [*blank(grid.gap), title, parameter_row(picture.outcome.sheet, picture.focus, grid), *blank()]


def plot_rows(picture: DemoPicture, room: int, grid: Grid, ascii: bool) -> list[Content]:
    """Legend and plot, beside them the numbers; the plot alone when narrow."""
    outcome = picture.outcome
    plot = plot_of(outcome, before=picture.before)
    lead = [*said_rows(plot, grid, ascii), *([] if grid.short or plot.y_axis.label else blank())]
    width = grid.width if grid.narrow else PLOTS[grid.wide]
    drawn = [painted(line) for line in draw(plot, width, room - len(lead), ascii=ascii)]
    if grid.narrow:
        return [*lead, *drawn]
    if not grid.wide:
        at = width + 2
        return [*lead, *beside(drawn, right_rows(outcome, grid.width - at, len(drawn)), at, grid)]
    at = width + 4
    right = [ink("NUMBERS", "dim"), *right_rows(outcome, grid.width - at, room - 1)]
    return beside([*lead, *drawn], right, at, grid)


def said_rows(plot: Plot, grid: Grid, ascii: bool) -> list[Content]:
    """What is what. Where one row isn't enough an earlier run loses its parameters first; more than two rows go.

    On the wide page the numbers stand beside it, so it has the plot's columns and two more.
    """
    width = PLOTS[grid.wide] + 2 if grid.wide else grid.width
    rows = legend_rows(plot, width, ascii=ascii)
    if len(rows) > 1:
        plot = replace(
            plot, series=tuple(replace(s, name="before") if s.mark is PlotMark.BEFORE else s for s in plot.series)
        )
        rows = legend_rows(plot, width, ascii=ascii)
    return [painted(line) for line in rows[:2]]


def beside(left: list[Content], right: list[Content], at: int, grid: Grid) -> list[Content]:
    """Two columns of rows."""
    rows = []
    for n in range(max(len(left), len(right))):
        start = padded(left[n] if n < len(left) else Content(""), at)
        rows.append(joined([start, right[n]]) if n < len(right) and right[n].cell_length else start)
    return [row.truncate(grid.width) for row in rows]


def right_rows(outcome: Outcome, room: int, most: int) -> list[Content]:
    """Numbers and remark: the remark whole, the numbers as many as are left; what computed it, if there is room."""
    said = [ink(line.text, "dim") for line in wrap((Span(remark(outcome)),), room)] if remark(outcome) else []
    kept = max(3, most - 1 - (len(said) + 1 if said else 0))
    numbers = number_rows(outcome, room, kept)
    shift = room - max(row.cell_length for row in numbers)
    rows = [joined([" " * shift, row]) for row in numbers]
    rows += [*(blank() if said else []), *said]
    facts = [*blank(), ink(outcome.where, "dim")] if outcome.done and outcome.where else []
    return [*rows, *(facts if len(rows) + len(facts) <= most else [])][:most]


def table_rows(outcome: Outcome, width: int) -> list[Content]:
    """All numbers and the remark, over the whole page."""
    said = [painted(line) for line in wrap((Span(remark(outcome)),), width)] if remark(outcome) else []
    facts = [*blank(), *(ink(line.text, "dim") for line in wrap((Span(outcome.facts),), width))]
    return [*number_rows(outcome, width, len(outcome.sheet.xs), wide=True), *blank(), *said, *facts]


def remark(outcome: Outcome) -> str:
    """What the numbers show."""
    return outcome.done.remark if outcome.done else ""
