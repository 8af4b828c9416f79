"""Which rows of the log are what was written? SQLite's integrity check looks at pages, never at what they say."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from sqlite3 import Connection

from prep.core.proof import PROOF, proof
from prep.store.log.events import COLUMNS


def proven(driver: Connection) -> bool:
    """Whether the file is of a schema whose events bear their proofs."""
    return any(row[1] == PROOF for row in driver.execute("pragma table_info(event)"))


def unproven(driver: Connection) -> Iterator[tuple[int, str]]:
    """Number and id of each event that isn't what was written. Reads the whole log, 6 µs an event."""
    with any_bytes(driver):
        for number, id, *rest, told in driver.execute(f"select rowid, {COLUMNS}, {PROOF} from event not indexed"):
            if proof((id, *rest)) != told:
                yield number, id


def gaps(driver: Connection) -> int:
    """How many events are missing: numbers are given one after the other, and nothing is ever deleted."""
    there, newest = driver.execute("select count(*), coalesce(max(rowid), 0) from event not indexed").fetchone()
    return int(newest) - int(there)


@contextmanager
def any_bytes(driver: Connection) -> Iterator[None]:
    """Inside the block a text is read whose bytes are no UTF-8 any more."""
    before = driver.text_factory
    driver.text_factory = lambda said: said.decode("utf-8", "surrogateescape")
    try:
        yield
    finally:
        driver.text_factory = before
