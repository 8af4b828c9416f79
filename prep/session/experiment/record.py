"""What a demo measured goes into the log with what was predicted (DESIGN §3: `measured`) and returns as a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from prep.core.card import DemoCall
from prep.core.event import EventDraft, EventKind
from prep.demos.catalog import catalog
from prep.demos.declaration.outcome import Outcome
from prep.demos.declaration.question import Prediction
from prep.demos.judging.ends import UNTRIED
from prep.demos.judging.report import as_json
from prep.demos.judging.verdict import verdict
from prep.demos.spec import Sheet
from prep.errors import UsageError
from prep.session.changes import actions
from prep.session.library.library import Library
from prep.store.statistics.measurements import judged
from prep.text.words import count


@dataclass(frozen=True, slots=True)
class Record:
    """What a person predicted of one demo so far."""

    times: int
    """Complete runs with a prediction that could be judged."""
    right: int
    said: str
    """The newest of them: "64", "a tenth"."""
    found: str
    """"8.00"."""
    parameters: Mapping[str, object] = field(default_factory=dict)
    """It was measured with these: lists, numbers, words, as in the log."""

    @property
    def tally(self) -> str:
        """Without a number that would give an answer away."""
        return f"you predicted this {count(self.times, 'time')}, {self.right or 'never'} right"

    @property
    def last(self) -> str:
        """The last one."""
        return f"last time you said {self.said}, it was {self.found}"

    def beside(self, sheet: Sheet) -> str:
        """The last one, and what was other than in this sheet: 22.63 is no surprise where the width was 512."""
        other = ", ".join(self._others(sheet))
        return f"last time, with {other}, you said {self.said}, it was {self.found}" if other else self.last

    def _others(self, sheet: Sheet) -> Iterator[str]:
        for parameter in sheet.parameters:
            then = self.parameters.get(parameter.name)
            then, now = tuple(then) if isinstance(then, list) else then, sheet.values[parameter.name]
            if parameter.name not in UNTRIED and then is not None and then != now:
                written = ", ".join(map(str, then)) if isinstance(then, tuple) else str(then).removesuffix(".0")
                yield f"{parameter.label or parameter.name} {written}"


def log_run(library: Library, outcome: Outcome, prediction: Prediction | None, card: str | None) -> None:
    """Log a finished run. Raises StoreError; a run that did not finish proves nothing and is not logged."""
    if outcome.done is None:
        return
    found = verdict(outcome, prediction)
    body = as_json(outcome, prediction)
    del body["images"]  # a hundred kilobytes that seed and parameters give again
    body["prediction"] = list(prediction) if isinstance(prediction, tuple) else prediction
    body["verdict"] = found.data
    body["right"] = found.right  # at the top as well: an index is about it
    actions.append(library, [EventDraft(EventKind.MEASURED, card=card, body=body)])


def record(library: Library, demo: str) -> Record | None:
    """How this demo was predicted before; None if it never was. Raises StoreError."""
    bodies = [event.body for event in judged(library.store.database, demo)]
    if not bodies:
        return None
    said, found = _said_and_found(bodies[-1].get("verdict"))
    if not (said and found):  # another program wrote it
        return None
    right, parameters = sum(body["right"] is True for body in bodies), bodies[-1].get("parameters")
    parameters = parameters if isinstance(parameters, dict) else {}
    return Record(len(bodies), right, said, found, parameters)


def in_words(verdict: object) -> str:
    """A logged verdict as a line: "you said 64, measured 4.01, theory 4.00"; of older logs their own sentence."""
    if not isinstance(verdict, dict):
        return str(verdict or "")
    known = (("you said", verdict.get("said")), ("measured", verdict.get("found")), ("theory", verdict.get("expected")))
    return ", ".join(f"{word} {value}" for word, value in known if value)


def _said_and_found(verdict: object) -> tuple[str, str]:
    """Prediction and measurement in words; empty where neither is known."""
    if isinstance(verdict, dict):
        said, found = verdict.get("said"), verdict.get("found")
        return (said, found) if isinstance(said, str) and isinstance(found, str) else ("", "")
    return _of_a_sentence(verdict) if isinstance(verdict, str) else ("", "")


def _of_a_sentence(line: str) -> tuple[str, str]:
    """What logs of prep 0.1 hold: "✗ you 64   measured 4.01 ± 0.04   theory √16 = 4.00   you were 16 times high"."""
    facts = line.split("   ")
    found = next((fact for fact in facts if fact.startswith("measured ")), "").removeprefix("measured ")
    return facts[0].partition(" you ")[2], found.partition(" ±")[0]


def remembered(library: Library, call: DemoCall) -> str:
    """How the demo of a card was predicted last; empty if it never was. Raises StoreError."""
    known = record(library, call.name)
    if known is None or call.name not in catalog.names():
        return known.last if known else ""  # what a demo of one's own takes only a child knows
    try:
        return known.beside(catalog.sheet(call.name, dict(call.arguments)))
    except UsageError:
        return known.last
