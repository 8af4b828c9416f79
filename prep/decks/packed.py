"""Cards' texts packed away: a deck of any size lies in memory, and one card of it is read at a time."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

from prep.core.card import Card, DemoCall, Point, Section, Source, Text

TOGETHER = 4
"""Cards a pack: one is read in 40 µs, a third of what the next card takes. Sixty-four a pack would save a tenth of the
memory and take twice as long."""


@dataclass(frozen=True, slots=True, eq=False)
class Packed:
    """The words of one card, in a pack with its neighbours'."""

    pack: bytes
    at: int

    @property
    def text(self) -> Text:
        """Unpacked; a deck that is gone through in order unpacks each pack once."""
        return _read(self.pack, self.at)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Packed, Text)) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


def pack(cards: Sequence[Card]) -> tuple[bytes, ...]:
    """The texts of a file's cards."""
    return tuple(
        zlib.compress(json.dumps([card.text for card in some], default=_row, separators=(",", ":")).encode(), 1)
        for some in _batches(cards)
    )


def words_in(packs: Sequence[bytes], cards: int) -> Iterator[Packed]:
    """The words of a file's cards, in their order."""
    return (Packed(packs[at // TOGETHER], at % TOGETHER) for at in range(cards))


def _batches(cards: Sequence[Card]) -> Iterator[list[Card]]:
    rest = iter(cards)
    while some := list(islice(rest, TOGETHER)):
        yield some


@lru_cache(maxsize=16)
def _read(pack: bytes, at: int) -> Text:
    return _text(_rows(pack)[at])


@lru_cache(maxsize=4)
def _rows(pack: bytes) -> Any:
    return json.loads(zlib.decompress(pack))


def _row(part: object) -> list[object]:
    """A slotted dataclass as its values in the order of its fields."""
    return [getattr(part, name) for name in part.__slots__]  # type: ignore[attr-defined]


def _text(row: list[Any]) -> Text:
    cue, answer, asked_as, hint, points, instead, sound, depth, remember, demos, sources = row
    return Text(
        cue,
        answer,
        tuple(asked_as),
        hint,
        tuple(Point(*each) for each in points),
        instead,
        sound,
        tuple(Section(*each) for each in depth),
        tuple(remember),
        tuple(DemoCall(name, tuple((k, v) for k, v in given), *rest) for name, given, *rest in demos),
        tuple(Source(*each) for each in sources),
    )
