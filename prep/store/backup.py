"""Copies of the database: made whole, checked, named by their moment."""

from __future__ import annotations

from pathlib import Path

from prep.core.clock import Moment
from prep.store.records import Found


def backup(database: Path, folder: Path, now: Moment, reason: str = "") -> Path:
    """A checked copy in `folder`, e.g. "prep-2026-11-29-183100.db"; never overwrites one."""
    raise NotImplementedError


def restore(file: Path, database: Path, folder: Path, now: Moment) -> Path | None:
    """Put a backup in the database's place; the present one is kept in `folder` first, and its path returned.

    Refuses a file that isn't prep's, is damaged, or is of a newer schema. No store may be open.
    """
    raise NotImplementedError


def find(database: Path, *remains: Path) -> Found:
    """What is there before the database is opened; remains: the folders of backups and exported logs."""
    raise NotImplementedError
