"""How a lesson declares a demo, and the plain data that a screen needs to show one.

A lesson is a file or a folder under `library/`: pure functions and one `@demo(...)` over the function that measures.
Each function names the parameters it needs, as a test names its fixtures:

    @demo(name="attention.score-std", parameters=(Ints("d_k", (8, 64), 1, 4096), …), …)
    def score_std(d_k: tuple[int, ...], n: int, seed: int) -> Iterator[Point]: …

torch is imported inside functions that measure only; theory is plain `math`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TypeVar

from prep.demos.declaration.asked import asked_at
from prep.demos.declaration.contradiction import Contradiction
from prep.demos.declaration.derivation import derivation
from prep.demos.declaration.message import Image, Point
from prep.demos.declaration.needs import refuse
from prep.demos.declaration.parameter import (
    Choice,
    Float,
    Floats,
    Int,
    Ints,
    Parameter,
    Scale,
    Value,
    Values,
    read,
)
from prep.demos.declaration.picture import Form, Picture
from prep.demos.declaration.question import ChoiceQuestion, Item, NumberQuestion, Option, OrderQuestion, Question
from prep.demos.declaration.sheet import Axis, Column, Fact, Limits, Series, Sheet

if TYPE_CHECKING:
    from prep.demos.declaration.outcome import Outcome

__all__ = [
    "Axis",
    "Choice",
    "ChoiceQuestion",
    "Column",
    "Demo",
    "Distractor",
    "Fact",
    "Float",
    "Floats",
    "Form",
    "Image",
    "Int",
    "Ints",
    "Item",
    "Limits",
    "NumberQuestion",
    "Option",
    "OrderQuestion",
    "Picture",
    "Point",
    "Scale",
    "Series",
    "Sheet",
    "demo",
]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Distractor:
    """A false claim that a run must refute: tolerances wide enough to let it pass have rotted."""

    claim: str
    misses: Callable[[Outcome], float]
    """How many tolerances the claim is off in a complete run with the defaults; a test asks for more than 1."""


@dataclass(frozen=True, slots=True)
class Demo:
    """A lesson's demo. The callables take, by name, whichever parameters they ask for."""

    name: str
    """`group.name`: `attention.score-std`."""
    title: str
    intro: str | Callable[..., str]
    parameters: tuple[Parameter, ...]
    """One of them is `seed`."""
    question: Callable[..., Question]
    """(x, …) → the question about what happens at x."""
    x: Callable[..., Axis]
    y: Callable[..., Axis]
    series: Callable[..., tuple[Series, ...]]
    columns: Callable[..., tuple[Column, ...]]
    xs: Callable[..., Iterable[float]]
    unit: str
    theory: Callable[..., Mapping[str, float]]
    """(x, …) → what theory gives there, by series; series on which it is silent are left out."""
    tolerance: Callable[..., float]
    """(point, …) → how far from theory the point may lie: statistics plus named bias, absolute."""
    tolerance_note: str
    remark: Callable[..., str]
    """(outcome, …) → what the numbers show, derived from them."""
    distractor: Distractor | None
    source: str
    limits: Limits
    measure: Callable[..., Iterable[Point | Image]]
    """(…) → points, one at a time, all of one x before the next, and images. The only place that imports torch."""
    pictures: Callable[..., tuple[Picture, ...]]
    needs: Callable[..., float]
    """(…) → megabytes at the run's peak."""
    quick: Mapping[str, Value]
    """Sample sizes cut so far that a run takes a second at most, for tests of every parameter's ends."""

    def read(self, given: Mapping[str, str]) -> dict[str, Value]:
        """Values for what was written, defaults for the rest. Raises UsageError."""
        return read(self.parameters, given, self.name)

    def sheet(self, values: Values | None = None, wording: str = "") -> Sheet:
        """The page for these values (the defaults if None); a card's own wording replaces the question's."""
        v = dict(values) if values is not None else self.read({})
        refuse(self.name, self.parameters, v, partial(call, self.needs), self.limits.megabytes, "MB")
        refuse(self.name, self.parameters, v, self._points, self.limits.points, "points")
        xs = tuple(float(x) for x in call(self.xs, v))
        if not xs:
            raise Contradiction("it measures at no x")
        x = call(self.x, v)
        question = call(self.question, v, asked_at(wording, (x.label, x.name), xs))
        intro = self.intro if isinstance(self.intro, str) else call(self.intro, v)
        return Sheet(
            self.name,
            self.title,
            intro,
            self.parameters,
            v,
            replace(question, text=wording) if wording else question,
            x,
            call(self.y, v),
            call(self.series, v),
            call(self.columns, v),
            xs,
            self.unit,
            self.tolerance_note,
            self.source,
            self.limits,
            wording,
            call(self.pictures, v),
            derivation(getattr(self.measure, "__globals__", {}).get("__doc__") or ""),
            inspect.getdoc(self.tolerance) or "",
            self.distractor.claim if self.distractor else "",
        )

    def _points(self, values: Values) -> float:
        """How many a run sends at the most: one of each series at each x."""
        return len(tuple(call(self.xs, values))) * len(call(self.series, values))


def four_errors(point: Point) -> float:
    """The usual tolerance: four standard errors, one false alarm in sixteen thousand."""
    return 4 * point.se


def silent(outcome: Outcome) -> str:
    """No remark."""
    return ""


def demo(
    *,
    name: str,
    title: str,
    intro: str | Callable[..., str],
    parameters: tuple[Parameter, ...],
    question: Callable[..., Question],
    x: Axis | Callable[..., Axis],
    y: Axis | Callable[..., Axis],
    series: tuple[Series, ...] | Callable[..., tuple[Series, ...]],
    columns: tuple[Column, ...] | Callable[..., tuple[Column, ...]],
    xs: Callable[..., Iterable[float]],
    theory: Callable[..., Mapping[str, float]],
    source: str,
    unit: str = "points",
    tolerance: Callable[..., float] = four_errors,
    tolerance_note: str = "four standard errors",
    remark: Callable[..., str] = silent,
    distractor: Distractor | None = None,
    limits: Limits = Limits(),
    pictures: tuple[Picture, ...] | Callable[..., tuple[Picture, ...]] = (),
    needs: Callable[..., float] = lambda: 0.0,
    quick: Mapping[str, Value] | None = None,
) -> Callable[[Callable[..., Iterable[Point | Image]]], Demo]:
    """Make a Demo of the function that measures. Axes, series and columns may depend on the parameters.

    Raises TypeError where the declaration contradicts itself.
    """
    known = {p.name for p in parameters}
    if not re.fullmatch(r"[a-z0-9-]+\.[a-z0-9-]+", name):
        raise TypeError(f"a demo is named group.name in small letters, digits and hyphens, not {name!r}")
    if "seed" not in known:
        raise TypeError(f"demo {name} needs a parameter seed, so that a run can be repeated")
    if strange := set(quick or ()) - known:
        raise TypeError(f"demo {name} cuts {', '.join(sorted(strange))}, which is none of its parameters")

    def declare(measure: Callable[..., Iterable[Point | Image]]) -> Demo:
        return Demo(
            name,
            title,
            intro,
            parameters,
            question,
            _depending(x),
            _depending(y),
            _depending(series),
            _depending(columns),
            xs,
            unit,
            theory,
            tolerance,
            tolerance_note,
            remark,
            distractor,
            source,
            limits,
            measure,
            _depending(pictures),
            needs,
            quick or {},
        )

    return declare


def _depending(given: T | Callable[..., T]) -> Callable[..., T]:
    """A constant as a function of no parameter."""
    return given if callable(given) else lambda: given


def call(function: Callable[..., Any], values: Values, *first: object) -> Any:
    """Call it with the given arguments and, by name, the parameters that its signature asks for."""
    asked = _parameters(function)[len(first) :]
    missing = next((p.name for p in asked if p.name not in values and p.default is p.empty), None)
    if missing:
        raise TypeError(f"{function.__name__}() asks for {missing}, which is none of {', '.join(values)}")
    return function(*first, **{p.name: values[p.name] for p in asked if p.name in values})


@cache
def _parameters(function: Callable[..., Any]) -> tuple[inspect.Parameter, ...]:
    """Theory is called for a hundred places a run; a signature takes 50 µs to read."""
    return tuple(inspect.signature(function).parameters.values())
