"""Runs of a demo, found by its name: an index look-up, however long the log is."""

from __future__ import annotations

from prep.core.event import Event
from prep.store.database.connection import Database
from prep.store.log import events as log

OF_DEMO = "kind = 'measured' and json_valid(body) and json_extract(body, '$.demo') = ?"
"""Word for word what the index `event_measured` is about."""


JUDGED = f"{OF_DEMO} and json_type(body, '$.right') in ('true', 'false')"
"""Whoever plays with a demo runs it hundreds of times and predicts a few: only those bodies are read into Python."""


def judged(database: Database, demo: str) -> list[Event]:
    """What was measured with it after a prediction that could be judged, oldest first."""
    with database.read() as connection:
        return log.select(connection, JUDGED, demo)
