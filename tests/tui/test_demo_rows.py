"""The rows of a demo: parameters, numbers, verdict."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.cells import cell_len

from prep.demos.catalog import catalog
from prep.demos.declaration.message import Failed, Failure
from prep.demos.declaration.outcome import Outcome
from prep.tui.ink import ink
from prep.tui.widgets.demo.numbers import number_rows, picked
from prep.tui.widgets.demo.parameters import parameter_row
from prep.tui.widgets.demo.picture import DemoPicture, plot_rows
from prep.tui.widgets.demo.verdict import running_row, verdict_rows
from prep.view.grid import WIDE_PAGE, Grid
from tests.tui.fake_host import plain_outcome

NORMAL, NARROW = Grid(80, 24), Grid(60, 20)
WIDTHS = tuple(2**n for n in range(10))


def saturation(*, xs: tuple[int, ...] = WIDTHS) -> Outcome:
    """A demo of many widths that has not begun."""
    return Outcome(catalog.sheet("attention.softmax-saturation", {"d_k": ",".join(map(str, xs))}))


@pytest.mark.parametrize("most", range(3, 12))
def test_the_rows_that_are_picked(most: int) -> None:
    """First, last and where the question asks are among them, in order and without repetition."""
    outcome = saturation()
    chosen = picked(outcome, 10, most)
    assert chosen == sorted(set(chosen))
    assert len(chosen) == min(most, 10)
    assert {0, 9} <= set(chosen)
    assert outcome.sheet.xs.index(outcome.sheet.question.x) in chosen  # type: ignore[union-attr]


def test_where_the_question_asks_is_always_picked() -> None:
    """Even where it lies between the others."""
    outcome = saturation()
    asked = replace(outcome.sheet, question=replace(outcome.sheet.question, x=4.0))  # type: ignore[arg-type]
    assert 2 in picked(Outcome(asked), 10, 4)


@pytest.mark.parametrize("most", [0, 1, 2])
def test_hardly_any_room(most: int) -> None:
    """The last row is the one that matters most."""
    assert picked(saturation(), 10, most) == [[], [9], [0, 9]][most]


@pytest.mark.parametrize("room", [5, 12, 20, 34, 60])
def test_columns_that_do_not_fit_fall_away(room: int) -> None:
    """From the right; the numbers stay aligned."""
    rows = number_rows(plain_outcome(), room, 9)
    assert all(cell_len(row.plain) <= room or room < 8 for row in rows)
    assert len({row.cell_length for row in rows}) == 1
    assert rows[0].plain.startswith(" dₖ")


def test_a_focused_parameter_is_always_seen() -> None:
    """The row begins further right where it would fall off."""
    plan = saturation().sheet
    for grid in (NORMAL, NARROW, Grid(40, 12)):
        for at, parameter in enumerate(plan.row):
            row = parameter_row(plan, at, grid).plain
            assert f"‹ {parameter.label or parameter.name} " in row
            assert cell_len(row) <= grid.width


def test_marks_shift_nothing() -> None:
    """Where all fit, every parameter stands in the same columns whichever is focused."""
    plan = plain_outcome().sheet
    rows = [parameter_row(plan, focus, NORMAL).plain for focus in (None, 0, 1, 2, 3)]
    assert len({row.translate(str.maketrans("‹›", "  ")).rstrip() for row in rows}) == 1


def test_the_verdict_shortens_before_it_wraps() -> None:
    """Full at 76 columns, short at 56, two rows only when even that is too long."""
    outcome = plain_outcome()
    assert [row.plain for row in verdict_rows(outcome, 22.0, NORMAL)] == [
        "✓ you 22   measured 22.62 ± 0.07   theory √512 = 22.63   all three agree"
    ]
    assert [row.plain for row in verdict_rows(outcome, 22.0, NARROW)] == [
        "✓ you 22  measured 22.62  theory 22.63  agree"
    ]
    assert len(verdict_rows(outcome, 22.0, Grid(40, 12))) == 2


def test_a_stopped_run_says_how_far_it_came() -> None:
    """And that the points before it stay."""
    outcome = replace(saturation(), stopped=True)
    assert "stopped" in verdict_rows(outcome, None, NORMAL)[0].plain


def test_a_long_failure_wraps() -> None:
    """Three rows at most, none too wide."""
    failed = Failed(Failure.RAISED, "attention.x raised ValueError: " + "word " * 100)
    rows = verdict_rows(replace(saturation(), failed=failed), None, NARROW)
    assert len(rows) == 3
    assert all(row.cell_length <= 56 for row in rows)


def test_a_running_row_counts_what_the_demo_counts() -> None:
    """Its unit, the time, the guess."""
    outcome = replace(plain_outcome(), done=None)
    row = running_row(outcome, 22.0, 0.34, 2, NORMAL).plain
    assert row == "⠹ running  4 of 4 widths · 0.3 s · your guess: 22"
    assert running_row(outcome, None, 0.34, 2, NORMAL, ascii=True).plain.startswith("- running")


def test_what_a_demo_says_cannot_drive_the_terminal() -> None:
    """Escape sequences become visible, a line end stays in its row: from a user's demo, any text may come."""
    assert ink("a\x1b[31m\x9bb\nc\td").plain == "a␛[31m\ufffdb c d"
    assert ink("dₖ · √512 −0.5\u00a0x").plain == "dₖ · √512 −0.5\u00a0x"


def test_a_long_legend_leaves_the_numbers_their_column() -> None:
    """On the wide page the legend takes a second row before it reaches the heading beside it."""
    wide = Grid(120, 40, WIDE_PAGE)
    for name in ("precision.cancellation", "evaluation.leakage", "finetuning.lora"):
        outcome = Outcome(catalog.sheet(name, {}))
        rows = [row.plain for row in plot_rows(DemoPicture(outcome, before=outcome), 30, wide, ascii=False)]
        assert rows[0].index("NUMBERS") == 76 and rows[0][:76].endswith("  ")
        assert all(cell_len(row) <= wide.width for row in rows)
