"""Cards' texts packed away: a deck of any size lies in memory, and one card of it is read at a time."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from prep.core.card import Card, CardText, DemoCall, MustSay, Section, Source


@dataclass(frozen=True, slots=True, eq=False)
class Packed:
    """The words of one card: read in 20 µs, in 0.8 kB where the text has two."""

    pack: bytes

    @property
    def text(self) -> CardText:
        """Unpacked."""
        return _text(self.pack)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Packed, CardText)) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


def packed(card: Card) -> Packed:
    """A card's words, packed."""
    rows = json.dumps(card.text, default=_row, separators=(",", ":"))
    return Packed(zlib.compress(rows.encode(), 1))


def _row(part: object) -> list[object]:
    """A slotted dataclass as its values in the order of its fields."""
    return [getattr(part, name) for name in part.__slots__]  # type: ignore[attr-defined]


@lru_cache(maxsize=16)
def _text(pack: bytes) -> CardText:
    row: list[Any] = json.loads(zlib.decompress(pack))
    cue, answer, asked_as, hint, points, instead, sound, depth, remember, demos, sources = row
    return CardText(
        cue,
        answer,
        tuple(asked_as),
        hint,
        tuple(MustSay(*each) for each in points),
        instead,
        sound,
        tuple(Section(*each) for each in depth),
        tuple(remember),
        tuple(DemoCall(name, tuple((k, v) for k, v in given), *rest) for name, given, *rest in demos),
        tuple(Source(*each) for each in sources),
    )
