"""The child process of `session.fitting`: reads the log, fits, judges, and says what would change.

`python -m prep.session.statistics.fitting_child '{"database": …, "day": …, "rules": […]}'` prints one
JSON document. It never writes. If the optimiser panics, this process dies and nothing else does.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from prep.core.event import Event
from prep.core.fitting import Fit, fit, histories
from prep.core.fold import fold
from prep.core.memory import Model, model_for
from prep.core.schedule import Rules, due_by_memory
from prep.core.stale_due import knowing
from prep.store.caches import cache
from prep.store.database.connection import Database
from prep.store.log.events import logged

BUSY_MS = 5_000


def preview(database: Path, day: int, rules: Rules) -> dict[str, Any]:
    """What `session.fitting.Preview` holds, as plain data; both passes over the log see it at one moment."""
    opened = Database(database, BUSY_MS)
    try:
        with opened.read() as connection:
            current = cache.model(connection).parameters
            known = [history for _, events in cache.histories(connection) for history in histories(events)]
            done: Fit = fit(known, current)
            moves = list(_moves(cache.histories(connection), model_for(done.parameters or current), day, rules))
            return {"fit": asdict(done), "current": current, "moves": moves, "seen": logged(connection)}
    finally:
        opened.close()


def _moves(
    histories: Iterable[tuple[str, Iterator[Event]]], model: Model, day: int, rules: Rules
) -> Iterator[tuple[str, int, int, Any]]:
    """(card, due, due by its new memory, what is known of it) of every card that a reschedule would move."""
    for card, events in histories:
        state = fold(card, events, model)
        to = due_by_memory(state, rules, model)
        if (past := state.in_review) and to is not None and to != past.due_day:
            yield card, past.due_day, to, knowing(state, day, model)


def main(text: str) -> None:
    """Answer one request."""
    asked = json.loads(text)
    rules = Rules(asked["retention"], asked["maximum_interval"], tuple(asked["learning"]), tuple(asked["relearning"]))
    print(json.dumps(preview(Path(asked["database"]), asked["day"], rules)))


if __name__ == "__main__":
    main(sys.argv[1])
