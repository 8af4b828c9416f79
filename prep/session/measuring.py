"""What a demo measured goes into the log, with what was predicted (DESIGN §3: `measured`)."""

from __future__ import annotations

from prep.core.event import Draft, EventKind
from prep.demos.outcome import Outcome
from prep.demos.question import Prediction
from prep.demos.report import as_json
from prep.demos.verdict import verdict
from prep.session import actions
from prep.session.library import Library


def log_measurement(library: Library, outcome: Outcome, prediction: Prediction | None, card: str | None) -> None:
    """Log a finished run. Raises StoreError; a run that did not finish proves nothing and is not logged."""
    if outcome.done is None:
        return
    body = as_json(outcome, prediction)
    body["prediction"] = list(prediction) if isinstance(prediction, tuple) else prediction
    body["right"] = verdict(outcome, prediction).right
    actions.append(library, [Draft(EventKind.MEASURED, card=card, body=body)])
