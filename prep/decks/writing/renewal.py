"""Saying that a dated fact holds for another year, and taking exactly that back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher
from hashlib import sha256
from pathlib import Path
from typing import Any

from prep.core.card import Card
from prep.decks.files import read_file, write_file
from prep.decks.writing.edit import renew_card
from prep.decks.writing.rewrite import lines_with_ends
from prep.decks.writing.target import open_target
from prep.errors import DeckError

Months = tuple[str, str]
"""as_of and expires, each YYYY-MM."""


@dataclass(frozen=True, slots=True)
class Renewal:
    """What renewing changed: enough to undo it, however large the file is."""

    before: Months
    after: Months
    digest: str
    """SHA-256 of the whole file afterwards: only that very text is turned back line by line."""
    turns: tuple[tuple[int, int, str], ...]
    """(first line, line behind the last, text): what stood in the place of these lines, counted from 0, before."""
    made: bool
    """Whether there was no such file."""

    def plain(self) -> dict[str, Any]:
        """As a log's body holds it."""
        return asdict(self)

    @classmethod
    def read(cls, said: object) -> Renewal | None:
        """What `plain` wrote; None for anything else."""
        try:
            assert isinstance(said, Mapping)
            (as_of, expires), (new_as_of, new_expires) = said["before"], said["after"]
            turns = tuple((int(first), int(end), str(text)) for first, end, text in said["turns"])
            months = (str(as_of), str(expires)), (str(new_as_of), str(new_expires))
            return cls(*months, str(said["digest"]), turns, bool(said["made"]))
        except (AssertionError, KeyError, TypeError, ValueError):
            return None


def renew(card: Card, months: Months, into: Path) -> Renewal:
    """Write the months into the heading; a shipped card is copied to the folder `into` first. Raises DeckError."""
    before = open_target(into, card.topic).raw if card.shipped else read_file(Path(card.place.file))
    after = read_file(renew_card(card, *months, into).path)
    return Renewal((card.as_of, card.expires), months, _digest(after), _turns(before or "", after), before is None)


def take_back(card: Card, renewal: Renewal) -> bool:
    """Make the file what it was. If it has been changed since, only the months go back; False if even these were.

    Raises DeckError.
    """
    path = Path(card.place.file)
    text = read_file(path)
    if _digest(text) == renewal.digest:
        _turn_back(path, text, renewal)
        return True
    return _from_to(card, renewal.after, renewal.before)


def renew_again(card: Card, renewal: Renewal, into: Path) -> bool:
    """Give back what was taken back; False if the months are others by now. Raises DeckError."""
    return _from_to(card, renewal.before, renewal.after, into)


def _from_to(card: Card, here: Months, there: Months, into: Path | None = None) -> bool:
    if (card.as_of, card.expires) != here:
        return False
    renew_card(card, *there, into or Path(card.place.file).parent)
    return True


def _turn_back(path: Path, text: str, renewal: Renewal) -> None:
    if not renewal.made:
        lines = lines_with_ends(text)
        for first, end, old in reversed(renewal.turns):
            lines[first:end] = [old]
        write_file(path, "".join(lines), text)
        return
    try:
        path.unlink()
    except OSError as error:
        raise DeckError(f"{path} can't be deleted: {error.strerror}", "nothing was changed") from error


def _turns(before: str, after: str) -> tuple[tuple[int, int, str], ...]:
    """Only what lies between the first line that differs and the last is compared: among thousands of lines, many of
    them empty, it took seconds."""
    old, new = lines_with_ends(before), lines_with_ends(after)
    above = _alike(old, new)
    below = _alike(old[above:][::-1], new[above:][::-1])
    old, new = old[above : len(old) - below], new[above : len(new) - below]
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return tuple((above + j1, above + j2, "".join(old[i1:i2])) for tag, i1, i2, j1, j2 in codes if tag != "equal")


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines both begin with."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
