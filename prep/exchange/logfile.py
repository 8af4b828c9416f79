"""The log as monthly JSON-lines files: one event a line, columns and body flattened (DESIGN §6).

A line never changes and lines are sorted by (at, id), so that git's union merge of two machines' files loses nothing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Any

from prep.core.clock import month
from prep.core.event import Event
from prep.errors import StoreError

COLUMNS = (
    "id", "action", "device", "at", "wall", "offset", "day", "kind", "card", "target", "rating", "ms", "due_day",
    "due_at",
)  # fmt: skip


def flat(event: Event) -> dict[str, Any]:
    """One event as one flat mapping; columns without a value are left out.

    A body key that is also a column's name gets the prefix "body.".
    """
    columns = {name: getattr(event, name) for name in COLUMNS}
    body = {f"body.{key}" if key in COLUMNS else key: value for key, value in event.body.items()}
    return {name: value for name, value in columns.items() if value is not None} | body


def line(event: Event) -> str:
    """One event as one line of JSON, without the line's end."""
    return json.dumps(flat(event), ensure_ascii=False, separators=(",", ":"))


def export(events: Iterable[Event], folder: Path) -> list[Path]:
    """Write "YYYY-MM.jsonl" files, by the month of each event's study day; the paths written."""
    by_month = sorted(events, key=lambda event: (month(event.day), event.at, event.id))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return [_write(folder / f"{name}.jsonl", lines) for name, lines in groupby(by_month, lambda e: month(e.day))]
    except OSError as error:
        raise StoreError(f"{error.filename or folder}: {(error.strerror or str(error)).lower()}", "") from error


def _write(path: Path, events: Iterable[Event]) -> Path:
    """Replace the file in one step: whoever reads it meanwhile sees the old one or the new one."""
    partial = path.with_suffix(".partial")
    partial.write_text("".join(f"{line(event)}\n" for event in events), encoding="utf-8", newline="\n")
    os.replace(partial, path)
    return path
