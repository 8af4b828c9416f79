"""What a demo measured, as an event of the log: a fact that nothing folds and no undo takes back."""

from __future__ import annotations

from prep.core.card import Card
from prep.core.event import Draft, EventKind
from prep.demos.outcome import Outcome
from prep.demos.question import Prediction
from prep.demos.report import as_json
from prep.session import actions
from prep.session.library import Library
from prep.store.records import Action


def log_measured(library: Library, outcome: Outcome, prediction: Prediction | None, card: Card | None) -> Action:
    """Log a complete run. It is on disk when this returns. Raises StoreError."""
    told = as_json(outcome, prediction)
    body = {
        "demo": told["demo"],
        "parameters": told["parameters"],
        "seed": told["seed"],
        "prediction": prediction,
        "result": told["measured"],
        "verdict": told["verdict"],
        "versions": told["versions"],
        "seconds": told["seconds"],
    }
    draft = Draft(EventKind.MEASURED, card=card.full_id if card and card.id else None, body=body)
    return actions.append(library, [draft])
