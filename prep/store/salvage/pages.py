"""The pages of a database and of its write-ahead log, whatever state the file is in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

USUAL = 4_096
"""Bytes of a page where the header doesn't say."""
SIZES = frozenset(2**power for power in range(9, 17))
WAL_HEADER, FRAME_HEADER = 32, 24
FIRST_PAGE = 100
"""Bytes of the file's header, which stands in the first page."""


class Pages:
    """Every page that was committed, in every version that lies there."""

    def __init__(self, data: bytes, log: bytes = b"", passed: int = 0) -> None:
        """data, log: a database and its write-ahead log; passed: leave out the log's first pages, so many."""
        self._data = data
        said = int.from_bytes(data[16:18], "big")
        self.size = next((size for size in (65_536 if said == 1 else said,) if size in SIZES), USUAL)
        self._log = [(number, page) for place, number, page in _committed(log, self.size) if place >= passed]
        self._newest = dict(self._log)

    def __iter__(self) -> Iterator[tuple[bytes, int]]:
        """(a page, where its own header begins)."""
        for at in range(0, len(self._data), self.size):
            yield self._data[at : at + self.size], 0 if at else FIRST_PAGE
        for number, page in self._log:
            yield page, 0 if number > 1 else FIRST_PAGE

    def further(self, number: int, size: int) -> bytes:
        """So many bytes from a chain of overflow pages; fewer where it breaks."""
        found, seen = b"", set[int]()
        while len(found) < size and number not in seen and (page := self._page(number)):
            seen.add(number)
            found += page[4 : 4 + size - len(found)]
            number = int.from_bytes(page[:4], "big")
        return found

    def _page(self, number: int) -> bytes:
        at = (number - 1) * self.size
        return self._newest.get(number) or (self._data[at : at + self.size] if number > 0 else b"")


def pages_of(file: Path) -> Pages:
    """Of a database and the write-ahead log beside it; what isn't there holds nothing."""
    return Pages(_read(file), _read(Path(f"{file}-wal")))


def pages_of_log(file: Path, passed: int) -> Pages:
    """Of the write-ahead log alone, after the first pages."""
    return Pages(b"", _read(Path(f"{file}-wal")), passed)


def _committed(log: bytes, size: int) -> Iterator[tuple[int, int, bytes]]:
    """(place, page number, page) of the newest round of a write-ahead log, up to its last commit. SQLite reads up to
    the first frame whose sum is wrong, and passes over all that follows."""
    heads = range(WAL_HEADER, len(log) - FRAME_HEADER - size + 1, FRAME_HEADER + size)
    salts = [log[at + 8 : at + 16] for at in heads[:2]]
    salt = Counter([*salts[:1], log[16:24], *salts[1:]]).most_common(1)[0][0]
    found: list[tuple[int, int, bytes]] = []
    for place, at in enumerate(heads):
        head = log[at : at + FRAME_HEADER]
        if _bits_apart(head[8:16], salt) <= 1:  # else of a round before: that lies in the file
            page = log[at + FRAME_HEADER : at + FRAME_HEADER + size]
            found.append((place, int.from_bytes(head[:4], "big"), page))
            if any(head[4:8]):
                yield from found
                found = []


def _bits_apart(one: bytes, other: bytes) -> int:
    return (int.from_bytes(one, "big") ^ int.from_bytes(other, "big")).bit_count()


def _read(file: Path) -> bytes:
    return file.read_bytes() if file.is_file() else b""
