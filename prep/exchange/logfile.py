"""The log as monthly JSON-lines files: one event a line, columns and body flattened (DESIGN §6).

A line never changes and lines are sorted by (at, id), so that git's union merge of two machines' files loses nothing.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Iterable, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from prep.core.clock import month
from prep.core.event import Event
from prep.core.proof import PROOF, proof_of
from prep.errors import StoreError
from prep.whole_file import make_folder, write_whole

BODY = "body."
COLUMNS = (
    "id", "action", "device", "at", "wall", "offset", "day", "kind", "card", "target", "rating", "ms", "due_day",
    "due_at",
)  # fmt: skip
TAKEN = (*COLUMNS, PROOF)


def flat(event: Event) -> dict[str, Any]:
    """One event as one flat mapping; columns without a value are left out.

    A body key that could be taken for a column's name gets the prefix "body.".
    """
    return joined({name: getattr(event, name) for name in COLUMNS} | {PROOF: proof_of(event)}, event.body)


def joined(columns: Mapping[str, Any], body: Mapping[str, Any]) -> dict[str, Any]:
    """Columns and body as one flat mapping."""
    inside = {f"{BODY}{key}" if key in TAKEN or key.startswith(BODY) else key: v for key, v in body.items()}
    return {name: value for name, value in columns.items() if value is not None} | inside


def column_or_body(key: str) -> tuple[str, bool]:
    """What a key of a flat line names, and whether that stands in the body."""
    return key.removeprefix(BODY), key.startswith(BODY) or key not in TAKEN


def line(event: Event) -> str:
    """One event as one line of JSON, without the line's end."""
    return json.dumps(flat(event), ensure_ascii=False, separators=(",", ":"))


def export(events: Iterable[Event], folder: Path) -> list[Path]:
    """Write "YYYY-MM.jsonl" files, by the month of each event's study day; the paths written.

    events: in any order; those of a month that follow each other are in memory together. What stands there already
    stays: after a pull it may be another machine's, not merged yet.
    """
    try:
        make_folder(folder)
        months = groupby(events, lambda event: month(event.day))
        return sorted({_write(folder / f"{name}.jsonl", lines) for name, lines in months})
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise StoreError(f"{error.filename or folder}: {reason}", _hint(error)) from error


def _write(named: Path, events: Iterable[Event]) -> Path:
    """Replace the file in one step: whoever reads it meanwhile sees the old one or the new one."""
    lines = _there(named) | {event.id: (event.at, line(event)) for event in events}
    text = "".join(f"{said}\n" for _, (_, said) in sorted(lines.items(), key=lambda item: (item[1][0], item[0])))
    write_whole(named, text.encode())
    return named


def _hint(error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return "make room, then export again; what was there is as it was"
    return "choose a folder that you may write in"


def _there(path: Path) -> dict[str, tuple[int, str]]:
    """Event id → its place in the order and its line, as the file has them. A line that is none is a StoreError."""
    found: dict[str, tuple[int, str]] = {}
    for number, raw in enumerate(path.read_bytes().split(b"\n") if path.exists() else (), 1):
        if not raw.strip():
            continue
        try:
            said = json.loads(text := raw.strip().decode("utf-8-sig"))
            found[str(said["id"])] = int(said["at"]), text
        except (ValueError, KeyError, TypeError, RecursionError):
            hint = "`prep merge` reads what it can of the file and names the rest; then mend or move it"
            raise StoreError(
                f"{path}:{number}: no event stands here, and an export would lose the line", hint
            ) from None
    return found
