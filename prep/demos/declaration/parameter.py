"""The typed parameters of a demo: how each is read, checked, shown and stepped. Values are plain and hashable."""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from prep.demos.declaration.stepping import Scale as Scale
from prep.demos.declaration.stepping import rounded
from prep.demos.declaration.stepping import stepped as step_from
from prep.errors import UsageError

Value = int | float | str | tuple[int, ...] | tuple[float, ...]
Values = Mapping[str, Value]
N = TypeVar("N", int, float)
D = TypeVar("D")


@dataclass(frozen=True, slots=True)
class _Ranged(Generic[D, N]):
    """What all parameters that are numbers declare: D is the type of the default, N that of the limits."""

    name: str
    """As in decks and on the command line: `n`."""
    default: D
    low: N
    high: N
    label: str = ""
    """On the screen, the name when empty: `dₖ`."""
    scale: Scale = Scale.LINEAR
    front: bool = True
    """Always on the screen's parameter row; the others only when they differ from their default."""
    note: str = ""
    """What it means, in a few words, for listings."""


@dataclass(frozen=True, slots=True)
class Int(_Ranged[int, int]):
    """A whole number."""

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
        size = 1.0 if self.name == "seed" else max(1.0, rounded((self.high - self.low) / 20))
        stepped = round(step_from(value, by, self.scale, size))
        return min(max(stepped if stepped != value else value + by, self.low), self.high)


@dataclass(frozen=True, slots=True)
class _Listed(_Ranged[tuple[N, ...], N]):
    """What lists have in common."""

    most: int = 32
    """Numbers."""

    @property
    def range(self) -> str:
        """What it takes, for listings."""
        return f"numbers from {plain(self.low)} to {plain(self.high)}, by comma"

    def format(self, value: Value) -> str:
        return ",".join(_each(value))

    def show(self, value: Value) -> str:
        return ", ".join(parts) if len(parts := _each(value)) <= 5 else f"{parts[0]} … {parts[-1]}"


@dataclass(frozen=True, slots=True)
class Ints(_Listed[int]):
    """Distinct whole numbers, separated by commas, in the order given."""

    scale: Scale = Scale.TWOS

    def parse(self, text: str) -> tuple[int, ...]:
        return _list(self, [_within(self, _whole(self, part), part) for part in _parts(text)])

    def step(self, value: Value, by: int) -> tuple[int, ...]:
        """All of them one step on, together; what leaves the range falls away, the last ones stay."""
        assert isinstance(value, tuple)
        stepped = dict.fromkeys(round(step_from(number, by, self.scale)) for number in value)
        return tuple(number for number in stepped if self.low <= number <= self.high) or tuple(map(int, value))


@dataclass(frozen=True, slots=True)
class Float(_Ranged[float, float]):
    """A finite number."""

    @property
    def range(self) -> str:
        """What it takes, for listings."""
        return f"{self.low:g} to {self.high:g}"

    def parse(self, text: str) -> float:
        return _within(self, _finite(self, text), text)

    def format(self, value: Value) -> str:
        return _written(value)

    show = format

    def step(self, value: Value, by: int) -> float:
        """The next round number: about a tenth of the range away, or the next of 1, 2, 5, 10, … on a log scale."""
        assert isinstance(value, int | float)
        stepped = step_from(value, by, self.scale, rounded((self.high - self.low) / 10))
        return min(max(float(f"{stepped:.6g}"), self.low), self.high)


@dataclass(frozen=True, slots=True)
class Floats(_Listed[float]):
    """Distinct finite numbers, separated by commas, in the order given."""

    scale: Scale = Scale.LOG

    def parse(self, text: str) -> tuple[float, ...]:
        return _list(self, [_within(self, _finite(self, part), part) for part in _parts(text)])

    def step(self, value: Value, by: int) -> tuple[float, ...]:
        """All of them one step on, together; what leaves the range falls away, the last ones stay."""
        assert isinstance(value, tuple)
        size = rounded((self.high - self.low) / 10)
        stepped = dict.fromkeys(float(f"{step_from(number, by, self.scale, size):.6g}") for number in value)
        return tuple(number for number in stepped if self.low <= number <= self.high) or value


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
        raise UsageError(
            f"{self.name}={echoed(text)} is unknown{nearest(text, self.choices)}; it takes {', '.join(self.choices)}"
        )

    def format(self, value: Value) -> str:
        return str(value)

    show = format

    def step(self, value: Value, by: int) -> str:
        """The next word, round and round."""
        return self.choices[(self.choices.index(str(value)) + by) % len(self.choices)]


Parameter = Int | Ints | Float | Floats | Choice


def nearest(word: str, known: tuple[str, ...] | list[str]) -> str:
    """` (did you mean X?)`, or nothing when no known word is near."""
    near = difflib.get_close_matches(word, known, 1, 0.5)
    return f" (did you mean {near[0]}?)" if near else ""


def read(parameters: tuple[Parameter, ...], given: Mapping[str, str], demo: str = "this demo") -> dict[str, Value]:
    """Every parameter's value: what was given, read and checked, else its default. Raises UsageError."""
    known = {parameter.name: parameter for parameter in parameters}
    for name in given:
        if name not in known:
            raise UsageError(f"{demo} has no parameter {name}{nearest(name, list(known))}; it has {', '.join(known)}")
    return {
        name: parameter.parse(given[name]) if name in given else parameter.default for name, parameter in known.items()
    }


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
        raise UsageError(
            f"{parameter.name}={echoed(text)} is not a whole number; it takes {parameter.low} to {parameter.high}"
        ) from None


def _finite(parameter: Float | Floats, text: str) -> float:
    try:
        number = float(text.replace("−", "-"))
    except ValueError:
        number = math.nan
    if math.isfinite(number):
        return number
    raise UsageError(f"{parameter.name}={echoed(text)} is not a number; it takes {parameter.range}")


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _list(parameter: Ints | Floats, numbers: list[N]) -> tuple[N, ...]:
    if not 1 <= len(numbers) <= parameter.most:
        raise UsageError(
            f"{parameter.name} lists {len(numbers)} numbers; give 1 to {parameter.most}, "
            f"such as {parameter.name}={parameter.format(parameter.default)}"
        )
    twice = next((number for number in numbers if numbers.count(number) > 1), None)
    if twice is not None:
        raise UsageError(f"{parameter.name} lists {_written(twice)} twice; once is enough")
    return tuple(numbers)


def _each(value: Value) -> list[str]:
    assert isinstance(value, tuple)
    return [_written(number) for number in value]


def _written(number: object) -> str:
    return str(number).removesuffix(".0")


def _within(parameter: Int | Ints | Float | Floats, number: N, text: str) -> N:
    low, high = parameter.low, parameter.high
    if low <= number <= high:
        return number
    near = low if number < low else high
    raise UsageError(
        f"{parameter.name}={echoed(text)} is outside {plain(low)} to {plain(high)}; the nearest is {plain(near)}"
    )
