"""Several measured series in one plot."""

from __future__ import annotations

from prep.text.plot import Plot, PlotMark, PlotSeries, draw, legend


def test_a_third_series_has_its_own_mark() -> None:
    """Three measured series are told apart by shape, in ASCII too; what was declared first shows where they meet."""
    plot = Plot(
        tuple(
            PlotSeries(name, [1, 2], ys, mark=mark)
            for name, ys, mark in (
                ("a", [0, 0], PlotMark.POINT),
                ("b", [1, 1], PlotMark.SECOND),
                ("c", [2, 1], PlotMark.THIRD),
            )
        )
    )
    assert legend(plot).text == "■ a   ○ b   △ c" and legend(plot, ascii=True).text == "# a   o b   ^ c"
    drawn = "".join(line.text for line in draw(plot, 40, 13))
    assert (drawn.count("○"), drawn.count("△")) == (2, 1)
