"""Predicted against true recall, and the one sentence that helps most."""

from __future__ import annotations

import math

import pytest

from prep.core.calibration import FEW, PredictedAnswer, calibrate
from prep.core.event import Rating
from prep.core.kind import Kind

AGAIN, HARD, GOOD = Rating.AGAIN, Rating.HARD, Rating.GOOD


def answers(
    recall: float, recalled: int, forgotten: int, kind: Kind = Kind.QUESTION, **more: object
) -> list[PredictedAnswer]:
    """So many answers with one prediction."""
    given = [GOOD] * recalled + [AGAIN] * forgotten
    return [PredictedAnswer(rating, recall, 0.9, kind=kind, **more) for rating in given]  # type: ignore[arg-type]


def test_each_row_sets_mean_prediction_against_share_recalled() -> None:
    """Rows by rising prediction, only those with answers, with the interval of the share."""
    seen = calibrate([*answers(0.92, 45, 5), *answers(0.55, 10, 10)])
    assert [(row.low, row.high, row.answers, row.predicted) for row in seen.table] == [
        (0.5, 0.6, 20, pytest.approx(0.55)),
        (0.9, 0.95, 50, pytest.approx(0.92)),
    ]
    low, high = seen.table[1].interval
    assert low < 0.9 == seen.table[1].recalled < high


def test_a_row_that_does_not_hold_is_seen() -> None:
    """95 predicted and 60 of 100 recalled is outside every interval; 90 of 100 for 92 is inside."""
    assert [row.holds for row in calibrate([*answers(0.95, 60, 40), *answers(0.86, 90, 10)]).table] == [True, False]


def test_scores_are_over_all_predictions() -> None:
    """Log-loss and Brier of one right and one wrong prediction of 0.8."""
    seen = calibrate(answers(0.8, 1, 1))
    assert math.isclose(seen.log_loss, -(math.log(0.8) + math.log(0.2)) / 2)
    assert math.isclose(seen.brier, (0.04 + 0.64) / 2)


def test_answers_without_a_prediction_test_nothing() -> None:
    """New cards and second answers of a day are in no row."""
    seen = calibrate([PredictedAnswer(GOOD), PredictedAnswer(AGAIN, None, 0.9)])
    assert seen.total.answers == 0 and seen.table == () and math.isnan(seen.log_loss)


def test_desired_retention_stands_beside_true_retention_by_kind() -> None:
    """Each kind that was asked has its own row."""
    seen = calibrate([*answers(0.9, 8, 2), *answers(0.8, 1, 3, Kind.RED_FLAG)])
    assert [(kind, row.answers, row.recalled, row.desired) for kind, row in seen.kinds] == [
        (Kind.QUESTION, 10, 0.8, pytest.approx(0.9)),
        (Kind.RED_FLAG, 4, 0.25, pytest.approx(0.9)),
    ]


def walked(given: Rating, suggested: Rating, times: int) -> list[PredictedAnswer]:
    return [PredictedAnswer(given, 0.9, 0.9, suggested)] * times


def test_hard_pressed_for_a_failure_is_the_first_thing_told() -> None:
    """Hard says recalled: who presses it after missing a required point teaches the schedule wrong."""
    seen = calibrate([*walked(HARD, AGAIN, 6), *walked(AGAIN, AGAIN, 4), *walked(GOOD, HARD, 50)])
    assert seen.advice.startswith("You pressed Hard for 6 of 10 answers that failed")
    assert (seen.habits.hard, seen.habits.failed, seen.habits.above) == (6, 10, 56)


@pytest.mark.parametrize(("given", "suggested", "word"), [(GOOD, HARD, "above"), (HARD, GOOD, "below")])
def test_a_rating_that_contradicts_the_ticks_is_told(given: Rating, suggested: Rating, word: str) -> None:
    """With its direction, for each errs on another side."""
    seen = calibrate([*walked(given, suggested, 20), *walked(GOOD, GOOD, 60)])
    assert f"You rated 20 of 80 answers {word} what their ticks said" in seen.advice


def test_a_slip_is_no_habit() -> None:
    """Four times are told to nobody, five are from a tenth of all on."""
    assert "rated" not in calibrate([*walked(GOOD, HARD, 4), *answers(0.9, 90, 6)]).advice
    assert "You rated 5 of 50" in calibrate([*walked(GOOD, HARD, 5), *walked(GOOD, GOOD, 45)]).advice
    assert "rated" not in calibrate([*walked(GOOD, HARD, 5), *walked(GOOD, GOOD, 46)]).advice


@pytest.mark.parametrize(
    ("recalled", "said"), [(90, "Predictions hold"), (70, "You recall less than predicted"), (99, "You recall more")]
)
def test_without_a_habit_the_predictions_are_judged(recalled: int, said: str) -> None:
    """They hold, or they don't and a fit may help."""
    seen = calibrate(answers(0.9, recalled, 100 - recalled))
    assert seen.advice.startswith(said)
    assert f"{recalled} % recalled, 90 % predicted" in seen.advice
    assert ("prep optimize" in seen.advice) == (recalled != 90)


def test_few_answers_say_little() -> None:
    """No judgement below fifty."""
    assert calibrate(answers(0.9, FEW - 1, 0)).advice.startswith(f"{FEW - 1} answers with a prediction say little")
    assert calibrate(answers(0.9, 1, 0)).advice.startswith("1 answer with a prediction says little")
    assert calibrate(()).advice.startswith("No answer had a prediction yet")
