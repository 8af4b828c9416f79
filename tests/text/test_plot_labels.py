"""What a plot says in words: what its axes count, and which series is which."""

from __future__ import annotations

from dataclasses import replace

from prep.text.plot import AxisScale, Plot, PlotAxis, PlotMark, PlotSeries, draw, legend, legend_rows

THREE = Plot(
    (
        PlotSeries("mean", [1], [1]),
        PlotSeries("median row", [1], [1], mark=PlotMark.SECOND),
        PlotSeries("theory for the mean", [1], [1], mark=PlotMark.CURVE),
    )
)


def labelled(x: str) -> list[str]:
    """The first row and the last two of a plot in 24 columns, points at 1 and 2, with a name for each axis."""
    rows = draw(Plot((PlotSeries("", [1, 2], [0, 10]),), PlotAxis(x), PlotAxis("loss, nats")), 24, 12)
    assert {row.width for row in rows} == {24} and len(rows) == 12
    return [rows[at].text.rstrip() for at in (0, -2, -1)]


def test_both_axes_are_labelled() -> None:
    """That of y over its axis; that of x before its ticks, behind them, or below, as there is room."""
    assert labelled("dₖ") == [" loss, nats", "   └┬──────────────────┬", "dₖ  1                  2"]
    assert labelled("heads") == [" loss, nats", "    1                  2", " " * 19 + "heads"]


def test_a_label_stands_behind_the_last_tick_where_it_has_room() -> None:
    """As a unit would."""
    plot = Plot((PlotSeries("", [1], [1]),), PlotAxis("steps", low=1, high=10))
    assert draw(plot, 40, 12)[-1].text.split() == ["1", "steps"]


def test_a_low_plot_has_no_row_for_labels() -> None:
    """Eight rows go to the plot."""
    plot = Plot((PlotSeries("", [1, 2], [0, 10]),), PlotAxis("parameters"), PlotAxis("loss"))
    assert "loss" not in "".join(row.text for row in draw(plot, 24, 8))


def test_a_legend_takes_the_rows_that_it_needs() -> None:
    """No series loses its name."""
    rows = [line.text for line in legend_rows(THREE, 24)]
    assert rows == ["■ mean   ○ median row", "─ theory for the mean"]
    assert [line.text for line in legend_rows(THREE, 80)] == [legend(THREE).text]


def test_points_that_a_log_axis_has_no_place_for_are_told() -> None:
    """A curve goes on without them; a point that is missing would look as if nothing had been measured."""
    series = (PlotSeries("loss", [1, 2, 3], [10, 0, 0]), PlotSeries("theory", [1, 2], [10, 0], mark=PlotMark.CURVE))
    plot = Plot((*series, PlotSeries("late", [1], [1000])), PlotAxis(), PlotAxis(scale=AxisScale.LOG))
    assert [row.text for row in legend_rows(plot, 80)] == [
        "2 points at 0 or below: none on a log axis   ■ loss   ─ theory   ■ late"
    ]
    assert [row.text for row in legend_rows(replace(plot, y_axis=PlotAxis()), 80)] == ["■ loss   ─ theory   ■ late"]
