"""The file in which a drill is written: task as a comment, then the stub. It stays until the person removes it."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

from prep.drills.drill import Drill
from prep.errors import DeckError
from prep.plain_file import plain_bytes
from prep.text.words import count
from prep.whole_file import make_folder, write_whole

COLUMNS = 78
INDENT = 4
LONGEST = 200_000
"""Bytes of a solution; nobody writes more in an interview."""


def begun(drill: Drill) -> str:
    """What a new work file says."""
    comment = "\n".join(f"# {line}".rstrip() for line in _said(drill))
    return f"{comment}\n\n{drill.stub.strip()}\n"


def _said(drill: Drill) -> Iterator[str]:
    yield f"{drill.title} ({drill.level.name.lower()}, {count(drill.minutes, 'minute')})"
    yield ""
    yield from textwrap.wrap(" ".join(drill.task.split()), COLUMNS)
    for limit in drill.limits:
        yield ""
        yield from textwrap.wrap(limit, COLUMNS)


def open_file(drill: Drill, folder: Path) -> Path:
    """The work file, made if it isn't there. Raises OSError."""
    path = folder / drill.file
    if not path.exists():
        make_folder(folder)
        write_whole(path, begun(drill).encode())
    return path


def start_anew(drill: Drill, folder: Path) -> Path:
    """The file as at first; the old one stays beside it, numbered, and is returned. Raises OSError."""
    path = folder / drill.file
    numbers = [int(m[1]) for each in folder.glob(f"{path.stem}-*.py") if (m := re.search(r"-(\d+)\.py$", each.name))]
    old = path.with_name(f"{path.stem}-{max(numbers, default=0) + 1}.py")
    path.rename(old)
    open_file(drill, folder)
    return old


def first_line(path: Path) -> int:
    """Number of the first line that a person writes in: below the task, and below the imports where there is a def."""
    lines = solution(path).splitlines()
    starts = [number for number, line in enumerate(lines, 1) if line.startswith(("def ", "class "))]
    return starts[0] if starts else 1


def solution(path: Path) -> str:
    """What the file holds. Raises DeckError with what is wrong with it."""
    try:
        data = plain_bytes(path)
    except OSError as error:
        raise DeckError(f"{path} can't be read: {(error.strerror or str(error)).lower()}") from error
    if len(data) > LONGEST:
        raise DeckError(f"{path} has {len(data):,} bytes; a solution may have {LONGEST:,}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DeckError(f"{path} is no UTF-8 text (byte {error.start})", "save it as UTF-8") from error
