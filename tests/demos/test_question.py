"""What a person may answer."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prep.demos.declaration.arithmetic import KNOWN
from prep.demos.declaration.question import (
    ChoiceQuestion,
    Item,
    NumberQuestion,
    Option,
    OrderQuestion,
    Prediction,
    Question,
    read_prediction,
)
from prep.errors import UsageError
from prep.text.safe import safe

NUMBER = NumberQuestion("about", "std", 1)
CHOICE = ChoiceQuestion("about", "std", 1, (Option("few", 0, 1), Option("many", 1, 2)))
ORDER = OrderQuestion("order", (Item("a", "s", 1), Item("b", "s", 2), Item("c", "s", 3)))


@pytest.mark.parametrize(
    ("question", "text", "prediction"),
    [
        (NUMBER, "22", 22.0), (NUMBER, " −2.5e3 ", -2500.0), (NUMBER, "22.", 22.0), (NUMBER, "1,200,000", 1.2e6),
        (NUMBER, "-5,000.5", -5000.5), (NUMBER, "43 %", 0.43), (NUMBER, "", None),
        (CHOICE, "2", 2), (CHOICE, " ", None), (ORDER, "2 1 3", (2, 1, 3)), (ORDER, "2,1,3", (2, 1, 3)),
    ],
)  # fmt: skip
def test_answers_are_read(question: Question, text: str, prediction: Prediction | None) -> None:
    """Numbers, options and orders as people type them; nothing skips."""
    assert read_prediction(question, text) == prediction


@pytest.mark.parametrize(
    ("question", "text", "sentence"),
    [
        (NUMBER, "many", f"“many” in many can't be read as a number; it may use {KNOWN}"),
        (NUMBER, "3,5", "3,5 could be read in two ways; write a point for decimals"),
        (NUMBER, "12,34,567", "12,34,567 could be read in two ways; write a point for decimals"),
        (NUMBER, "inf", f"“inf” in inf can't be read as a number; it may use {KNOWN}"),
        (NUMBER, "sqrt(2", f"sqrt(2, which ends too early, can't be read as a number; it may use {KNOWN}"),
        (NUMBER, "1/0", "1/0 has no value"),
        (NUMBER, "9^9^9", "9^9^9 has no value"),
        (NUMBER, "sqrt(-1)", "sqrt(-1) has no value"),
        (NUMBER, "(-8)^(1/3)", "(-8)^(1/3) has no value"),
        (NUMBER, "__import__('os')", f"“'” in __import__('os') can't be read as a number; it may use {KNOWN}"),
        (CHOICE, "3", "3 is none of the options; type 1 to 2, or nothing to skip"),
        (CHOICE, "²", "² is none of the options; type 1 to 2, or nothing to skip"),
        (ORDER, "1 2 2", "1 2 2 is no order of 1 to 3; name each once, largest first"),
        (ORDER, "1 2", "1 2 is no order of 1 to 3; name each once, largest first"),
    ],
)
def test_other_answers_are_refused_in_one_sentence(question: Question, text: str, sentence: str) -> None:
    """The sentence says what would do."""
    with pytest.raises(UsageError) as refused:
        read_prediction(question, text)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("sqrt(512)", 512**0.5),
        ("√512", 512**0.5),
        ("sqrt 512", 512**0.5),
        ("1/3", 1 / 3),
        ("1 ÷ 3", 1 / 3),
        ("10k", 1e4),
        ("1.5 M", 1.5e6),
        ("2G", 2e9),
        ("2^8", 256),
        ("2**8", 256),
        ("2^3^2", 512),
        ("-2^2", -4),
        ("10²", 100),
        ("0,062", 0.062),
        ("ln 50257", math.log(50257)),
        ("log2(8) + log10(1000)", 6),
        ("2 pi", 2 * math.pi),
        ("2π", 2 * math.pi),
        ("e^2", math.e**2),
        ("2e3", 2000),
        ("exp(-1)", math.exp(-1)),
        ("15 %", 0.15),
        ("3 × (4 − 1) · 2", 18),
        ("sqrt(d_k)", 512**0.5),
        ("4/d_k", 4 / 512),
    ],
)
def test_a_number_may_be_worked_out(text: str, value: float) -> None:
    """As people write arithmetic; the demo's own names stand for their values."""
    assert read_prediction(NUMBER, text, {"d_k": 512.0}) == pytest.approx(value, rel=1e-12)


@given(st.text(max_size=60))
def test_nothing_that_is_typed_breaks_the_field(text: str) -> None:
    """A finite number, nothing, or one sentence."""
    try:
        found = read_prediction(NUMBER, text)
    except UsageError as error:
        assert safe(str(error)) == str(error)
    else:
        assert found is None or math.isfinite(float(found))  # type: ignore[arg-type]


def test_what_counts_is_told() -> None:
    """Each kind of question says beside the field how it is scored."""
    assert NUMBER.scoring == "a number; within a tenth counts"
    assert CHOICE.scoring == "1-2 choose"
    assert ORDER.scoring == "the numbers in order, largest first, such as 3 2 1"
