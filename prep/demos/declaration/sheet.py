"""Everything a screen shows of a demo before it has run: axes, series, columns, limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from prep.demos.declaration.parameter import Parameter, Scale, Values, read, span
from prep.demos.declaration.picture import Picture
from prep.demos.declaration.question import Question


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of the plot."""

    label: str
    """With its unit if it has one: "dₖ", "seconds"."""
    name: str = ""
    """As in wordings of cards, "d_k", so that "at $d_k=128$" is understood; the label when empty."""
    scale: Scale = Scale.LINEAR
    low: float | None = None
    """Where the axis begins; None: from the data and the theory."""
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """One measured curve."""

    name: str
    """As in points, JSON and links to numbers: `std`."""
    legend: str
    """"measured ± 2 s.e.", "median row"; empty for a curve beside which nothing is measured."""
    theory: str = ""
    """The legend of its theory, "theory √dₖ"; empty where theory is silent."""
    plotted: bool = True
    """The first plotted series is drawn ■, the second ○, the third △; only plotted theory is drawn."""
    decimals: int = 3
    percent: bool = False
    """Shown times 100 with " %"; stored and sent as a share."""
    names: tuple[str, ...] = ()
    """What the values 1, 2, … stand for, if they are no quantity: shown instead."""


class Fact(StrEnum):
    """What a table column shows of its series."""

    MEASURED = "measured"
    ERROR = "error"
    """± 2 standard errors."""
    THEORY = "theory"
    RATIO = "ratio"
    """Measured over theory."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the table; the column of x stands before them all."""

    head: str
    series: str
    fact: Fact = Fact.MEASURED
    decimals: int | None = None
    """None: the series' own."""
    wide: bool = False
    """Only where there is room: on the command line and in JSON readers, not beside a plot at 80 columns."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a run may use before it is stopped."""

    seconds: float = 60.0
    megabytes: int = 4096
    """Address space beyond what the process had before the run; held on Linux only."""
    points: int = 5000


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything a screen shows of a demo for one set of values, before anything has run. Plain data."""

    name: str
    title: str
    """"How wide are raw attention scores?" """
    intro: str
    """One paragraph: what will be measured."""
    parameters: tuple[Parameter, ...]
    values: Values
    question: Question
    x: Axis
    y: Axis
    series: tuple[Series, ...]
    """In the order of their legend; the first is the one the plot is about."""
    columns: tuple[Column, ...]
    xs: tuple[float, ...]
    """Where it will measure, in order."""
    unit: str
    """What the xs are, plural: "widths"."""
    tolerance: str
    """In words, what agreement with theory means here."""
    source: str
    limits: Limits
    wording: str = ""
    """The question in a card's own words; empty: the demo's own."""
    pictures: tuple[Picture, ...] = ()
    """What can be seen beside the plot."""
    why: str = ""
    """The derivation, in paragraphs; as the lesson's docstring has it."""
    allowance: str = ""
    """How the tolerance follows; as the docstring of its function has it."""
    claim: str = ""
    """What is often said and a run refutes."""

    @property
    def span(self) -> str:
        """What follows `prep demo` to run exactly this: "attention.score-std d_k=128"."""
        return span(self.name, self.parameters, self.values)

    @property
    def given(self) -> dict[str, str]:
        """All values, written as in a deck; with `name` and `wording` enough to run it."""
        return {p.name: p.format(self.values[p.name]) for p in self.parameters}

    def with_values(self, given: Mapping[str, str]) -> Sheet:
        """The same texts with other values, for a demo that can't be asked here (a user's). Raises UsageError."""
        return replace(self, values=read(self.parameters, given, self.name))

    @property
    def row(self) -> tuple[Parameter, ...]:
        """The parameters worth a place on the screen: the front ones, and whatever differs from its default."""
        return tuple(p for p in self.parameters if p.front or self.values[p.name] != p.default)

    @property
    def names(self) -> dict[str, float]:
        """What may stand for a number in a prediction: parameters of one value, and the axis where it asks."""
        known = {name: float(value) for name, value in self.values.items() if isinstance(value, int | float)}
        x = getattr(self.question, "x", None)
        return known | ({self.x.name: float(x)} if self.x.name and isinstance(x, int | float) else {})

    def one(self, series: str) -> Series:
        """The series with this name. Raises KeyError."""
        return {s.name: s for s in self.series}[series]
