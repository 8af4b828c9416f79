"""Deck files on disk: read whole, replaced whole, never half written."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from prep.errors import DeckError


def read_file(path: Path) -> str:
    """The text as it is, line ends and BOM included. Raises DeckError."""
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise DeckError(f"{path} is not UTF-8 text", "save it as UTF-8 in your editor") from error
    except OSError as error:
        raise DeckError(f"{path} can't be read: {error.strerror}") from error


def write_file(path: Path, text: str, before: str | None) -> None:
    """Put `text` in the place of `before` (None: there is no such file yet) in one step.

    A reader sees the old file or the new one (FAULTS 124). Raises DeckError, with the file untouched, when it
    can't be written or holds something else than `before`: somebody's editor was faster.
    """
    goal = path.resolve()  # a link stays a link
    try:
        goal.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".", suffix=".tmp", dir=goal.parent)
    except OSError as error:
        raise _unwritten(path, error) from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        if before is not None:
            shutil.copymode(goal, name)
        else:
            os.chmod(name, 0o644)
        _unchanged(goal, path, before)
        os.replace(name, goal)
    except OSError as error:
        raise _unwritten(path, error) from error
    finally:
        with suppress(FileNotFoundError):
            os.unlink(name)


def _unchanged(goal: Path, path: Path, before: str | None) -> None:
    now = goal.read_bytes() if goal.exists() else None
    if now != (None if before is None else before.encode("utf-8")):
        raise DeckError(f"{path} has just been changed by another program", "try again")


def _unwritten(path: Path, error: OSError) -> DeckError:
    return DeckError(f"{path} can't be written: {error.strerror}", "nothing was changed")
