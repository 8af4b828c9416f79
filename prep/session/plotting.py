"""A demo's outcome as a plot: measured in ink, theory as a curve, the guess where it was asked for."""

from __future__ import annotations

from collections.abc import Iterator

from prep.demos import parameter, spec
from prep.demos.outcome import Outcome
from prep.demos.question import NumberQuestion, Prediction
from prep.text.plot import Axis, Mark, Plot, Scale, Series

MARKS = (Mark.POINT, Mark.SECOND, Mark.THIRD)
"""Of the plotted series, in their order (LOOK §6); further ones stand in the table."""
SCALES = {
    parameter.Scale.LINEAR: Scale.LINEAR,
    parameter.Scale.LOG: Scale.LOG,
    parameter.Scale.TWOS: Scale.LOG2,
}


def plot_of(outcome: Outcome, prediction: Prediction | None = None) -> Plot:
    """What is known so far, ready to draw."""
    return Plot(tuple(_series(outcome, prediction)), _axis(outcome.sheet.x), _axis(outcome.sheet.y))


def _axis(axis: spec.Axis) -> Axis:
    return Axis(axis.label, SCALES[axis.scale], low=axis.low, high=axis.high)


def _series(outcome: Outcome, prediction: Prediction | None) -> Iterator[Series]:
    plotted = [series for series in outcome.sheet.series if series.plotted]
    for series, mark in zip(plotted, MARKS, strict=False):
        points = [point for point in outcome.points if point.series == series.name]
        xs, ys = [point.x for point in points], [point.y for point in points]
        yield Series(series.legend, xs, ys, [2 * point.se for point in points], mark)
    for series in plotted:
        if series.theory:
            curve = outcome.curve(series.name)
            yield Series(series.theory, [x for x, _ in curve], [y for _, y in curve], mark=Mark.CURVE)
    question = outcome.sheet.question
    if isinstance(question, NumberQuestion) and isinstance(prediction, int | float):
        yield Series("your guess", [question.x], [float(prediction)], mark=Mark.GUESS)
