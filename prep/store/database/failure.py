"""SQLite's errors as sentences a person can act on; the one place that maps them."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from prep.errors import StoreError
from prep.store.kept import way_back

IN_USE = ("{file} is in use by another program", "nothing was changed; wait until it has finished, then do it again")
NO_ENTRY = ("{file} may not be opened", "check who owns the file and its folder")
WAY_BACK = "{way back}"
SENTENCES = {
    "BUSY": IN_USE,
    "LOCKED": IN_USE,
    "READONLY": ("{file} can't be written, so nothing was saved", "make the file and its folder writable"),
    "PERM": NO_ENTRY,
    "AUTH": NO_ENTRY,
    "CANTOPEN": ("{file} can't be opened", "check that {folder} exists and that you may write there"),
    "CORRUPT": ("{file} is damaged", WAY_BACK),
    "NOTADB": ("{file} is no database", WAY_BACK),
    "FULL": ("the disk is full, so nothing was saved", "make room on the disk of {folder}, then do it again"),
    "IOERR": ("{file} can't be read or written: the disk reports an error", "check the disk of {folder}"),
    "NOMEM": ("there is no memory left to read {file}", "close other programs"),
    "TOOBIG": ("{file} can't take a text that long", "shorten it"),
}
"""Primary result code → what happened, what to do."""
NO_TEXT = "decode to UTF-8"
"""What the driver says of a text whose bytes have changed."""
NO_ROOM = "SQLITE_IOERR_SHMSIZE"
"""A disk so full that even reading fails: the index of the write-ahead log finds no room."""


def failure(error: sqlite3.Error, file: Path) -> StoreError:
    """The sentence for one of SQLite's errors."""
    name = getattr(error, "sqlite_errorname", "") or ""
    if NO_TEXT in str(error):
        name = "SQLITE_CORRUPT"
    primary = "FULL" if name == NO_ROOM else name.removeprefix("SQLITE_").split("_")[0]
    what, hint = SENTENCES.get(primary, ("{file} refused: " + str(error), WAY_BACK))
    if hint is WAY_BACK:
        hint = way_back(file.parent / "backups")
    folder = (file.resolve() if file.is_symlink() else file).parent  # a link may lead to a disk that isn't there
    return StoreError(what.replace("{file}", str(file)), hint.replace("{folder}", str(folder)))


@contextmanager
def explained(file: Path) -> Iterator[None]:
    """Errors of SQLite and of the file system inside the block come out as `StoreError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise failure(error, file) from error
    except UnicodeDecodeError as error:  # SQLite's own sentence about a damaged schema quotes its bytes
        raise StoreError(f"{file} is damaged", way_back(file.parent / "backups")) from error
    except OSError as error:
        reason = error.strerror or str(error)
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        hint = (
            f"make room on the disk of {file.parent}, then do it again" if full else "check the folder and who owns it"
        )
        raise StoreError(f"{error.filename or file}: {reason.lower()}", hint) from error
    except Exception as error:
        # SQLAlchemy wraps the driver's errors; it isn't imported here, because the first screen does without it.
        original = getattr(error, "orig", None)
        if not isinstance(original, sqlite3.Error):
            raise
        raise failure(original, file) from error
