"""A demo's outcome as a plot: measured in ink, theory as a curve, the guess where it was asked for."""

from __future__ import annotations

from collections.abc import Iterator

from prep.demos import spec
from prep.demos.declaration import parameter
from prep.demos.declaration.outcome import Outcome
from prep.demos.declaration.question import NumberQuestion, Prediction
from prep.text.plot import AxisScale, Plot, PlotAxis, PlotMark, PlotSeries

MARKS = (PlotMark.POINT, PlotMark.SECOND, PlotMark.THIRD)
"""Of the plotted series, in their order (LOOK §6); further ones stand in the table."""
SCALES = {
    parameter.Scale.LINEAR: AxisScale.LINEAR,
    parameter.Scale.LOG: AxisScale.LOG,
    parameter.Scale.TWOS: AxisScale.LOG2,
    parameter.Scale.ONES: AxisScale.LINEAR,
}


def plot_of(outcome: Outcome, prediction: Prediction | None = None, before: Outcome | None = None) -> Plot:
    """What is known so far, ready to draw; an earlier run stays under it, so that one sees what a change did."""
    series = (*_measured(outcome), *_before(outcome, before), *_theory(outcome, prediction))
    return Plot(series, _axis(outcome.sheet.x), _axis(outcome.sheet.y))


def changed(outcome: Outcome, before: Outcome) -> str:
    """What the earlier run had otherwise: "law normal", "seed 7"."""
    old, new = before.sheet.values, outcome.sheet.values
    other = [p for p in outcome.sheet.parameters if old.get(p.name, new[p.name]) != new[p.name]]
    return ", ".join(f"{p.label or p.name} {p.show(old[p.name])}" for p in other)


def _before(outcome: Outcome, before: Outcome | None) -> Iterator[PlotSeries]:
    """All that was plotted then, as one series; nothing if the axes have become others."""
    if before is None or (before.sheet.x, before.sheet.y) != (outcome.sheet.x, outcome.sheet.y):
        return
    plotted = {series.name for series in before.sheet.series if series.plotted}
    points = [point for point in before.points if point.series in plotted]
    yield PlotSeries(
        f"before: {changed(outcome, before)}", [p.x for p in points], [p.y for p in points], mark=PlotMark.BEFORE
    )


def _axis(axis: spec.Axis) -> PlotAxis:
    return PlotAxis(axis.label, SCALES[axis.scale], low=axis.low, high=axis.high)


def _measured(outcome: Outcome) -> Iterator[PlotSeries]:
    plotted = [series for series in outcome.sheet.series if series.plotted]
    for series, mark in zip(plotted, MARKS, strict=False):
        points = [point for point in outcome.points if point.series == series.name]
        xs, ys = [point.x for point in points], [point.y for point in points]
        yield PlotSeries(series.legend, xs, ys, [2 * point.se for point in points], mark)


def _theory(outcome: Outcome, prediction: Prediction | None) -> Iterator[PlotSeries]:
    told = set[str]()
    for series in outcome.sheet.series:
        if series.plotted and series.theory:
            curve = outcome.curve(series.name)
            legend = "" if series.theory in told else series.theory  # "theory" once stands for all of them
            told.add(series.theory)
            yield PlotSeries(legend, [x for x, _ in curve], [y for _, y in curve], mark=PlotMark.CURVE)
    question = outcome.sheet.question
    if isinstance(question, NumberQuestion) and isinstance(prediction, int | float):
        yield PlotSeries("your guess", [question.x], [float(prediction)], mark=PlotMark.GUESS)
