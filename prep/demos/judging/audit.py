"""Do demos hold what they and the decks say? Each run is judged: it ends, in time, near theory, as quoted."""

from __future__ import annotations

import contextlib
import math
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import dataclass

from prep.demos.catalog import catalog
from prep.demos.declaration.outcome import Outcome
from prep.demos.judging.ends import ends
from prep.demos.judging.quoted import rounds_to, unit
from prep.demos.judging.verdict import agreement
from prep.demos.running.host import Host
from prep.demos.running.sync import collect
from prep.demos.spec import Sheet

BEYOND = "quoted-beyond-error"
SIGMAS = 4.0
"""Standard errors that two seeds may lie apart: one false alarm in sixteen thousand."""
SLOW = 10.0
"""Seconds that a person waits gladly between a prediction and its answer; a lesson aims at three."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A number that a card prints and says a demo measured."""

    printed: str
    series: str
    x: float
    place: object
    """Where it stands; whoever asks knows what that is."""


@dataclass(frozen=True, slots=True)
class Case:
    """One run to judge."""

    sheet: Sheet
    quotes: tuple[Quote, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with a run, or with one number quoted from it."""

    case: Case
    what: str
    quote: Quote | None = None
    grave: bool = True
    """Slow is a nuisance; everything else teaches something false."""
    rule: str = "demo-run"


def everything(sheet: Sheet) -> Iterator[Case]:
    """A demo at its defaults and, with its sample sizes cut, at the ends of every parameter. Raises UsageError."""
    yield Case(sheet)
    quick = catalog.find(sheet.name).quick if sheet.name in catalog.names() else {}
    formats = {p.name: p.format for p in sheet.parameters}
    for parameter, value in ends(sheet.parameters):
        given = {name: formats[name](v) for name, v in {**quick, parameter: value}.items()}
        if sheet.name in catalog.names():
            yield Case(catalog.sheet(sheet.name, given))
        else:
            yield Case(sheet.with_values(given))


async def audit(
    host: Host,
    cases: Iterable[Case],
    heard: Callable[[Case], None] = lambda case: None,
) -> AsyncIterator[Finding]:
    """Run them one after the other; `heard` learns which one comes next."""
    for case in cases:
        heard(case)
        outcome = await collect(host, case.sheet)
        for finding in judged(case, outcome):
            yield finding
        if case.quotes and outcome.done:
            again = case.sheet.with_values({**case.sheet.given, "seed": other_seed(case.sheet)})
            for finding in seeds_agree(case, outcome, await collect(host, again)):
                yield finding


def judged(case: Case, outcome: Outcome) -> Iterator[Finding]:
    """What is wrong with this run."""
    if outcome.failed:
        yield Finding(case, outcome.failed.sentence)
        return
    inside, told = agreement(outcome)
    if inside < told:
        yield Finding(case, f"{told - inside} of {told} points lie outside the tolerance: {farthest(outcome)}")
    if outcome.done and outcome.done.seconds > SLOW:
        yield Finding(case, f"it took {outcome.done.seconds:.1f} s; at most {SLOW:g} s are borne", grave=False)
    for quote in case.quotes:
        point = outcome.measured(quote.series, quote.x)
        if point is None:
            yield Finding(case, f"it measures no {quote.series} at {quote.x:g}", quote)
        elif not rounds_to(point.y, quote.printed):
            yield Finding(case, f"{quote.printed} is quoted, {point.y:.6g} was measured", quote)
        elif point.se > unit(quote.printed):
            said = f"{quote.printed} is quoted, and its standard error is {point.se:.2g}; print fewer digits, or theory"
            yield Finding(case, said, quote, rule=BEYOND)


def seeds_agree(case: Case, outcome: Outcome, other: Outcome) -> Iterator[Finding]:
    """Whether another seed tells the same: a number that only one draw gives is none to print."""
    for quote in case.quotes:
        one, two = outcome.measured(quote.series, quote.x), other.measured(quote.series, quote.x)
        if one is None or two is None or not (one.se or two.se):
            continue
        apart = abs(one.y - two.y)
        if apart > SIGMAS * math.hypot(one.se, two.se) + unit(quote.printed):
            said = f"{quote.printed} is quoted, and another seed gives {two.y:.4g} ± {two.se:.2g}"
            yield Finding(case, said, quote, rule=BEYOND)


def other_seed(sheet: Sheet) -> str:
    """Written as in a deck."""
    (seed,) = (parameter for parameter in sheet.parameters if parameter.name == "seed")
    value = seed.step(sheet.values["seed"], 1)
    return seed.format(value if value != sheet.values["seed"] else seed.step(value, -1))


def farthest(outcome: Outcome) -> str:
    """The point that misses theory by most tolerances, in words."""
    worst, words = 0.0, ""
    for point in outcome.points:
        theory, tolerance = outcome.expected(point.series, point.x), outcome.tolerance(point.series, point.x)
        with contextlib.suppress(ZeroDivisionError, TypeError):
            off = abs(point.y - theory) / tolerance  # type: ignore[operator]
            if off > worst:
                worst = off
                words = f"{point.series} at {point.x:g} is {point.y:.5g}, theory {theory:.5g} ± {tolerance:.2g}"
    return words
