"""What a demo measured goes into the log with what was predicted (DESIGN §3: `measured`) and returns as a record."""

from __future__ import annotations

from dataclasses import dataclass

from prep.core.event import Draft, EventKind
from prep.demos.outcome import Outcome
from prep.demos.question import Prediction
from prep.demos.report import as_json
from prep.demos.verdict import verdict
from prep.session import actions
from prep.session.library import Library
from prep.store.measured import runs
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

    @property
    def tally(self) -> str:
        """Without a number that would give an answer away."""
        return f"you predicted this {count(self.times, 'time')}, {self.right or 'never'} right"

    @property
    def last(self) -> str:
        """The last one."""
        return f"last time you said {self.said}, it was {self.found}"


def log_measurement(library: Library, outcome: Outcome, prediction: Prediction | None, card: str | None) -> None:
    """Log a finished run. Raises StoreError; a run that did not finish proves nothing and is not logged."""
    if outcome.done is None:
        return
    found = verdict(outcome, prediction)
    body = as_json(outcome, prediction)
    body["prediction"] = list(prediction) if isinstance(prediction, tuple) else prediction
    body["right"] = found.right
    actions.append(library, [Draft(EventKind.MEASURED, card=card, body=body)])


def record(library: Library, demo: str) -> Record | None:
    """How this demo was predicted before; None if it never was. Raises StoreError."""
    judged = [event.body for event in runs(library.store.database, demo) if event.body.get("right") is not None]
    if not judged:
        return None
    facts = str(judged[-1].get("verdict", "")).split("   ")
    said = facts[0].partition(" you ")[2]
    found = next((fact for fact in facts if fact.startswith("measured ")), "").removeprefix("measured ")
    if not (said and found):                               # another program wrote it
        return None
    return Record(len(judged), sum(body["right"] is True for body in judged), said, found.partition(" ±")[0])
