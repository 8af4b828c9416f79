"""How prediction, measurement and theory compare, in one line."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from prep.demos.declaration.message import Point
from prep.demos.declaration.outcome import Outcome
from prep.demos.declaration.question import (
    ChoiceQuestion,
    NumberQuestion,
    OrderQuestion,
    Prediction,
    show_prediction,
)
from prep.demos.spec import Series

ROUGH = 0.25
"""Where measurement and theory lie further apart than this share of theory, they agree in order only."""


LONG = 1e15
"""From here on a number is written with its power of ten: a double has no more digits to show."""


class Mark(StrEnum):
    """The sign before the line; a word says the same at its end."""

    RIGHT = "✓"
    WRONG = "✗"
    DIFFER = "!"
    """Theory and measurement differ: something is to be learned, or mended."""
    NONE = "·"
    """No prediction, or nothing to compare it with."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The facts of the line, in its order; empty where there is nothing to say."""

    mark: Mark
    you: str
    """"you 22"."""
    measured: str
    """"measured 22.62 ± 0.07", ± two standard errors."""
    theory: str
    """"theory √512 = 22.63"."""
    judgement: str
    """"all three agree", "you were 2.8 times high"."""
    right: bool | None
    """Whether the prediction counts as right; None where none was made or nothing measured."""
    agrees: bool | None
    """Whether theory and measurement agree within the tolerance; None where that can't be said."""

    def __str__(self) -> str:
        return "   ".join(filter(None, [f"{self.mark} {self.you}".strip(), self.measured, self.theory, self.judgement]))

    @property
    def short(self) -> str:
        """The same for 56 columns: without ± and symbols."""
        measured, theory = self.measured.partition(" ±")[0], self.theory.rpartition("= ")[2]
        theory = f"theory {theory}" if theory and not theory.startswith("theory") else theory
        judgement = self.judgement.removeprefix("all three ").removeprefix("you were ")
        return "  ".join(filter(None, [f"{self.mark} {self.you}".strip(), measured, theory, judgement]))


def verdict(outcome: Outcome, prediction: Prediction | None) -> Verdict:
    """Compare what was predicted, what was measured so far and what theory says, where the question asks."""
    question = outcome.sheet.question
    if isinstance(question, OrderQuestion):
        return _order(outcome, question, prediction)
    point = outcome.measured(question.series, question.x)
    you = f"you {show_prediction(question, prediction)}" if prediction is not None else ""
    if point is None:
        return Verdict(Mark.NONE, you, "", "", _unfinished(outcome), None, None)
    series = outcome.sheet.one(question.series)
    expected = outcome.expected(question.series, question.x)
    agrees = _agrees(outcome, point, expected)
    right, how = _scored(question, prediction, point.y)
    formula = f"{question.formula} = " if question.formula else ""
    theory = f"theory {formula}{number(expected, series)}" if expected is not None else ""
    error = f" ± {number(2 * point.se, series)}" if point.se else ""
    return Verdict(
        _mark(right, agrees),
        you,
        f"measured {number(point.y, series)}{error}",
        theory,
        _judgement(right, how, agrees, bool(you)) + _roughly(point, expected, agrees and right is not False),
        right,
        agrees,
    )


def agreement(outcome: Outcome) -> tuple[int, int]:
    """How many measured points lie within their tolerance of theory, and how many could."""
    judged = [
        agrees for p in outcome.points if (agrees := _agrees(outcome, p, outcome.expected(p.series, p.x))) is not None
    ]
    return sum(judged), len(judged)


def number(value: float, series: Series, decimals: int | None = None) -> str:
    """A value as the series shows it: "22.63", "−0.004", "55 %", a name; "3e−17" where decimals would show only 0,
    "1e300" where they would fill the screen."""
    if series.names and 1 <= round(value) <= len(series.names):
        return series.names[round(value) - 1]
    places = series.decimals if decimals is None else decimals
    if series.percent and abs(value) < LONG:
        return f"{100 * value:.{places}f} %".replace("-", "−")
    odd = value != 0 and not 0.5 * 10**-places <= abs(value) < LONG
    return (f"{value:.0e}".replace("e+", "e") if odd else f"{value:.{places}f}").replace("-", "−")


def _agrees(outcome: Outcome, point: Point, expected: float | None) -> bool | None:
    tolerance = outcome.tolerance(point.series, point.x)
    return None if expected is None or tolerance is None else abs(point.y - expected) <= tolerance


def _scored(
    question: NumberQuestion | ChoiceQuestion, prediction: Prediction | None, measured: float
) -> tuple[bool | None, str]:
    """Whether the prediction counts, and how it missed."""
    match question, prediction:
        case NumberQuestion(within=within), (int() | float()) as guess:
            if within >= 1:  # a factor, the same both ways
                right = guess * measured > 0 and 1 / (1 + within) <= guess / measured <= 1 + within
            else:
                right = abs(guess - measured) <= within * abs(measured) * (1 + 1e-9)
            return right, "" if right else _missed(guess, measured)
        case ChoiceQuestion(options=options), int(chosen):
            fitting = next((o.text for o in options if o.low <= measured < o.high), "none of these")
            return options[chosen - 1].text == fitting, f"it is {fitting}"
    return None, ""


def _missed(guess: float, measured: float) -> str:
    if guess * measured <= 0:
        return "you had the sign wrong" if guess * measured < 0 else "you were off"
    ratio = guess / measured
    side, times = ("high", ratio) if ratio > 1 else ("low", 1 / ratio)
    if times < 1.5:
        return f"you were {100 * abs(ratio - 1):.0f} % {side}"
    return f"you were {float(f'{times:.2g}'):g} times {side}" if times < 1e3 else f"you were far too {side}"


def _mark(right: bool | None, agrees: bool | None) -> Mark:
    if agrees is False:
        return Mark.DIFFER
    return Mark.NONE if right is None else Mark.RIGHT if right else Mark.WRONG


def _judgement(right: bool | None, how: str, agrees: bool | None, guessed: bool) -> str:
    if agrees is False:
        return "theory and measurement differ"
    if right is False:
        return how
    if agrees is None:
        return "you were right" if right else ""
    return "all three agree" if guessed else "they agree"


def _roughly(point: Point, expected: float | None, agrees: bool | None) -> str:
    """Theories of an order of magnitude say so: 1024 and 596 may agree, but not as 22.63 and 22.62 do."""
    apart = abs(point.y - expected) if agrees and expected else 0.0
    return " in order" if expected and apart > max(ROUGH * abs(expected), 4 * point.se) else ""


def _order(outcome: Outcome, question: OrderQuestion, prediction: Prediction | None) -> Verdict:
    points = [outcome.measured(item.series, item.x) for item in question.items]
    you = f"you {show_prediction(question, prediction)}" if prediction is not None else ""
    if any(point is None for point in points):
        return Verdict(Mark.NONE, you, "", "", _unfinished(outcome), None, None)
    heights = [point.y if point else math.nan for point in points]
    order = tuple(sorted(range(1, len(heights) + 1), key=lambda i: -heights[i - 1]))
    right = None if prediction is None else prediction == order
    judgement = "" if right is None else "your order holds" if right else "another order"
    return Verdict(_mark(right, None), you, f"measured {show_prediction(question, order)}", "", judgement, right, None)


def _unfinished(outcome: Outcome) -> str:
    if outcome.failed:
        return outcome.failed.sentence
    if outcome.stopped and outcome.progress:
        return f"stopped at {outcome.progress.done} of {outcome.progress.total}"
    return "stopped" if outcome.stopped else ""
