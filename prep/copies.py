"""Copies that a sync service left beside a file because two machines had changed it; or a merge, or a file manager."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

WORDS = re.compile(r"[ck]onfli[ck]?t|конфликт|冲突|衝突|競合|충돌", re.IGNORECASE)
"""conflicted copy, sync-conflict, Konflikt, conflit, conflicto, conflitto, and as Dropbox writes it elsewhere."""
NUMBERED = re.compile(r"[ _-]?\(\d+\)|[ _]\d+|-(?:DESKTOP|LAPTOP)-[A-Z0-9]+(?:-\d+)?")
"""Google Drive's "prep (1).db", iCloud's "prep 2.db", OneDrive's "prep-LAPTOP-4F2K9B1C.db"."""

BY_HAND = r"(?i:(?: -)?[ _](?:copy|kopie|copie|copia)(?: \(?\d+\)?)?|_(?:base|local|remote|backup)_\d+)"
"""Windows' "deck - Copy (2).md", macOS's "deck copy.md", `git mergetool`'s "deck_LOCAL_4711.md"."""

ENDS_BY_HAND = re.compile(f"{BY_HAND}$")
ENDS = re.compile(f"(?:{NUMBERED.pattern}|{BY_HAND})$")


def is_copy(name: str) -> bool:
    """Whether a file's name says that it is the other machine's version."""
    return WORDS.search(name) is not None


def conflicted_copies(file: Path) -> list[Path]:
    """A sync service's copies beside a file, by their names; [] where the folder can't be read."""
    try:
        beside = sorted(file.parent.iterdir())
    except OSError:
        return []
    return [path for path in beside if copied(path, [file]) and not by_hand(path)]


def by_hand(path: Path) -> bool:
    """Whether no sync service gives a copy such a name."""
    return not is_copy(path.stem) and ENDS_BY_HAND.search(path.stem) is not None


def copied(path: Path, files: Iterable[Path]) -> Path | None:
    """Which of the files this one is a copy of, by its name: the one with the longest name that it goes on from."""
    if not (is_copy(path.stem) or ENDS.search(path.stem)):
        return None
    names = (file for file in files if (file.parent, file.suffix) == (path.parent, path.suffix))
    return max((file for file in names if _copies(path.stem, file.stem)), key=lambda file: len(file.stem), default=None)


def _copies(name: str, original: str) -> bool:
    rest = name.removeprefix(original)
    return name.startswith(original) and bool(rest) and (is_copy(rest) or ENDS.fullmatch(rest) is not None)
