"""An attempt at a drill goes into the log (DESIGN §3: `written`)."""

from __future__ import annotations

from prep.core.event import EventDraft, EventKind
from prep.session.changes import actions
from prep.session.library.library import Library
from prep.session.writing.writing import Writing


def log_writing(library: Library, writing: Writing, card: str | None, at: int) -> None:
    """Log one attempt, if a check ever ran. Raises StoreError."""
    if not writing.run:
        return
    body = {
        "drill": writing.drill.name,
        "passed": writing.passed_at is not None,
        "seconds": round(writing.seconds(at), 1),
        "runs": writing.run,
        "hints": writing.hints,
        "checks": len(writing.drill.checks),
        "most": writing.most,
        "failed": writing.failed,
    }
    actions.append(library, [EventDraft(EventKind.WRITTEN, card=card, body=body)])
