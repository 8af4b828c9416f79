"""Matrices, bars and histograms as text: readable without colour, in ASCII too, never wider than the room."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from prep.text.plot import bar_rows, histogram_rows, matrix

NUMBERS = st.floats(0, 1e6)
MATRICES = st.integers(1, 40).flatmap(lambda n: st.lists(st.lists(NUMBERS, min_size=n, max_size=n), min_size=1))


def text(lines: tuple[object, ...]) -> list[str]:
    return [line.text for line in lines]  # type: ignore[attr-defined]


def test_a_matrix_is_shades_and_their_meaning() -> None:
    """Two columns a number where there is room; the last row says what the shades mean."""
    assert text(matrix([[0, 0.5], [1, 0.25]], 40, 5)) == ["  ▒▒", "██░░", "░ .25   ▒ .5   ▓ .75   █ 1"]
    assert text(matrix([[0, 0.5], [1, 0.25]], 40, 5, ascii=True)) == ["  ++", "##..", ". .25   + .5   * .75   # 1"]


def test_a_large_matrix_is_shown_by_the_means_of_blocks() -> None:
    """Four by four in a room of two by two."""
    rows = [[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    assert text(matrix(rows, 2, 3))[:2] == ["█ ", " ▒"]


@given(MATRICES, st.integers(1, 90), st.integers(2, 30), st.booleans())
def test_a_matrix_stays_in_its_room(rows: list[list[float]], width: int, height: int, ascii: bool) -> None:
    """Whatever the numbers are."""
    lines = text(matrix(rows, width, height, ascii=ascii))
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
    assert text(histogram_rows(rows, -3, 3, 20, 5)) == ["      █ ", "d 1   █ ", "      █ ", "d 4  ███", "     −3 3"[:8]]


@given(st.lists(st.lists(NUMBERS, min_size=5, max_size=5), min_size=1, max_size=6), st.integers(1, 90),
       st.integers(1, 30), st.booleans())
def test_histograms_stay_in_their_room(rows: list[list[float]], width: int, height: int, ascii: bool) -> None:
    """Where there is no room there is nothing."""
    lines = text(histogram_rows([("x", row) for row in rows], 0, 1, width, height, ascii=ascii))
    assert len(lines) <= height and all(len(line) <= width for line in lines)
    assert not ascii or all(line.isascii() for line in lines)
