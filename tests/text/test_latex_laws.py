"""What holds for every source, sensible or not."""

from __future__ import annotations

import time

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from prep.text.latex import MathError, display, inline
from prep.text.latex.block import block
from prep.text.latex.commands import STRUCTURES
from prep.text.latex.parse import parse
from prep.text.latex.symbols import COMMANDS

PARTS = st.sampled_from(
    [f"\\{name}" for name in [*COMMANDS, *STRUCTURES]]
    + [*"{}[]()^_&'|+-=,.xyz12 ", "{a}", "{b_i}", "_{i,j}", "^{(t)}", r"\\"] * 12
    + [r"\begin{aligned}", r"\end{aligned}", r"\begin{cases}", r"\end{cases}", r"\left(", r"\right)"] * 12
)
NEAR_LATEX = st.lists(PARTS, max_size=24).map(" ".join)
SYMBOL = st.sampled_from(["x", "y_i", r"\alpha", r"\hat m_t", "2", r"\sqrt{d_k}", "z^2", r"\text{数}"])
FORMULA = st.recursive(
    SYMBOL,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda pair: rf"\frac{{{pair[0]}}}{{{pair[1]}}}"),
        st.tuples(inner, inner).map(lambda pair: f"{pair[0]}+{pair[1]}"),
        inner.map(lambda body: rf"\left({body}\right)^2"),
        inner.map(lambda body: rf"\sqrt{{{body}}}"),
        inner.map(lambda body: rf"\sum_{{i=1}}^n{{{body}}}"),
        inner.map(lambda body: rf"\begin{{pmatrix}}{body}&1\\0&{body}\end{{pmatrix}}"),
    ),
    max_leaves=8,
)


def reads(source: str) -> bool:
    """Lay out the source both ways; anything but a MathError escapes."""
    try:
        line, rows = inline(source), [*display(source), *display(source, width=20)]
    except MathError as error:
        assert 1 <= error.column <= len(source) + 1
        return False
    assert len(line.splitlines()) <= 1
    assert all(len(row.splitlines()) <= 1 for row in rows)
    return True


@given(st.text())
def test_any_text_is_laid_out_or_refused(source: str) -> None:
    """Whatever is typed, there is a result in single rows or a MathError inside the source."""
    reads(source)


@settings(max_examples=300)
@given(NEAR_LATEX)
def test_any_commands_are_laid_out_or_refused(source: str) -> None:
    """Commands in any order give a result or a MathError."""
    reads(source)


@given(FORMULA)
def test_every_formula_is_laid_out(source: str) -> None:
    """A well-formed formula is never refused."""
    assert reads(source)


@given(FORMULA)
def test_a_drawing_is_a_rectangle(source: str) -> None:
    """Before its ends are trimmed every row of a drawing is equally wide, and the baseline is one of them."""
    box = block(parse(source))
    assert {cell_len(row) for row in box.lines} == {box.width}
    assert 0 <= box.base < box.height


@given(st.lists(SYMBOL, min_size=2, max_size=12), st.integers(min_value=12, max_value=80))
def test_a_chain_of_relations_fits_any_width(sides: list[str], width: int) -> None:
    """Where there is a relation to break at, no row is wider than the place."""
    rows = display("=".join(sides), width=width)
    assert max(map(cell_len, rows)) <= width


@given(FORMULA, st.integers(min_value=1, max_value=40))
def test_breaking_loses_nothing(source: str, width: int) -> None:
    """A broken formula shows the same characters as a whole one."""
    whole, broken = (sorted("".join(rows).replace(" ", "")) for rows in (display(source), display(source, width)))
    assert whole == broken


@given(FORMULA)
def test_a_place_wide_enough_changes_nothing(source: str) -> None:
    """The width matters only where a formula is wider."""
    rows = display(source)
    assert display(source, width=max(map(cell_len, rows))) in (rows, display(source, width=1000))


def test_every_symbol_takes_its_cells() -> None:
    """A symbol is one cell wide, or as wide as its name; a blank is as wide as asked."""
    for name, (symbol, _) in COMMANDS.items():
        assert cell_len(symbol) == len(symbol), name


def test_a_formula_takes_about_a_millisecond() -> None:
    """Both forms of a full-sized formula take a few milliseconds at most, even on a busy machine."""
    source = r"\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V=\sum_{i=1}^n\frac{e^{z_i/T}}{Z}v_i"
    best = min(_seconds(source) for _ in range(20))
    assert best < 0.005


def _seconds(source: str) -> float:
    start = time.perf_counter()
    inline(source)
    display(source)
    return time.perf_counter() - start
