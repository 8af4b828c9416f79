"""Which lines were kept and which dismissed, from one start of prep to the next."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from prep.errors import StoreError
from prep.paths import Paths
from prep.plain_file import plain_bytes
from prep.whole_file import make_folder, write_whole

FILE = "night.json"
Key = tuple[str, str]
"""Full id of a card, and the line's text."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What a person said of the lines."""

    kept: frozenset[Key] = frozenset()
    dismissed: frozenset[Key] = frozenset()

    def marked(self, key: Key, *, keep: bool) -> Marks:
        """This line kept, or dismissed, whatever it was."""
        kept, dismissed = self.kept - {key}, self.dismissed - {key}
        return Marks(kept | {key}, dismissed) if keep else Marks(kept, dismissed | {key})

    def __contains__(self, key: Key) -> bool:
        return key in self.kept or key in self.dismissed


def load_marks(paths: Paths, day: int) -> Marks:
    """Those of this study day and of the one before, for the night ends in a morning; none from a damaged file."""
    try:
        found = json.loads(plain_bytes(paths.home / FILE))
        return Marks(_keys(found["kept"]), _keys(found["dismissed"])) if day - 1 <= found["day"] <= day else Marks()
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return Marks()


def save_marks(paths: Paths, marks: Marks, day: int) -> None:
    """Keep them. Raises StoreError."""
    said = {"day": day, "kept": sorted(marks.kept), "dismissed": sorted(marks.dismissed)}
    try:
        make_folder(paths.home)
        write_whole(paths.home / FILE, json.dumps(said).encode())
    except OSError as error:
        hint = f"make {paths.home} writable; until then they hold for this page"
        raise StoreError(f"what you kept can't be saved: {error.strerror}", hint) from error


def _keys(given: Any) -> frozenset[Key]:
    return frozenset((str(card), str(text)) for card, text in given)
