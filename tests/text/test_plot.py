"""Plots, drawn as in LOOK §9.8. The expected rows are typed by hand."""

from __future__ import annotations

import math
from itertools import pairwise
from textwrap import dedent
from time import process_time

import pytest

from prep.text.plot import AxisScale, Plot, PlotAxis, PlotMark, PlotSeries, bar, draw, legend
from prep.text.span import Role, Span
from prep.text.spark import spark

WIDTHS = [8.0, 64.0, 128.0, 512.0]
CURVE = [5 * 160 ** (i / 100) for i in range(101)]
POWERS = [2.0**i for i in range(10)]

SCORE_STD = Plot(
    (
        PlotSeries("measured ± 2 s.e.", WIDTHS, [2.80, 8.00, 11.29, 22.62], [0.06, 0.06, 0.07, 0.07]),
        PlotSeries("theory √dₖ", CURVE, [math.sqrt(x) for x in CURVE], mark=PlotMark.CURVE),
    ),
    PlotAxis(scale=AxisScale.LOG2),
    PlotAxis(scale=AxisScale.LOG),
)
SATURATION = Plot(
    (
        PlotSeries("mean", POWERS, [0.961, 0.925, 0.838, 0.698, 0.544, 0.397, 0.286, 0.209, 0.144, 0.105]),
        PlotSeries(
            "median row",
            POWERS,
            [0.965, 0.939, 0.878, 0.762, 0.605, 0.421, 0.238, 0.107, 0.027, 0.004],
            mark=PlotMark.SECOND,
        ),
        PlotSeries(
            "theory for the mean",
            POWERS,
            [0.961, 0.924, 0.839, 0.700, 0.542, 0.400, 0.288, 0.206, 0.146, 0.103],
            mark=PlotMark.CURVE,
        ),
    ),
    PlotAxis(scale=AxisScale.LOG2),
)


def picture(plot: Plot, width: int, height: int, *, ascii: bool = False) -> str:
    """The plot without trailing spaces."""
    return "\n".join(line.text.rstrip() for line in draw(plot, width, height, ascii=ascii))


def typed(text: str) -> str:
    """A picture as typed in a test, without its indentation."""
    return dedent(text).strip("\n")


def points(xs: list[float], ys: list[float], errors: list[float] | None = None) -> Plot:
    """One measured series on straight axes."""
    return Plot((PlotSeries("", xs, ys, errors),))


def labels(plot: Plot, width: int = 40, height: int = 13) -> list[str]:
    """The labels of the y axis, from the top."""
    rows = [line.text for line in draw(plot, width, height)[:-2]]
    return [row.split("┤")[0].strip() for row in rows if "┤" in row]


def tick_rows(plot: Plot, width: int = 40, height: int = 13) -> list[int]:
    """The rows that have a tick."""
    return [n for n, line in enumerate(draw(plot, width, height)) if "┤" in line.text]


def test_the_spread_of_scores() -> None:
    """Powers of two below, 1 2 5 at the side three rows apart, points on the half row, the curve from edge to edge."""
    assert picture(SCORE_STD, 37, 13) == typed("""
           │                               ⡠⠔
        20 ┤                           ⢀⡠▀⠉
           │                        ⢀⠤⠒⠁
           │                     ⣀⠔⠊⠁
        10 ┤                  ⡠⠔⠊▀
           │              ⢀⡠▀⠉
           │           ⣀⠤⠊⠁
         5 ┤        ⣀⠔⠊
           │    ⢀⡠⠔⠉
           │ ⢀⠤▀⠁
         2 ┤⠊⠁
           └───┬────────────┬────┬───────┬───
               8           64   128     512
        """)


def test_the_softmax_gradient() -> None:
    """Ten widths have four ticks, the first and the last among them; a second series is round."""
    assert picture(SATURATION, 36, 13) == typed("""
         1 ┤ ▄
           │  ⠉⠉▀⠢⢄○
        .8 ┤       ▀⠢⢄ ○
           │          ⠑▄
        .6 ┤            ⠑⢄○
           │              ▀⠢⡀
        .4 ┤                ⠈▄⢄
           │                   ⠉▄⢄⡀
        .2 ┤                    ○ ⠈⠑▀⠤⣀⡀
           │                        ○  ▀⠉⠒▀
         0 ┤                           ○  ○
           └─┬─────────┬────────┬─────────┬─
             1         8       64        512
        """)


def test_ascii() -> None:
    """Without Unicode: # for points, * for the curve, plain lines, and nothing beyond ASCII."""
    text = picture(SCORE_STD, 37, 13, ascii=True)
    assert text.isascii()
    assert text == typed("""
           |                               **
        20 +                           **#*
           |                        ****
           |                     ****
        10 +                  ***#
           |              **#*
           |           ****
         5 +        ***
           |    ****
           | **#*
         2 +**
           +---+------------+----+-------+---
               8           64   128     512
        """)


def test_roles() -> None:
    """Lines are faint, labels dim, what was measured ink, theory in its colour."""
    spans = [span for line in draw(SCORE_STD, 37, 13) for span in line.spans]
    assert Span("┤", Role.FAINT) in spans
    assert Span("20 ", Role.DIM) in spans
    assert {span.role for span in spans if "▀" in span.text} == {Role.INK}
    assert {span.role for span in spans if "⠔" in span.text} == {Role.THEORY}


def test_the_legend() -> None:
    """Each series with its glyph in its role; a series without a name is not in it."""
    assert legend(SCORE_STD).text == "■ measured ± 2 s.e.   ─ theory √dₖ"
    assert legend(SCORE_STD).spans[3:] == (Span("─", Role.THEORY), Span(" theory √dₖ", Role.DIM))
    guess = PlotSeries("your guess", [1], [1], mark=PlotMark.GUESS)
    assert legend(Plot((*SATURATION.series[:2], guess, PlotSeries("", [], []))), ascii=True).text == (
        "# mean   o median row   x your guess"
    )


def test_a_guess_is_yours() -> None:
    """The prediction is a cross in the colour of what is yours, and never hides a measurement."""
    guess = PlotSeries("your guess", [1, 3], [1, 2], mark=PlotMark.GUESS)
    spans = [s for line in draw(Plot((guess, PlotSeries("m", [1, 2], [1, 5]))), 40, 13) for s in line.spans]
    assert [s.role for s in spans if "×" in s.text] == [Role.ACT]
    assert sum(s.text.count("▀") + s.text.count("▄") for s in spans) == 2


def test_points_are_exact_to_half_a_row() -> None:
    """Two points in one cell, one in its upper and one in its lower half, fill it."""
    assert "█" in picture(points([1, 1, 2, 3], [0.0, 0.2, 5, 10]), 40, 13)


def test_an_error_bar_is_drawn_where_it_is_taller_than_a_row() -> None:
    """A bar within its row would say nothing; a taller one is a column of dots."""
    small = picture(points([1, 2], [0, 10], [0.1, 0.1]), 30, 13)
    large = picture(points([1, 2], [0, 10], [4, 4]), 30, 13)
    assert not any("\u2801" <= char <= "\u28ff" for char in small)
    assert any(char in "⡇⢸" for char in large)


def test_a_bar_below_a_log_axis_ends_at_its_edge() -> None:
    """An error larger than its value has no lower end on a log axis."""
    plot = Plot((PlotSeries("", [1, 2], [10, 100], [20, 0]),), y_axis=PlotAxis(scale=AxisScale.LOG, low=1))
    assert any(char in "⡇⢸" for char in draw(plot, 30, 13)[10].text)


@pytest.mark.parametrize(
    ("ys", "scale", "expected"),
    [
        ([0, 1], AxisScale.LINEAR, ["1", ".8", ".6", ".4", ".2", "0"]),
        ([-3, 4], AxisScale.LINEAR, ["4", "2", "0", "−2", "−4"]),
        ([1e6, 3e6], AxisScale.LINEAR, ["3·10⁶", "2·10⁶", "10⁶"]),
        ([1e-6, 1], AxisScale.LOG, ["1", ".01", "10⁻⁴", "10⁻⁶"]),
        ([1, 512], AxisScale.LOG2, ["256", "64", "16", "4", "1"]),
    ],
)
def test_labels_are_round(ys: list[float], scale: AxisScale, expected: list[str]) -> None:
    """Ticks stand at 1, 2, 5 times a power of ten, or at powers of two, and are written briefly."""
    assert labels(Plot((PlotSeries("", [1, 2], ys),), y_axis=PlotAxis(scale=scale)))[-len(expected) :] == expected


@pytest.mark.parametrize("plot", [SCORE_STD, SATURATION, points([1, 2, 3], [-7.3, 2, 911])])
@pytest.mark.parametrize("height", [8, 13, 20, 27, 40])
def test_ticks_are_equally_far_apart(plot: Plot, height: int) -> None:
    """The y range widens until its ticks lie a whole and equal number of rows apart."""
    rows = tick_rows(plot, 60, height)
    assert len(rows) >= 2
    assert len({below - above for above, below in pairwise(rows)}) == 1


def test_a_tall_log_plot_is_filled() -> None:
    """Where 1, 2, 5 would leave a third of a tall plot empty, the ticks are powers of two."""
    assert labels(SCORE_STD, 72, 27) == ["32", "16", "8", "4", "2"]
    assert any("\u2800" < char <= "\u28ff" for char in picture(SCORE_STD, 72, 27).split("\n")[1])


def test_a_log_axis_of_little_range_is_straight() -> None:
    """Between 2.8 and 3.1 a log axis has no round ticks of its own, a straight one has."""
    assert len(labels(Plot((PlotSeries("", [1, 2], [2.8, 3.1]),), y_axis=PlotAxis(scale=AxisScale.LOG)))) >= 2


def test_few_places_are_the_ticks() -> None:
    """Measured places, if they are few, have the ticks, whether round or not."""
    assert draw(points([3, 7, 11], [1, 2, 3]), 40, 13)[-1].text.split() == ["3", "7", "11"]


def test_labels_never_touch() -> None:
    """In a narrow plot the labels that don't fit go."""
    text = draw(points([1000, 1001, 1002, 1003], [1, 2, 3, 4]), 20, 13)[-1].text
    assert text.split() == ["1000", "1002"]


def test_fixed_limits_hold_while_points_arrive() -> None:
    """An axis with limits does not jump with the first points."""
    axes = (PlotAxis(low=0, high=100), PlotAxis(low=0, high=1))
    one, two = (Plot((PlotSeries("", xs, [0.5] * len(xs)),), *axes) for xs in ([10.0], [10.0, 20.0]))
    assert [line.text[:5] for line in draw(one, 40, 13)] == [line.text[:5] for line in draw(two, 40, 13)]
    assert tick_rows(one) == tick_rows(two)


def test_what_is_no_number_is_left_out() -> None:
    """NaN and infinity, and zero on a log axis, change nothing."""
    nan, inf = math.nan, math.inf
    clean = Plot((PlotSeries("", [1, 2], [1, 20]),), y_axis=PlotAxis(scale=AxisScale.LOG))
    dirty = Plot((PlotSeries("", [nan, 1, 3, 2, 4, 5], [1, 1, inf, 20, 0, -1]),), y_axis=PlotAxis(scale=AxisScale.LOG))
    assert picture(dirty, 40, 13) == picture(clean, 40, 13)


def test_a_gap_in_a_curve() -> None:
    """A value that is no number breaks the curve; it is not bridged."""
    whole = Plot((PlotSeries("", [0, 1, 2, 3, 4], [0, 0, 0, 0, 0], mark=PlotMark.CURVE),))
    broken = Plot((PlotSeries("", [0, 1, 2, 3, 4], [0, 0, math.nan, 0, 0], mark=PlotMark.CURVE),))
    dots = [sum("\u2800" < c <= "\u28ff" for c in picture(plot, 40, 13)) for plot in (whole, broken)]
    assert 0 < dots[1] < 0.6 * dots[0]


def test_a_steep_curve_hangs_together() -> None:
    """A step has dots in every row that it crosses."""
    step = Plot((PlotSeries("", [0, 1, 1, 2], [0, 0, 1, 1], mark=PlotMark.CURVE),))
    rows = draw(step, 40, 13)[:11]
    assert all(any("\u2800" < char <= "\u28ff" for char in row.text) for row in rows)


def test_no_data_leave_the_axes() -> None:
    """Before the first point there are axes without ticks."""
    assert picture(Plot(), 12, 5) == " │\n │\n │\n └──────────\n"


def test_a_room_too_small_has_no_axes() -> None:
    """Where axes would take all the room, the points stay."""
    assert any(char in picture(SCORE_STD, 8, 3) for char in "▀▄█")
    assert draw(SCORE_STD, 0, 3) == draw(SCORE_STD, 0, 3)
    assert draw(SCORE_STD, 10, 0) == ()


def test_a_screen_is_drawn_at_once() -> None:
    """A plot of screen size takes less than a frame: 10 ms of a processor, the best of ten."""
    times = []
    for _ in range(10):
        start = process_time()
        draw(SATURATION, 116, 36)
        times.append(process_time() - start)
    assert min(times) < 0.010


def test_a_strip() -> None:
    """One character a value, in proportion to the largest; nothing is a space, or what the page says."""
    assert spark([1, 2, 4, 8, 0, math.nan, 8]) == "▂▃▅█  █"
    assert spark([]) == ""
    assert spark([0.0, 0.0]) == "  "
    assert spark([0, 8], zero="▁") == "▁█"


def test_a_bar() -> None:
    """A little is never drawn as nothing, nor almost all as all."""
    assert bar(0.5, 4) == ("━━", "──")
    assert bar(0.001, 4) == ("━", "───")
    assert bar(0.999, 4) == ("━━━", "─")
    assert bar(0, 4) == ("", "────")
    assert bar(2, 4) == ("━━━━", "")
    assert bar(math.nan, 3, ascii=True) == ("", "---")
