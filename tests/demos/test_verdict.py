"""The line that compares prediction, measurement and theory."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as some

from prep.demos.declaration.message import Failed, Failure, Progress
from prep.demos.declaration.question import ChoiceQuestion, Item, NumberQuestion, Option, OrderQuestion
from prep.demos.judging.verdict import VerdictMark, agreement, number, verdict
from prep.demos.spec import Series
from tests.demos.fakes import outcome

CHOICE = ChoiceQuestion(
    "about",
    "std",
    16,
    (Option("a few", 2, 10), Option("a hundred", 10, math.inf), Option("less than two", -math.inf, 2)),
)
ORDER = OrderQuestion("Largest first:", (Item("four", "std", 4), Item("sixteen", "std", 16)))


@pytest.mark.parametrize(
    ("guess", "line"),
    [
        (4, "✓ you 4   measured 4.01 ± 0.04   theory √16 = 4.00   all three agree"),
        (16, "✗ you 16   measured 4.01 ± 0.04   theory √16 = 4.00   you were 4 times high"),
        (1, "✗ you 1   measured 4.01 ± 0.04   theory √16 = 4.00   you were 4 times low"),
        (5, "✗ you 5   measured 4.01 ± 0.04   theory √16 = 4.00   you were 25 % high"),
        (-4, "✗ you −4   measured 4.01 ± 0.04   theory √16 = 4.00   you had the sign wrong"),
        (1e9, "✗ you 1e+09   measured 4.01 ± 0.04   theory √16 = 4.00   you were far too high"),
        (None, "·   measured 4.01 ± 0.04   theory √16 = 4.00   they agree"),
    ],
)
def test_a_number_is_compared_in_one_line(guess: float | None, line: str) -> None:
    """Mark, prediction, measurement with two standard errors, theory, and a judgement in words."""
    assert str(verdict(outcome(), guess)) == line


def brief(guess: float) -> str:
    return "  ".join(map(str, verdict(outcome(), guess).brief))


def test_narrow_screens_get_the_same_facts() -> None:
    """The short line drops the error and the formula, keeps mark and judgement."""
    assert brief(4) == "✓ you 4  measured 4.01  theory 4.00  agree"
    assert brief(16) == "✗ you 16  measured 4.01  theory 4.00  4 times high"


@pytest.mark.parametrize(("guess", "right"), [(4.01 * 1.1, True), (4.01 * 0.9, True), (4.42, False), (3.6, False)])
def test_a_tenth_is_a_tenth_of_the_measured_value(guess: float, right: bool) -> None:
    """A prediction counts within a tenth of what was measured, edges included."""
    assert verdict(outcome(), guess).right is right


def test_a_factor_is_the_same_both_ways() -> None:
    """Within a factor of two: half and double count, a third does not, nor the other sign."""
    asked = outcome(NumberQuestion("about", "std", 16, within=1.0))
    assert [verdict(asked, g).right for g in (2.1, 8, 1.3, 8.1, -4)] == [True, True, False, False, False]


def test_theory_that_misses_is_told_first() -> None:
    """When measurement lies outside the tolerance, that is the news, whatever was predicted."""
    line = verdict(outcome(at_16=4.2), 4.2)
    assert (line.mark, str(line.judgement), line.agrees, line.right) == (
        VerdictMark.DIFFER,
        "theory and measurement differ",
        False,
        True,
    )
    assert agreement(outcome(at_16=4.2)) == (1, 2)


def test_the_whole_run_is_judged() -> None:
    """A point outside its tolerance is told, though the asked one agrees."""
    ran = outcome()
    points = tuple(replace(p, y=3.0) if (p.series, p.x) == ("std", 4) else p for p in ran.points)
    line = verdict(replace(ran, points=points), 4)
    assert (line.mark, line.agrees, line.right) == (VerdictMark.DIFFER, False, True)
    assert str(line.judgement) == "theory and measurement differ at 1 of 2 points"


def test_an_asked_point_that_never_came_is_told() -> None:
    """The run is complete, and yet there is nothing to compare with."""
    ran = outcome()
    points = tuple(p for p in ran.points if (p.series, p.x) != ("std", 16))
    assert str(verdict(replace(ran, points=points), 4).judgement) == "the point that was asked for never came"


@pytest.mark.parametrize(
    ("at_16", "guess", "says"),
    [
        (4.9, None, "they agree"),
        (5.1, None, "they agree in order"),
        (9.0, 9.0, "all three agree in order"),
        (9.0, 1.0, "you were 9 times low"),
    ],
)
def test_agreement_in_order_alone_is_told(at_16: float, guess: float | None, says: str) -> None:
    """More than a quarter apart, and yet within the tolerance: theory gives the order of magnitude."""
    assert str(verdict(outcome(at_16=at_16, tolerance=6.0), guess).judgement) == says


def test_an_error_that_spans_a_quarter_is_no_agreement_in_order() -> None:
    """Few draws are loose, theory isn't."""
    loose = outcome(at_16=5.1, tolerance=6.0)
    points = tuple(replace(point, se=0.3) for point in loose.points)
    assert str(verdict(replace(loose, points=points), None).judgement) == "they agree"


def test_an_option_is_right_when_the_measured_value_lies_in_it() -> None:
    """The right option comes from the measurement, not from the lesson's author."""
    assert str(verdict(outcome(CHOICE), 1)) == ("✓ you a few   measured 4.01 ± 0.04   theory 4.00   all three agree")
    assert str(verdict(outcome(CHOICE), 2).judgement) == "it is a few"
    assert verdict(outcome(CHOICE, at_16=40), 2).right


def test_an_order_is_right_when_the_measurement_has_it() -> None:
    """Items are ranked by their measured values, largest first."""
    assert verdict(outcome(ORDER), (2, 1)).right
    wrong = verdict(outcome(ORDER), (1, 2))
    assert str(wrong) == "✗ you four, sixteen   measured sixteen, four   another order"


def test_a_run_that_has_no_answer_yet_is_not_judged() -> None:
    """Stopped or failed before the asked point: no mark, no score, but the reason."""
    unfinished = replace(outcome(), points=outcome().points[:2], done=None)
    stopped = replace(unfinished, stopped=True, progress=Progress(1, 2, "widths"))
    assert str(verdict(stopped, 4)) == "· you 4   stopped at 1 of 2"
    failed = replace(unfinished, failed=Failed(Failure.DIED, "the demo died"))
    assert str(verdict(failed, 4).judgement) == "the demo died"
    assert verdict(failed, 4).right is None


def test_a_stopped_run_still_scores_what_was_measured() -> None:
    """With the asked point measured but no tolerance known, the prediction counts and theory isn't judged."""
    found = verdict(replace(outcome(), done=None, stopped=True), 4)
    assert (found.right, found.agrees, str(found.judgement)) == (True, None, "you were right")


@given(some.floats(allow_nan=False, allow_infinity=False), some.floats(-1e6, 1e6))
@example(-5e-324, -2.0)  # their ratio is 0
@example(-1e-200, 1e-200)  # their product is −0
def test_any_guess_gets_one_line(guess: float, measured: float) -> None:
    """No number breaks the line, and a guess equal to the measurement is always right."""
    assert "\n" not in str(verdict(outcome(at_16=measured), guess))
    assert verdict(outcome(at_16=measured), measured).right


def test_a_value_that_is_no_quantity_is_shown_by_its_name() -> None:
    """A series of names shows the second of them for 2; what has no name stays a number."""
    winner = Series("winner", "lowest loss", names=("none", "1/√dₖ"))
    assert (number(2, winner), number(3, winner)) == ("1/√dₖ", "3.000")


@pytest.mark.parametrize(
    ("value", "shown"),
    [(1e308, "1e308"), (-2e15, "−2e15"), (9e14, "900000000000000.000"), (0.0, "0.000"), (3e-17, "3e−17")],
)
def test_a_number_never_fills_the_screen(value: float, shown: str) -> None:
    """Beyond what a double has digits for, its power of ten says more."""
    assert number(value, Series("y", "y")) == shown


def test_a_share_never_fills_the_screen() -> None:
    """A percentage of 300 digits would."""
    assert number(1e300, Series("y", "y", percent=True)) == "1e300"
