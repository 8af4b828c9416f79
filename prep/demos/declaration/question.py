"""What a demo asks before it runs, and what a person answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from prep.demos.declaration.arithmetic import value_of
from prep.errors import UsageError


@dataclass(frozen=True, slots=True)
class NumberQuestion:
    """A number, right when it is near enough to the measured one."""

    text: str
    """Begins the sentence that the answer ends: "At dₖ = 512 the standard deviation of q·k is about"."""
    series: str
    """The series that answers it …"""
    x: float
    """… and where."""
    within: float = 0.1
    """Relative distance to the measured value that still counts."""
    formula: str = ""
    """Theory at that x in symbols, "√512"; empty where only the number is short enough."""

    @property
    def scoring(self) -> str:
        """What counts as right, beside the field."""
        words = {0.1: "a tenth", 0.2: "a fifth", 0.25: "a quarter", 0.5: "a half", 1.0: "a factor of two"}
        return f"a number; within {words.get(self.within, f'{self.within:.0%}')} counts"


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to choose: its words, and the measured values [low, high) that make it the right one."""

    text: str
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """One of a few options; together they should cover every value that can be measured."""

    text: str
    series: str
    x: float
    options: tuple[Option, ...]
    formula: str = ""

    @property
    def scoring(self) -> str:
        return f"1-{len(self.options)} choose"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to put in order: its words, and the measured point that ranks it."""

    text: str
    series: str
    x: float


@dataclass(frozen=True, slots=True)
class OrderQuestion:
    """Items to order by their measured value, largest first."""

    text: str
    items: tuple[Item, ...]

    @property
    def scoring(self) -> str:
        return "the numbers in order, largest first, such as " + " ".join(
            str(number) for number in range(len(self.items), 0, -1)
        )


Question = NumberQuestion | ChoiceQuestion | OrderQuestion

Prediction = float | int | tuple[int, ...]
"""A number; the number of an option, from 1; or the numbers of the items, from 1, largest first."""


NO_NAMES: Mapping[str, float] = {}


def read_prediction(question: Question, text: str, names: Mapping[str, float] = NO_NAMES) -> Prediction | None:
    """What was typed, checked; None when empty (skipped). Raises UsageError with one sentence.

    names: what may stand for a number in a number, such as the demo's parameters.
    """
    text = text.strip()
    if not text:
        return None
    match question:
        case NumberQuestion():
            return value_of(text, names)
        case ChoiceQuestion(options=options):
            if text.isdecimal() and 1 <= int(text) <= len(options):
                return int(text)
            raise UsageError(f"{text} is none of the options; type 1 to {len(options)}, or nothing to skip")
        case OrderQuestion(items=items):
            numbers = tuple(int(word) for word in text.replace(",", " ").split() if word.isdecimal())
            if sorted(numbers) == list(range(1, len(items) + 1)):
                return numbers
            raise UsageError(f"{text} is no order of 1 to {len(items)}; name each once, largest first")


def show_prediction(question: Question, prediction: Prediction) -> str:
    """The answer in words: "22", "a tenth", "B, A, C"."""
    match question, prediction:
        case ChoiceQuestion(options=options), int(number):
            return options[number - 1].text
        case OrderQuestion(items=items), tuple(numbers):
            return ", ".join(items[number - 1].text for number in numbers)
        case _, (float() | int()) as number:
            return f"{number:g}".replace("-", "−")
    raise AssertionError(f"{prediction!r} does not answer {question!r}")
