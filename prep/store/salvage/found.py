"""The events that lie in a file, found without asking SQLite: a row that proves itself is one, wherever it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from prep.core.proof import proof
from prep.store.log.events import COLUMNS
from prep.store.salvage.pages import Pages, pages_of
from prep.store.salvage.record import NoRecord, Value, cell, values

WIDTH = len(COLUMNS.split(", "))
HEADER = 8
"""Bytes before a leaf's list of its rows."""

Row = tuple[Value, ...]


@dataclass(slots=True)
class Lying:
    """What lies in one file."""

    rows: dict[int, Row] = field(default_factory=dict)
    """Number of the row → the fifteen columns of an event that proves itself."""
    broken: set[int] = field(default_factory=set)
    """Numbers of rows that look like events and don't prove themselves."""

    @property
    def ids(self) -> dict[str, Row]:
        """Id → event."""
        return {str(row[0]): row for row in self.rows.values()}


def lying(file: Path) -> Lying:
    """All events of a database, its write-ahead log included. 10 µs a row; the file is in memory meanwhile."""
    return lying_on(pages_of(file))


def lying_on(pages: Pages) -> Lying:
    """All events of these pages.

    The kind of a page isn't believed, nor the number of its rows: each is tried as a leaf, and a page on which some
    rows prove themselves and some don't is searched byte by byte.
    """
    found = Lying()
    for page, start in pages:
        whole = broken = 0
        for at in _pointers(page, start):
            proved = _take(found, page, at, pages)
            whole += proved is True
            broken += proved is not True
        if whole and broken:
            for at in range(start + HEADER, len(page)):
                _take(found, page, at, pages)
    found.broken -= found.rows.keys()
    return found


def _pointers(page: bytes, start: int) -> Iterator[int]:
    """Where the rows of a leaf begin: as many as it says, and what goes on like them."""
    said = int.from_bytes(page[start + 3 : start + 5], "big")
    for number in range((len(page) - start - HEADER) // 2):
        place = start + HEADER + 2 * number
        at = int.from_bytes(page[place : place + 2], "big")
        if place < at < len(page):
            yield at
        elif number >= said:
            return


def _take(found: Lying, page: bytes, at: int, pages: Pages) -> bool | None:
    """Whether an event that proves itself begins there; None where nothing looks like one."""
    try:
        number, record = cell(page, at, pages.further)
        row = values(record)
    except NoRecord:
        return None
    if len(row) <= WIDTH or not isinstance(row[0], str):
        return None
    if any(isinstance(value, bytes) for value in row) or proof(row[:WIDTH]) != row[WIDTH]:
        found.broken.add(number)
        return False
    found.rows[number] = tuple(row[:WIDTH])
    return True
