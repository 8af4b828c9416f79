"""The typed parameters of a demo: how each is read, checked, shown and stepped. Values are plain and hashable."""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from prep.errors import UsageError

Value = int | float | str | tuple[int, ...]
Values = Mapping[str, Value]
N = TypeVar("N", int, float)


class Scale(StrEnum):
    """How a parameter steps and how an axis is drawn."""

    LINEAR = "linear"
    LOG = "log"
    """Steps 1, 2, 5, 10, …; an axis in decades."""
    TWOS = "powers of two"
    ONES = "ones"
    """Towards 1, where a share or a momentum matters by what it lacks: 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, …; an axis
    draws it linear."""


@dataclass(frozen=True, slots=True)
class Int:
    """A whole number."""

    name: str
    """As in decks and on the command line: `n`."""
    default: int
    low: int
    high: int
    label: str = ""
    """On the screen, the name when empty: `dₖ`."""
    scale: Scale = Scale.LINEAR
    front: bool = True
    """Always on the screen's parameter row; the others only when they differ from their default."""
    note: str = ""
    """What it means, in a few words, for listings."""

    @property
    def range(self) -> str:
        """What it takes, for listings."""
        return f"{self.low:,} to {self.high:,}"

    def parse(self, text: str) -> int:
        return _within(self, _whole(self, text), text)

    def format(self, value: Value) -> str:
        return str(value)

    show = format

    def step(self, value: Value, by: int) -> int:
        """The neighbour that an arrow key goes to; the same value at the end of the range."""
        assert isinstance(value, int)
        stepped = round(_stepped(value, by, self.scale, max(1.0, rounded((self.high - self.low) / 20))))
        return min(max(stepped if stepped != value else value + by, self.low), self.high)


@dataclass(frozen=True, slots=True)
class Ints:
    """Distinct whole numbers, separated by commas, in the order given."""

    name: str
    default: tuple[int, ...]
    low: int
    high: int
    label: str = ""
    scale: Scale = Scale.TWOS
    front: bool = True
    note: str = ""
    most: int = 32

    @property
    def range(self) -> str:
        """What it takes, for listings."""
        return f"numbers from {self.low} to {self.high}, by comma"

    def parse(self, text: str) -> tuple[int, ...]:
        parts = [part.strip() for part in text.split(",") if part.strip()]
        if not 1 <= len(parts) <= self.most:
            raise UsageError(f"{self.name} lists {len(parts)} numbers; give 1 to {self.most}, "
                            f"such as {self.name}={self.format(self.default)}")
        numbers = tuple(_within(self, _whole(self, part), part) for part in parts)
        twice = next((number for number in numbers if numbers.count(number) > 1), None)
        if twice is not None:
            raise UsageError(f"{self.name} lists {twice} twice; once is enough")
        return numbers

    def format(self, value: Value) -> str:
        assert isinstance(value, tuple)
        return ",".join(map(str, value))

    def show(self, value: Value) -> str:
        assert isinstance(value, tuple)
        return ", ".join(map(str, value)) if len(value) <= 5 else f"{value[0]} … {value[-1]}"

    def step(self, value: Value, by: int) -> tuple[int, ...]:
        """All of them one step on, together; what leaves the range falls away, the last ones stay."""
        assert isinstance(value, tuple)
        stepped = dict.fromkeys(round(_stepped(number, by, self.scale)) for number in value)
        return tuple(number for number in stepped if self.low <= number <= self.high) or value


@dataclass(frozen=True, slots=True)
class Float:
    """A finite number."""

    name: str
    default: float
    low: float
    high: float
    label: str = ""
    scale: Scale = Scale.LINEAR
    front: bool = True
    note: str = ""

    @property
    def range(self) -> str:
        """What it takes, for listings."""
        return f"{self.low:g} to {self.high:g}"

    def parse(self, text: str) -> float:
        try:
            number = float(text.replace("−", "-"))
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            raise UsageError(f"{self.name}={echoed(text)} is not a number; it takes {self.low:g} to {self.high:g}")
        return _within(self, number, text)

    def format(self, value: Value) -> str:
        return str(value).removesuffix(".0")

    show = format

    def step(self, value: Value, by: int) -> float:
        """The next round number: about a tenth of the range away, or the next of 1, 2, 5, 10, … on a log scale."""
        assert isinstance(value, int | float)
        stepped = _stepped(value, by, self.scale, rounded((self.high - self.low) / 10))
        return min(max(float(f"{stepped:.6g}"), self.low), self.high)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    name: str
    default: str
    choices: tuple[str, ...]
    label: str = ""
    front: bool = True
    note: str = ""

    @property
    def range(self) -> str:
        """What it takes, for listings."""
        return ", ".join(self.choices)

    def parse(self, text: str) -> str:
        if text in self.choices:
            return text
        raise UsageError(f"{self.name}={echoed(text)} is unknown{nearest(text, self.choices)}; "
                        f"it takes {', '.join(self.choices)}")

    def format(self, value: Value) -> str:
        return str(value)

    show = format

    def step(self, value: Value, by: int) -> str:
        """The next word, round and round."""
        return self.choices[(self.choices.index(str(value)) + by) % len(self.choices)]


Parameter = Int | Ints | Float | Choice


def nearest(word: str, known: tuple[str, ...] | list[str]) -> str:
    """` (did you mean X?)`, or nothing when no known word is near."""
    near = difflib.get_close_matches(word, known, 1, 0.5)
    return f" (did you mean {near[0]}?)" if near else ""


def read(parameters: tuple[Parameter, ...], given: Mapping[str, str], demo: str = "this demo") -> dict[str, Value]:
    """Every parameter's value: what was given, read and checked, else its default. Raises UsageError."""
    known = {parameter.name: parameter for parameter in parameters}
    for name in given:
        if name not in known:
            raise UsageError(f"{demo} has no parameter {name}{nearest(name, list(known))}; "
                            f"it has {', '.join(known)}")
    return {name: parameter.parse(given[name]) if name in given else parameter.default
            for name, parameter in known.items()}


def span(name: str, parameters: tuple[Parameter, ...], values: Values) -> str:
    """What follows `prep demo` to run this again: the name and what differs from the defaults."""
    changed = [f"{p.name}={p.format(values[p.name])}" for p in parameters if values[p.name] != p.default]
    return " ".join([name, *changed])


def echoed(text: str) -> str:
    """What was given, as it was written; cut where it would fill the screen."""
    return text if len(text) <= 40 else f"{text[:40]}…"


def plain(number: float) -> str:
    """A limit as a person would type it: 10000000, not 1e+07."""
    return str(number) if isinstance(number, int) else f"{number:.12g}"


def _whole(parameter: Int | Ints, text: str) -> int:
    try:
        return int(text.replace("−", "-"))
    except ValueError:
        raise UsageError(f"{parameter.name}={echoed(text)} is not a whole number; "
                        f"it takes {parameter.low} to {parameter.high}") from None


def _within(parameter: Int | Ints | Float, number: N, text: str) -> N:
    low, high = parameter.low, parameter.high
    if low <= number <= high:
        return number
    near = low if number < low else high
    raise UsageError(f"{parameter.name}={echoed(text)} is outside {plain(low)} to {plain(high)}; "
                     f"the nearest is {plain(near)}")


def rounded(number: float) -> float:
    """The nearest of 1, 2, 5, 10, … by ratio; 1 for 0."""
    if number <= 0:
        return 1.0
    decade = 10.0 ** math.floor(math.log10(number))
    return min((digit * decade for digit in (1, 2, 5, 10)), key=lambda rung: abs(math.log(rung / number)))


def _stepped(number: float, by: int, scale: Scale, size: float = 1.0) -> float:
    """The neighbour on a scale; on a linear one the next multiple of `size`."""
    match scale:
        case Scale.LINEAR:
            rung = math.floor(number / size + 1e-9) + 1 if by > 0 else math.ceil(number / size - 1e-9) - 1
            return rung * size
        case Scale.TWOS:
            return number * 2.0**by
        case Scale.ONES:
            return 1 - _stepped(1 - number, -by, Scale.LOG)
    decade = 10.0 ** math.floor(math.log10(abs(number) or 1))
    ladder = [digit * decade * power for power in (0.1, 1, 10) for digit in (1, 2, 5)]
    beyond = [rung for rung in ladder if (rung > number * 1.0001 if by > 0 else rung < number * 0.9999)]
    return (beyond[0] if by > 0 else beyond[-1]) if beyond else number
