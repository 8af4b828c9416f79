"""How lessons read their own runs."""

from __future__ import annotations

import pytest

from prep.demos.library.shared.reading import asked_last, at, brief, off
from tests.demos.lessons.harness import run


def test_the_question_is_asked_at_the_last_x() -> None:
    """A value that the grid has already isn't measured twice, and comes last."""
    assert asked_last((0.1, 0.3, 0.5), 0.1 + 0.2) == (0.1, 0.5, 0.1 + 0.2)
    assert asked_last((1, 2), 1.5) == (1, 2, 1.5)


def test_numbers_are_written_as_tables_and_commands_write_them() -> None:
    """A true minus, and no plus in an exponent, so that 5.76e23 can be typed back."""
    assert [brief(2.2e-13), brief(1e-5), brief(0.2), brief(5.76e23, 3)] == ["2e−13", "1e−05", "0.2", "5.76e23"]


def test_a_claim_is_off_by_tolerances() -> None:
    """The measured value itself is off by none, one a tolerance away by one."""
    outcome = run("alignment.grpo")
    measured, tolerance = at(outcome, "dead", 0.1), outcome.tolerance("dead", 0.1)
    assert tolerance and off(outcome, "dead", 0.1, measured) == 0
    assert off(outcome, "dead", 0.1, measured + tolerance) == pytest.approx(1)


def test_what_was_not_measured_is_named() -> None:
    """A typo in a lesson fails with the series and the x."""
    with pytest.raises(AssertionError, match=r"dead was not measured at 0\.123"):
        at(run("alignment.grpo"), "dead", 0.123)
