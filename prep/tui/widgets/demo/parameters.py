"""The parameters of a demo in one row; the focused one stands between ‹ › (LOOK §6: Param)."""

from __future__ import annotations

from textual.content import Content

from prep.demos.declaration.parameter import Parameter
from prep.demos.spec import Sheet
from prep.tui.ink import ink, joined
from prep.view.grid import Grid

APARTS = (4, 2, 0)
"""Columns between two parameters: as many as fit; none when narrow."""


def parameter_row(plan: Sheet, focus: int | None, grid: Grid) -> Content:
    """As many as fit. The marks have columns of their own, so that nothing shifts; the focused one always shows."""
    cells = [cell(parameter, plan, at, at == focus) for at, parameter in enumerate(plan.row)]
    apart = 0 if grid.narrow else next((gap for gap in APARTS if room(cells, gap) <= grid.width), 0)
    first = 0
    while focus is not None and first < focus and room(cells[first : focus + 1], apart) > grid.width:
        first += 1
    kept = cells[first:]
    while len(kept) > 1 and room(kept, apart) > grid.width:
        kept.pop()
    return Content(" " * apart).join(kept).truncate(grid.width, ellipsis=True)


def room(cells: list[Content], apart: int) -> int:
    """Columns of these cells; the last one's closing mark may fall away."""
    return sum(cell.cell_length for cell in cells) + apart * (len(cells) - 1) - 2


def cell(parameter: Parameter, plan: Sheet, at: int, focused: bool) -> Content:
    """`‹ name value ›`"""
    value = parameter.show(plan.values[parameter.name])
    target = f"do:hold({at})"
    text = [ink(parameter.label or parameter.name, "dim", target=target), ink(" ")]
    if not focused:
        return joined(["  ", *text, ink(value, target=target), "  "])
    less, more = ink("‹ ", "act", target="do:change(-1)"), ink(" ›", "act", target="do:change(1)")
    return joined([less, *text, ink(value, "strong", target=target), more])
