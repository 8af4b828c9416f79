"""Do demos hold what they and the decks say? Each run is judged: it ends, in time, near theory, as quoted."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import dataclass

from prep.demos.catalog import catalog
from prep.demos.declaration.outcome import Outcome
from prep.demos.judging.ends import ends
from prep.demos.judging.quoted import rounds_to
from prep.demos.judging.verdict import agreement
from prep.demos.running.host import Host
from prep.demos.running.sync import collect
from prep.demos.spec import Sheet

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
        for finding in judged(case, await collect(host, case.sheet)):
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
