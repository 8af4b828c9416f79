"""The log as monthly JSON-lines files: one event a line, sorted, columns and body flattened (DESIGN §6)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from prep.core.event import Event


def line(event: Event) -> str:
    """One event as one line of JSON, keys in the log's order, absent values left out."""
    raise NotImplementedError


def export(events: Iterable[Event], folder: Path) -> list[Path]:
    """Write "YYYY-MM.jsonl" files, by the month in which each event was made; the paths written."""
    raise NotImplementedError
