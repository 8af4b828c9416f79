"""What a damaged database still says, and what it doesn't."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from prep.core.event import Event
from prep.errors import StoreError
from prep.store.database import device
from prep.store.database.read_only import looked_at
from prep.store.log import events as log
from prep.store.salvage.found import Lying, Row

PLACE = log.COLUMNS.split(", ").index("at")
KIND = log.COLUMNS.split(", ").index("kind")


@dataclass(frozen=True, slots=True)
class Loss:
    """Events that nothing holds any more, one after the other in the log."""

    events: int
    after: int | None
    """ms UTC of the event before them; None where there is none."""
    before: int | None
    """ms UTC of the event after them."""


def losses(here: Lying, others: Iterable[Lying], listed: Mapping[int, int]) -> list[Loss]:
    """What the file has had and neither it nor the others hold.

    Numbers are given one after the other. Another copy fills a gap if it is of the same log: what both have at a number
    is the same. listed: number → instant of the events that an index of the file still names.
    """
    have = here.rows.keys() | {number for other in others if _same_log(here, other) for number in other.rows}
    top = max((*here.rows, *_credible(here, listed)), default=0)
    at = {number: int(str(row[PLACE])) for number, row in here.rows.items()} | {
        number: instant for number, instant in listed.items() if number not in here.rows and number <= top
    }
    missing = [number for number in range(1, top + 1) if number not in have]
    return [_loss(run, at) for run in _runs(missing)]


def events_of(rows: Iterable[Row]) -> Iterator[Event]:
    """Rows as events; kinds that this prep doesn't know are passed over."""
    return (log.event(row) for row in rows if row[KIND] in log.KINDS)


def listed(file: Path) -> dict[int, int]:
    """Number → instant of every event that the index of the log's order names, as far as SQLite can read it."""
    found: dict[int, int] = {}
    with suppress(sqlite3.Error, StoreError, OSError, UnicodeDecodeError), looked_at(file) as driver:
        for number, at in driver.execute("select rowid, at from event indexed by event_order"):
            found[number] = at
    return found


def names(file: Path) -> list[tuple[str, str]]:
    """Under which ids this and other machines have written, as far as SQLite can read it."""
    with suppress(sqlite3.Error, StoreError, OSError, UnicodeDecodeError), looked_at(file) as driver:
        return list(driver.execute("select key, value from meta where key like ?", (f"{device.FIRST}%",)))
    return []


def _same_log(here: Lying, other: Lying) -> bool:
    common = here.rows.keys() & other.rows.keys()
    return all(here.rows[number] == other.rows[number] for number in common) and bool(common or not here.rows)


def _credible(here: Lying, listed: Mapping[int, int]) -> Iterator[int]:
    """Numbers of lost rows: a flipped bit may have made a wild one of a small one."""
    last = max(here.rows, default=0)
    yield from (number for number in here.broken if number <= last + len(here.broken))
    yield from (number for number in listed if number <= len(listed))


def _runs(numbers: list[int]) -> Iterator[range]:
    if not numbers:
        return
    start = numbers[0]
    for one, following in pairwise([*numbers, numbers[-1] + 2]):
        if following != one + 1:
            yield range(start, one + 1)
            start = following


def _loss(run: range, at: Mapping[int, int]) -> Loss:
    own = [at[number] for number in run if number in at]
    before = [instant for number, instant in at.items() if number < run.start]
    after = [instant for number, instant in at.items() if number >= run.stop]
    return Loss(len(run), min(own) if own else max(before, default=None), max(own) if own else min(after, default=None))
