"""Deck files on disk: read whole, replaced whole, never half written."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

from prep.errors import DeckError
from prep.plain_file import plain_bytes
from prep.whole_file import beside, make_folder, put, settle


def read_file(path: Path) -> str:
    """The text as it is, line ends and BOM included. Raises DeckError."""
    try:
        return plain_bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise DeckError(f"{path} is not UTF-8 text", "save it as UTF-8 in your editor") from error
    except OSError as error:
        raise DeckError(f"{path} can't be read: {error.strerror}") from error


def write_file(path: Path, text: str, before: str | None) -> None:
    """Put `text` in the place of `before` (None: there is no such file yet) in one step.

    A reader sees the old file or the new one. Raises DeckError, with the file untouched, when it
    can't be written or holds something else than `before`: somebody's editor was faster.
    """
    goal, data = path.resolve(), _bytes(text)  # resolved, so that a link stays a link
    try:
        make_folder(goal.parent)
        if before is not None and not os.access(goal, os.W_OK):
            raise PermissionError(errno.EACCES, "it is read-only")  # os.replace wouldn't mind
        with beside(goal) as new:
            new.write_bytes(data)
            if before is not None:
                shutil.copymode(goal, new)
            _unchanged(goal, path, before)
            put(new, goal)
    except OSError as error:
        raise DeckError(f"{path} can't be written: {error.strerror}", "nothing was changed") from error


def put_back(path: Path, before: str | None, now: str) -> None:
    """Undo a `write_file` that made `now` of `before`. Raises DeckError."""
    if before is not None:
        return write_file(path, before, now)
    try:
        path.unlink()
        settle(path.parent)
    except OSError as error:
        raise DeckError(f"{path} can't be removed: {error.strerror}") from error


def _bytes(text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise DeckError("this text holds half a character and can't be saved", "is its source UTF-8?") from error


def _unchanged(goal: Path, path: Path, before: str | None) -> None:
    now = goal.read_bytes() if goal.exists() else None
    if now != (None if before is None else before.encode("utf-8")):
        raise DeckError(f"{path} has just been changed by another program", "try again")
