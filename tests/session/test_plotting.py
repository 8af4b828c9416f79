"""How a demo's outcome becomes a plot."""

from __future__ import annotations

from prep.demos.declaration.message import Expected
from prep.demos.declaration.outcome import Outcome
from prep.demos.spec import Series
from prep.session.experiment.plotting import plot_of
from prep.text.plot import PlotMark, legend
from tests.demos.fakes import fake, steady


def test_curves_of_one_name_stand_in_the_legend_once() -> None:
    """Two measured series with a theory each: both curves are drawn, “theory” is said once."""
    demo = fake(steady, series=(Series("std", "spread", "theory"), Series("dead", "dead rows", "theory")))
    theory = tuple(Expected(series, x, x / 8) for series in ("std", "dead") for x in (4.0, 16.0))
    plot = plot_of(Outcome(demo.sheet(), theory=theory))
    assert [len(series.xs) for series in plot.series if series.mark is PlotMark.CURVE] == [2, 2]
    assert legend(plot).text.count("theory") == 1
