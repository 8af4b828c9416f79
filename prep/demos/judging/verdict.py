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


class VerdictMark(StrEnum):
    """The sign before the line; a word says the same at its end."""

    RIGHT = "✓"
    WRONG = "✗"
    DIFFER = "!"
    """Theory and measurement differ: something is to be learned, or mended."""
    NONE = "·"
    """No prediction, or nothing to compare it with."""


class Said(StrEnum):
    """What a part of the line speaks of."""

    YOU = "you"
    MEASURED = "measured"
    THEORY = "theory"
    JUDGEMENT = "judgement"


@dataclass(frozen=True, slots=True)
class VerdictPart:
    """One part of the line, for whoever gives each its colour."""

    of: Said
    label: str
    """"✗ you", "measured"; empty where the value speaks for itself."""
    value: str

    def __str__(self) -> str:
        return f"{self.label} {self.value}".strip()


@dataclass(frozen=True, slots=True)
class Judgement:
    """The end of the line: "all three agree", "you were 2.8 times high"."""

    said: str
    """Enough by itself: "agree", "2.8 times high"."""
    subject: str = ""
    """What stands before it where there is room: "all three", "you were"."""

    def __str__(self) -> str:
        return f"{self.subject} {self.said}".strip()

    def then(self, more: str) -> Judgement:
        """With an addition."""
        return Judgement(f"{self.said}{more}", self.subject)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known where the question asks, in the words in which it is shown; empty where there is nothing to say."""

    mark: VerdictMark
    said: str = ""
    """The prediction: "22"."""
    found: str = ""
    """What was measured: "22.62"."""
    error: str = ""
    """Two standard errors of it: "0.07"."""
    formula: str = ""
    """Theory in symbols: "√512"."""
    expected: str = ""
    """Theory in numbers: "22.63"."""
    judgement: Judgement = Judgement("")
    right: bool | None = None
    """Whether the prediction counts as right; None where none was made or nothing measured."""
    agrees: bool | None = None
    """Whether theory and measurement agree within the tolerance; None where that can't be said."""

    @property
    def parts(self) -> tuple[VerdictPart, ...]:
        """The line: "✗ you 64", "measured 22.62 ± 0.07", "theory √512 = 22.63", "you were 2.8 times high"."""
        error = f" ± {self.error}" if self.error else ""
        formula = f"{self.formula} = " if self.formula else ""
        return self._parts(f"{self.found}{error}", f"{formula}{self.expected}", str(self.judgement))

    @property
    def brief(self) -> tuple[VerdictPart, ...]:
        """The same for 56 columns: without ± and symbols."""
        return self._parts(self.found, self.expected, self.judgement.said)

    def _parts(self, measured: str, theory: str, judgement: str) -> tuple[VerdictPart, ...]:
        known = [VerdictPart(Said.YOU, f"{self.mark} you" if self.said else f"{self.mark}", self.said)]
        known += [VerdictPart(Said.MEASURED, "measured", measured)] if self.found else []
        known += [VerdictPart(Said.THEORY, "theory", theory)] if self.expected else []
        return (*known, *([VerdictPart(Said.JUDGEMENT, "", judgement)] if judgement else []))

    def __str__(self) -> str:
        return "   ".join(map(str, self.parts))

    @property
    def data(self) -> dict[str, object]:
        """As the log keeps it."""
        kept = {"said": self.said, "found": self.found, "error": self.error, "expected": self.expected}
        return {**{key: text for key, text in kept.items() if text}, "right": self.right, "agrees": self.agrees}


def verdict(outcome: Outcome, prediction: Prediction | None) -> Verdict:
    """Compare what was predicted, what was measured so far and what theory says, where the question asks."""
    question = outcome.sheet.question
    if isinstance(question, OrderQuestion):
        return _order(outcome, question, prediction)
    point = outcome.measured(question.series, question.x)
    said = show_prediction(question, prediction) if prediction is not None else ""
    if point is None:
        return Verdict(VerdictMark.NONE, said, judgement=_unfinished(outcome))
    series = outcome.sheet.one(question.series)
    expected = outcome.expected(question.series, question.x)
    agrees = _agrees(outcome, point, expected)
    right, how = _scored(question, prediction, point.y)
    (within, judged), elsewhere = agreement(outcome), NOTHING
    if agrees is not False and within < judged:
        agrees, elsewhere = False, Judgement(f"theory and measurement differ at {judged - within} of {judged} points")
    judgement = _judgement(right, how, agrees, bool(said), elsewhere)
    return Verdict(
        _mark(right, agrees),
        said,
        number(point.y, series),
        number(2 * point.se, series) if point.se else "",
        question.formula if expected is not None else "",
        number(expected, series) if expected is not None else "",
        judgement.then(_roughly(point, expected, agrees and right is not False)),
        right,
        agrees,
    )


NOTHING = Judgement("")


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
) -> tuple[bool | None, Judgement]:
    """Whether the prediction counts, and how it missed."""
    match question, prediction:
        case NumberQuestion(within=within), (int() | float()) as guess:
            if within >= 1:  # a factor, the same both ways
                right = measured != 0 and 1 / (1 + within) <= guess / measured <= 1 + within
            else:
                right = abs(guess - measured) <= within * abs(measured) * (1 + 1e-9)
            return right, NOTHING if right else _missed(guess, measured)
        case ChoiceQuestion(options=options), int(chosen):
            fitting = next((o.text for o in options if o.low <= measured < o.high), "none of these")
            return options[chosen - 1].text == fitting, Judgement(f"it is {fitting}")
    return None, NOTHING


def _missed(guess: float, measured: float) -> Judgement:
    if guess == 0 or measured == 0:
        return Judgement("off", "you were")
    if (guess > 0) != (measured > 0):  # a product of the smallest floats would be 0
        return Judgement("you had the sign wrong")
    ratio = guess / measured
    side, times = ("high", ratio) if ratio > 1 else ("low", 1 / ratio if ratio else math.inf)
    if times < 1.5:
        return Judgement(f"{100 * abs(ratio - 1):.0f} % {side}", "you were")
    return Judgement(f"{float(f'{times:.2g}'):g} times {side}" if times < 1e3 else f"far too {side}", "you were")


def _mark(right: bool | None, agrees: bool | None) -> VerdictMark:
    if agrees is False:
        return VerdictMark.DIFFER
    return VerdictMark.NONE if right is None else VerdictMark.RIGHT if right else VerdictMark.WRONG


def _judgement(
    right: bool | None, how: Judgement, agrees: bool | None, guessed: bool, elsewhere: Judgement
) -> Judgement:
    """elsewhere: where theory fails though it holds where the question asks."""
    if agrees is False:
        return elsewhere if elsewhere.said else Judgement("theory and measurement differ")
    if right is False:
        return how
    if agrees is None:
        return Judgement("right", "you were") if right else NOTHING
    return Judgement("agree", "all three") if guessed else Judgement("they agree")


def _roughly(point: Point, expected: float | None, agrees: bool | None) -> str:
    """Theories of an order of magnitude say so: 1024 and 596 may agree, but not as 22.63 and 22.62 do."""
    apart = abs(point.y - expected) if agrees and expected else 0.0
    return " in order" if expected and apart > max(ROUGH * abs(expected), 4 * point.se) else ""


def _order(outcome: Outcome, question: OrderQuestion, prediction: Prediction | None) -> Verdict:
    points = [outcome.measured(item.series, item.x) for item in question.items]
    said = show_prediction(question, prediction) if prediction is not None else ""
    if any(point is None for point in points):
        return Verdict(VerdictMark.NONE, said, judgement=_unfinished(outcome))
    heights = [point.y if point else math.nan for point in points]
    order = tuple(sorted(range(1, len(heights) + 1), key=lambda i: -heights[i - 1]))
    right = None if prediction is None else prediction == order
    judgement = "" if right is None else "your order holds" if right else "another order"
    found = show_prediction(question, order)
    return Verdict(_mark(right, None), said, found, judgement=Judgement(judgement), right=right)


def _unfinished(outcome: Outcome) -> Judgement:
    if outcome.failed:
        return Judgement(outcome.failed.sentence)
    if outcome.done:
        return Judgement("the point that was asked for never came")
    if outcome.stopped and outcome.progress:
        return Judgement(f"stopped at {outcome.progress.done} of {outcome.progress.total}")
    return Judgement("stopped" if outcome.stopped else "")
