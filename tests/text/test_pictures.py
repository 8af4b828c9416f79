"""Matrices, bars and histograms as text: readable without colour, in ASCII too, never wider than the room."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from prep.text.plot import Edges, Matrix, bar_rows, histogram_rows, matrix_rows
from prep.text.span import Role

NUMBERS = st.floats(-1e6, 1e6)
MATRICES = st.integers(1, 40).flatmap(lambda n: st.lists(st.lists(NUMBERS, min_size=n, max_size=n), min_size=1))
TWO = [Matrix("step 0", [[0, 0.5], [1, 0.25]]), Matrix("step 9", [[1, 0], [0, -1]])]


def text(lines: tuple[object, ...]) -> list[str]:
    return [line.text.rstrip() for line in lines]  # type: ignore[attr-defined]


def test_a_matrix_is_shades_and_their_meaning() -> None:
    """Two columns a number where there is room; the last row says what the shades mean."""
    assert text(matrix_rows(TWO[:1], 40, 5)) == ["  ▒▒", "██░░", "░ .25   ▒ .5   ▓ .75   █ 1"]
    assert text(matrix_rows(TWO[:1], 40, 5, ascii=True)) == ["  ++", "##..", ". .25   + .5   * .75   # 1"]


def test_matrices_stand_side_by_side_with_their_edges() -> None:
    """One scale for all; titles above, rows and columns numbered and named, strokes for what is below 0."""
    assert text(matrix_rows(TWO, 40, 8, Edges("query", "key", "J"))) == [
        "query  step 0   step 9",
        "    1    ▒▒     ██",
        "    2  ██░░       ≡≡",
        "  key  1 2      1 2",
        "J   ≡ −1   ═─╌░▒▓   █ 1",
    ]


def test_what_is_below_zero_has_a_colour_of_its_own_too() -> None:
    """Who sees no colour sees the strokes."""
    spans = [span for line in matrix_rows(TWO, 40, 8, ascii=True) for span in line.spans]
    assert [span.text for span in spans if span.role is Role.CARE] == ["%%"]


def test_of_many_matrices_the_first_and_the_last_are_seen() -> None:
    """And as many between, evenly, as have room."""
    many = [Matrix(f"t{n}", [[1.0, 0.0, 1.0]]) for n in range(9)]
    titles = [text(matrix_rows(many, width, 8))[0].split() for width in (24, 32, 200)]
    assert titles == [["t0", "t4", "t8"][::2], ["t0", "t4", "t8"], [f"t{n}" for n in range(9)]]


def test_a_large_matrix_is_shown_by_the_means_of_blocks() -> None:
    """Four by four in a room of two by two."""
    rows = [[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    assert text(matrix_rows([Matrix("", rows)], 2, 3))[:2] == ["█", " ▒"]


def test_a_number_at_an_edge_is_that_of_its_row() -> None:
    """Also where blocks of rows and columns are drawn: 1 and multiples of a round step, where they don't touch."""
    rows = [[float(row == column) for column in range(40)] for row in range(40)]
    drawn = text(matrix_rows([Matrix("", rows)], 24, 13, Edges("i", "j")))
    assert [line[:2].strip() for line in drawn[1:11]] == ["1", "", "10", "", "20", "", "", "30", "", "40"]
    assert drawn[11].split() == ["j", "1", "10", "20", "30", "40"]


@given(MATRICES, MATRICES, st.integers(1, 90), st.integers(2, 30), st.booleans(), st.sampled_from(["", "key"]))
def test_a_matrix_stays_in_its_room(
    one: list[list[float]], other: list[list[float]], width: int, height: int, ascii: bool, edge: str
) -> None:
    """Whatever the numbers are."""
    lines = text(matrix_rows([Matrix("a", one), Matrix("b", other)], width, height, Edges(edge, edge), ascii=ascii))
    assert len(lines) <= height and max(map(len, lines)) <= width
    assert not ascii or all(line.isascii() for line in lines)


def test_bars_are_in_proportion_to_the_largest() -> None:
    """Labels at the left, values at the right."""
    assert text(bar_rows([("none", 4.0, "4"), ("1/d", 1.0, "1.0")], 20)) == [
        "none  ━━━━━━━━━    4",
        "1/d   ━━───────  1.0",
    ]


def test_histograms_stand_over_one_axis() -> None:
    """Each as high as its fullest bin; little is never nothing; both ends and the middle are told."""
    rows = [("d 1", [0, 8, 0]), ("d 4", [1, 2, 1])]
    assert text(histogram_rows(rows, -3, 3, 20, 5)) == ["      █", "d 1   █", "      █", "d 4  ███", "     −3"]


def test_a_histogram_says_what_it_counts() -> None:
    """Before the numbers of its axis, with the unit."""
    assert text(histogram_rows([("d 1", [1, 2, 1])], 0, 3, 30, 4, label="ms"))[-1] == "ms   0 3"


@given(
    st.lists(st.lists(st.floats(0, 1e6), min_size=5, max_size=5), min_size=1, max_size=6),
    st.integers(1, 90),
    st.integers(1, 30),
    st.booleans(),
)
def test_histograms_stay_in_their_room(rows: list[list[float]], width: int, height: int, ascii: bool) -> None:
    """Where there is no room there is nothing."""
    lines = text(histogram_rows([("x", row) for row in rows], 0, 1, width, height, ascii=ascii))
    assert len(lines) <= height and all(len(line) <= width for line in lines)
    assert not ascii or all(line.isascii() for line in lines)
