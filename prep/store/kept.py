"""The backups that lie in a folder, by their names: nothing is opened."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

REASONS = r"daily|before-restore|damaged|left|replaced|schema-\d+"
NAME = re.compile(rf"prep-(\d{{4}}-\d\d-\d\d-\d{{6}})(?:-({REASONS}))?(?:-\d+)?\.db")
DAILY = "daily"
UNCHECKED = ("damaged", "left", "replaced")
"""Reasons of copies that were kept as they were, or of what an open connection still held."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One copy of the database."""

    path: Path
    at: datetime
    """Local time, naive, as the name says."""
    reason: str
    """Why it was made: empty (a person asked), "daily", "before-restore", "schema-8", "damaged" …"""

    @property
    def sound(self) -> bool:
        """Whether it was checked when it was made."""
        return self.reason not in UNCHECKED


def kept(folder: Path) -> list[Kept]:
    """All copies, the newest first; none where the folder can't be read."""
    try:
        names = [(path, NAME.fullmatch(path.name)) for path in folder.iterdir()]
    except OSError:
        return []
    found = [
        Kept(path, datetime.strptime(said[1], "%Y-%m-%d-%H%M%S"), said[2] or "")  # noqa: DTZ007  as the name says
        for path, said in names
        if said
    ]
    return sorted(found, key=lambda each: (each.at, each.path.name), reverse=True)


def newest(folder: Path) -> Kept | None:
    """The newest that was checked."""
    return next((each for each in kept(folder) if each.sound), None)


def way_back(folder: Path) -> str:
    """What to do where the database is lost: the newest backup, by its name."""
    save = "`prep doctor --salvage` saves what is whole of it"
    if found := newest(folder):
        return f"{save}; `prep restore {found.path}` puts the newest backup back"
    return f"{save}; there is no backup in {folder} to `prep restore`"
