"""What a person may answer."""

from __future__ import annotations

import pytest

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
        (NUMBER, "many", "many is not a number; type one such as 12.5, or nothing to skip"),
        (NUMBER, "0,5", "0,5 is not a number; type one such as 12.5, or nothing to skip"),
        (NUMBER, "12,34,567", "12,34,567 is not a number; type one such as 12.5, or nothing to skip"),
        (NUMBER, "inf", "inf is not a number; type one such as 12.5, or nothing to skip"),
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


def test_what_counts_is_told() -> None:
    """Each kind of question says beside the field how it is scored."""
    assert NUMBER.scoring == "a number; within a tenth counts"
    assert CHOICE.scoring == "1-2 choose"
    assert ORDER.scoring == "the numbers in order, largest first, such as 3 2 1"
