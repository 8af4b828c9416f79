"""Numbers that decks quote from demos."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from prep.demos.judging.quoted import Quoted, check, parse, rounds_to
from prep.errors import DemoError, UsageError


@pytest.mark.parametrize(
    ("value", "printed", "holds"),
    [
        (11.34168, "11.34", True), (11.34168, "11.3", True), (11.34168, "11", True), (11.34168, "11.35", False),
        (11.34168, "11.31", False), (7.99682, "8.00", True), (-0.0113, "−0.011", True), (0.2787, "28 %", True),
        (0.2787, "28%", True), (0.2787, "27 %", False), (3.4e-5, "3.4e-5", True), (1234.5, "1,234.5", True),
        (0.125, "0.12", True), (0.125, "0.13", True), (0.125, "0.14", False), (1.0, "one", False),
        (0.015, "0.01", True), (0.015, "0.02", True), (1.0, "1e-99", False), (float("inf"), "1", False),
        (float("nan"), "1", False), (1.0, "nan", False),
    ],
)  # fmt: skip
def test_printed_digits_are_the_value_rounded(value: float, printed: str, holds: bool) -> None:
    """As many digits as were printed, percent and sign included; an exact tie may go either way."""
    assert rounds_to(value, printed) is holds


@given(some.floats(-1e6, 1e6), some.integers(0, 8))
def test_every_rounding_holds_and_the_next_does_not(value: float, digits: int) -> None:
    """What Python prints with n digits is the value rounded; the last digit plus two is not."""
    assert rounds_to(value, f"{value:.{digits}f}")
    assert not rounds_to(value, f"{value + 2 * 10.0**-digits:.{digits}f}")


def test_a_link_names_demo_arguments_series_and_x() -> None:
    """demo:NAME?key=value&…#series@x, and nothing else."""
    assert parse("demo:attention.score-std?d_k=8,64&n=500#std@64") == (
        "attention.score-std",
        {"d_k": "8,64", "n": "500"},
        "std",
        64.0,
    )
    for link in ("demo:x", "demo:x#std", "demo:x?d_k#std@1", "demo:x#std@wide", "https://x#std@1"):
        with pytest.raises(UsageError, match="is no number of a demo"):
            parse(link)


def test_a_quoted_number_is_measured_again() -> None:
    """A false digit, and a width that isn't measured, don't hold."""
    link = "demo:attention.score-std?d_k=8&n=1000#std@"
    right, wrong, missing = check([("2.85", link + "8"), ("2.83", link + "8"), ("2.85", link + "9")])
    assert [right.holds, wrong.holds, missing.holds] == [True, False, False]
    assert right.value == wrong.value
    assert missing == Quoted("2.85", link + "9", None)


def test_a_demo_that_cannot_run_is_an_error_not_a_number() -> None:
    """A failed run raises with its sentence instead of calling the number wrong."""
    with pytest.raises(DemoError, match="no CUDA device"):
        check([("1", "demo:attention.score-std?device=cuda#std@8")])
