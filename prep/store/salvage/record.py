"""SQLite's record format (sqlite.org/fileformat2.html §2.1, §1.6), as far as a row of the log needs it."""

from __future__ import annotations

from collections.abc import Callable

Value = int | str | bytes | None
SIZES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Serial type → bytes of a whole number."""
MOST_COLUMNS = 64


class NoRecord(ValueError):
    """These bytes are no row."""


def varint(data: bytes, at: int) -> tuple[int, int]:
    """The number that begins there, and where it ends. Raises NoRecord."""
    value = 0
    for place in range(9):
        if at + place >= len(data):
            raise NoRecord
        byte = data[at + place]
        if place == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + place + 1
    raise NoRecord


def cell(page: bytes, at: int, further: Callable[[int, int], bytes]) -> tuple[int, bytes]:
    """A table's row that begins there: its number, and its record. further: so many bytes of the pages that follow
    from a page's number on. Raises NoRecord."""
    length, at = varint(page, at)
    number, at = varint(page, at)
    most, least = len(page) - 35, (len(page) - 12) * 32 // 255 - 23
    if length <= most:
        return number, _taken(page, at, length)
    here = least + (length - least) % (len(page) - 4)
    here = here if here <= most else least
    following = int.from_bytes(_taken(page, at + here, 4), "big")
    return number, _taken(page, at, here) + further(following, length - here)


def values(record: bytes) -> list[Value]:
    """The columns of a record. Raises NoRecord."""
    header, at = varint(record, 0)
    if not at <= header <= len(record):
        raise NoRecord
    types = []
    while at < header:
        kind, at = varint(record, at)
        types.append(kind)
    if len(types) > MOST_COLUMNS:
        raise NoRecord
    found: list[Value] = []
    for kind in types:
        size = SIZES.get(kind, 0) if kind < 12 else (kind - 12) // 2
        found.append(_value(kind, _taken(record, at, size)))
        at += size
    return found


def _value(kind: int, data: bytes) -> Value:
    match kind:
        case 0:
            return None
        case 8 | 9:
            return kind - 8
        case _ if kind in SIZES:
            return int.from_bytes(data, "big", signed=True)
        case _ if kind >= 12:
            return data.decode("utf-8", "surrogateescape") if kind % 2 else data
    raise NoRecord  # the log holds no fractions


def _taken(data: bytes, at: int, size: int) -> bytes:
    if at + size > len(data):
        raise NoRecord
    return data[at : at + size]
