"""`prep check --demos`: every run that the decks promise, made and judged."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote as escaped

from prep.core.card import Deck, Place
from prep.core.problem import Problem, Severity
from prep.decks.grammar.demo_calls import quoted_numbers
from prep.demos.catalog import catalog
from prep.demos.judging import quoted
from prep.demos.judging.audit import Case, Finding, Quote, audit, everything
from prep.demos.running import sync
from prep.demos.running.described import Own
from prep.demos.running.host import Host
from prep.demos.spec import Sheet
from prep.errors import UsageError

RULE = "demo-run"
Run = tuple[str, tuple[tuple[str, object], ...]]
"""A demo with its values, sorted by name."""


class Runs:
    """The runs that decks ask for: each set of values once, with all places that name it."""

    def __init__(self, own: Own) -> None:
        self.own = own
        self.cases: dict[Run, Case] = {}
        self.places: dict[Run, Place] = {}

    def add(self, sheet: Sheet, place: Place, quote: Quote | None = None) -> None:
        """One more; the first place that named it answers for the run."""
        key = _run(sheet)
        self.places.setdefault(key, place)
        known = self.cases.get(key, Case(sheet))
        self.cases[key] = Case(known.sheet, (*known.quotes, quote) if quote else known.quotes)

    def sheet(self, name: str, given: dict[str, str]) -> Sheet:
        """Of a shipped demo or the person's own. Raises UsageError."""
        found = self.own.find(name)
        return found.with_values(given) if found else catalog.sheet(name, given)

    def place(self, case: Case) -> Place | None:
        """Where it was named."""
        return self.places.get(_run(case.sheet))


def _run(sheet: Sheet) -> Run:
    return sheet.name, tuple(sorted(sheet.values.items()))


def check_demos(deck: Deck, folder: Path | None, whole: bool, heard: Callable[[Case], None]) -> tuple[Problem, ...]:
    """Run what the decks name; `whole`: every demo at its defaults and the ends of its parameters as well."""
    own = sync.describe(folder) if folder else Own()
    runs, refused = Runs(own), list[Problem]()
    for read in (_calls, _quotes):
        for name, given, place, quote in read(deck):
            try:
                runs.add(runs.sheet(name, given), place, quote)
            except UsageError as error:
                if own.find(name):  # of a shipped demo an ordinary rule tells it
                    hint = f"prep demo --list {name}"
                    refused.append(Problem(place.file, place.line, 0, Severity.ERROR, str(error), hint, RULE))
    cases = list(runs.cases.values())
    if whole:
        known = (*(demo.sheet() for demo in catalog.everything()), *own.sheets)
        cases += [case for sheet in known for case in everything(sheet) if _run(case.sheet) not in runs.cases]
    found = (*refused, *asyncio.run(_problems(cases, runs, folder, heard)))
    return (*own.problems, *sorted(found, key=lambda problem: (problem.file, problem.line)))


async def _problems(
    cases: list[Case],
    runs: Runs,
    folder: Path | None,
    heard: Callable[[Case], None],
) -> list[Problem]:
    host = Host(folder)
    try:
        return [_problem(finding, runs.place(finding.case)) async for finding in audit(host, cases, heard)]
    finally:
        await host.close()


def _problem(finding: Finding, named: Place | None) -> Problem:
    place = finding.quote.place if finding.quote else named
    file, line = (place.file, place.line) if isinstance(place, Place) else ("demos", 0)
    severity = Severity.ERROR if finding.grave else Severity.WARNING
    name, hint = finding.case.sheet.name, f"prep demo {finding.case.sheet.span}"
    message = finding.what if finding.what.startswith(f"{name} ") else f"{name}: {finding.what}"
    return Problem(file, line, 0, severity, message, hint, finding.rule)


Found = tuple[str, dict[str, str], Place, Quote | None]


def _calls(deck: Deck) -> Iterator[Found]:
    for card in deck.cards:
        for call in card.demos:
            yield call.name, dict(call.arguments), Place(card.place.file, call.line, call.line), None


def _quotes(deck: Deck) -> Iterator[Found]:
    for file in dict.fromkeys(card.place.file for card in deck.cards):
        text = Path(file).read_text("utf-8")
        for printed, link in quoted_numbers(text):
            try:
                name, given, series, x = quoted.parse(link)
            except UsageError:
                continue  # the rule demo-link tells it
            line = _line(text, printed, link)
            place = Place(file, line, line)
            yield name, given, place, Quote(printed, series, x, place)


def _line(text: str, printed: str, link: str) -> int:
    """Where the link stands; 0 if its author wrote it in another way."""
    ways = (f"[{printed}]({link})", f"[{printed}]({escaped(link, safe=':?=&,#@;+')})", link)
    at = next((text.find(way) for way in ways if way in text), -1)
    return text.count("\n", 0, at) + 1 if at >= 0 else 0
