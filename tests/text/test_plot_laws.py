"""Laws of plots: any numbers, any room."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from prep.text.plot import AxisScale, Plot, PlotAxis, PlotMark, PlotSeries, bar, draw, legend
from prep.text.plot.scale import text
from prep.text.spark import spark

NUMBERS = st.floats() | st.integers(-1000, 1000).map(float) | st.sampled_from([0.0, 1.0, 8.0, 512.0])
LISTS = st.lists(NUMBERS, max_size=12)
LIMITS = st.none() | NUMBERS
AXES = st.builds(PlotAxis, scale=st.sampled_from(AxisScale), low=LIMITS, high=LIMITS)
SERIES = st.builds(PlotSeries, st.text(max_size=3), LISTS, LISTS, st.none() | LISTS, st.sampled_from(PlotMark))
PLOTS = st.builds(Plot, st.lists(SERIES, max_size=4).map(tuple), AXES, AXES)


@given(PLOTS, st.integers(-1, 130), st.integers(-1, 45), st.booleans())
@example(Plot((PlotSeries("", [1.0, 2.0], [1e308, -1e308]),)), 40, 13, False)
@example(Plot((PlotSeries("", [1.0, 2.0], [5e-324, 0.0]),)), 40, 13, False)
@example(Plot((PlotSeries("", [1e15, 1e15 + 1], [1.0, 1.0 + 1e-15]),)), 40, 13, False)
@example(
    Plot(
        (
            PlotSeries(
                "", [0.0, 5.0000005 / 73, 5.0000005 / 73 + 1e-14, 1.0], [0.0, 0.0, 1.0, 1.0], None, PlotMark.CURVE
            ),
        )
    ),
    40,
    13,
    False,
)
def test_a_plot_has_exactly_its_size(plot: Plot, width: int, height: int, ascii: bool) -> None:
    """Whatever the data, drawing succeeds, with as many rows as asked, each exactly as wide as asked."""
    lines = draw(plot, width, height, ascii=ascii)
    assert len(lines) == max(height, 0)
    assert all(line.width == max(width, 0) for line in lines)
    assert not ascii or all(line.text.isascii() for line in lines)
    legend(plot)


@given(st.lists(NUMBERS), st.floats(), st.integers(-2, 50))
def test_strips_have_their_size(values: list[float], share: float, width: int) -> None:
    """A strip has one character a value, a bar as many as asked."""
    assert len(spark(values)) == len(values)
    assert len("".join(bar(share, width))) == max(width, 0)


@given(st.sampled_from([1, 2, 5]), st.integers(-323, 307))
def test_round_values_read_back(mantissa: int, exponent: int) -> None:
    """In ASCII the text of a round value is that value."""
    value = float(f"{mantissa}e{exponent}")
    assert float(text(value, ascii=True)) == value


@given(st.lists(st.integers(-5000, 5000), min_size=2, max_size=6), st.integers(7, 40), st.sampled_from(AxisScale))
def test_a_value_stands_at_its_label(values: list[int], height: int, scale: AxisScale) -> None:
    """A point whose value is on the axis is drawn in the row of that label."""
    ys = [float(abs(v) + 1 if scale is not AxisScale.LINEAR else v) for v in values]
    labelled = {n: label for n, label in _labels(ys, [], height, scale).items() if min(ys) <= label <= max(ys)}
    drawn = draw(_plot(ys, list(labelled.values()), scale), 60, height)
    assert [n for n, line in enumerate(drawn) if "○" in line.text] == sorted(labelled)


def _plot(ys: list[float], second: list[float], scale: AxisScale) -> Plot:
    """The values as points on the left, others as circles on the right."""
    left = PlotSeries("", [0.0] * len(ys), ys)
    return Plot((left, PlotSeries("", [9.0] * len(second), second, mark=PlotMark.SECOND)), y_axis=PlotAxis(scale=scale))


def _labels(ys: list[float], second: list[float], height: int, scale: AxisScale) -> dict[int, float]:
    """Row and value of each label of the y axis."""
    lines = draw(_plot(ys, second, scale), 60, height, ascii=True)[:-2]
    rows = {n: line.text.split("+")[0] for n, line in enumerate(lines) if "+" in line.text[:12]}
    return {n: float(2 ** int(text[2:]) if text.strip().startswith("2^") else text) for n, text in rows.items()}
