"""A formula wider than its place is broken where a person would break it."""

from __future__ import annotations

import pytest

from prep.text.latex import display

VARIANCE = r"\mathrm{Var}(q\cdot k)=\sum_{i=1}^{d_k}\mathrm{E}[q_i^2]\,\mathrm{E}[k_i^2]=d_k"
NORM = r"\|J\|_F^2=\sum p^2-2\sum p^3+\left(\sum p^2\right)^2"


def test_a_formula_that_fits_is_not_broken() -> None:
    """A place as wide as the formula leaves it whole."""
    assert display(r"a=b=c", width=9) == ("a = b = c",)


def test_a_break_comes_before_a_relation_and_under_the_first() -> None:
    """Continued lines stand under the first relation if there is room."""
    assert display(r"a=b=c", width=8) == ("a = b", "  = c")
    assert display(VARIANCE, width=30) == (
        "             dₖ",
        "Var(q · k) =  ∑ E[qᵢ²] E[kᵢ²]",
        "             i=1",
        "",
        "           = dₖ",
    )


def test_lines_are_filled() -> None:
    """A break comes as late as the place allows."""
    assert display(r"a=b=c=d=e", width=14) == ("a = b = c = d", "  = e")


def test_a_wide_part_breaks_at_an_operator() -> None:
    """Where a side of a relation is too wide by itself, it breaks before + and −."""
    assert display(NORM, width=20) == ("‖J‖² = ∑p² − 2 ∑p³", "   F", "", "  + (∑p²)²")


def test_a_wide_gap_is_a_break() -> None:
    r"""Two formulas apart by \qquad go on two lines, and the gap goes."""
    assert display(r"a=b+c,\qquad d=e", width=12) == ("a = b + c,", "  d = e")


def test_a_formula_without_a_break_stays_whole() -> None:
    """Nothing is broken inside brackets or a fraction; such a part is wider than its place."""
    assert display(r"(a=b=c)", width=4) == ("(a = b = c)",)


def test_aligned_equations_break_in_their_column() -> None:
    """A row of an aligned block goes on under its own relation."""
    source = r"\begin{aligned}m_t&=\beta_1m_{t-1}+(1-\beta_1)g_t\\v&=a\end{aligned}"
    assert display(source, width=20) == ("mₜ = β₁mₜ₋₁", "    + (1 − β₁)gₜ", "", " v = a")


def test_pairs_of_equations_break_in_the_last_column() -> None:
    """Several equations in a row leave the last one what is left of the width."""
    rows = display(r"\begin{align*}a&=b&c&=d=e=f\end{align*}", width=18)
    assert rows == ("a = b    c = d = e", "           = f")


@pytest.mark.parametrize("width", [0, 1, -3])
def test_an_impossible_width_still_draws(width: int) -> None:
    """A pane without room gets every part on its own line rather than an error."""
    assert display("a=b", width=width) == ("a", "  = b")
