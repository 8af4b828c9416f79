"""Rows put together from pieces, and the columns in which numbers stand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from prep.text.row import cut, grouped, over, packed, row, spread
from prep.text.span import BLANK, Role, Span
from prep.view.columns import bars, fact

TEXTS = st.text(st.characters(exclude_categories=("Cc", "Cf", "Cs", "Mn", "Zl", "Zp")), max_size=60)


@given(TEXTS, TEXTS, st.integers(1, 120))
def test_two_facts_never_overlap(left: str, right: str, width: int) -> None:
    """The left one gives way; where both have room the row is as wide as the page."""
    line = spread(left, right, width)
    assert line.text.endswith(right)
    if row(left).width + row(right).width < width:
        assert line.width == width and line.text.startswith(left)


@given(st.lists(TEXTS), st.integers(2, 80))
def test_a_row_that_is_cut_fits_and_says_so(texts: list[str], width: int) -> None:
    """… stands at its end, in the role of what was cut; a row that fits is left alone."""
    line = row(*(Span(text, Role.CODE) for text in texts))
    short = cut(line, width)
    assert short.width <= width
    if line.width <= width:
        assert short == line
    else:
        assert short.text.endswith("…")
        assert short.spans[-1].role is Role.CODE or short.text == "…"


def test_a_role_is_laid_over_another() -> None:
    """Ink takes the role itself; a link stays one."""
    bold = over(row("plain ", Span("link", Role.LINK, "topic:t")), Role.STRONG)
    assert bold.spans == (Span("plain ", Role.STRONG), Span("link", Role.LINK, "topic:t", (Role.STRONG,)))


@given(st.lists(st.integers(1, 12), min_size=1, max_size=12), st.integers(12, 60))
def test_pieces_are_packed_as_many_a_row_as_fit(widths: list[int], room: int) -> None:
    """No row is too wide, and the first piece of each row would not have fitted into the row above."""
    rows = packed([row("x" * width) for width in widths], 2, room)
    assert all(each.width <= room for each in rows)
    firsts = [len(each.text.split()[0]) for each in rows[1:]]
    assert all(above.width + 2 + first > room for above, first in zip(rows, firsts, strict=False))


def test_an_empty_group_leaves_no_gap() -> None:
    """Nothing stands where there is nothing to say."""
    assert grouped([[row("a")], [], [row("b")]], 2) == [row("a"), BLANK, BLANK, row("b")]


def test_a_long_value_keeps_its_detail_apart() -> None:
    """Values and details stand in columns; a value that reaches into the next one moves its detail."""
    assert fact("streak", "17 days", "x", 76).text.index("x") == 28
    assert fact("streak", "1,234,567 days", "x", 76).text.endswith("1,234,567 days  x")


def test_a_bar_is_in_proportion() -> None:
    """The largest number fills the row but for four columns; a small one still shows, nothing shows nothing."""
    drawn = bars([("a", 400, Role.ACT), ("b", 1, Role.ACT), ("c", 0, Role.ACT)], 76, digits=3, at=28)
    assert [line.text.count("━") for line in drawn] == [44, 1, 0]
    assert drawn[0].width == 76 - 4
