"""A database file opened to be looked at: nothing in it or beside it is changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from prep.errors import StoreError


def opened(file: Path) -> sqlite3.Connection:
    """Read-only; where SQLite can't keep its lock beside the file (a read-only medium), as a file that stands still."""
    refuse_other_than_file(file)
    try:
        return _connected(file, "mode=ro")
    except sqlite3.OperationalError as error:
        if not (getattr(error, "sqlite_errorname", "") or "").startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY")):
            raise
    refuse_unread_log(file)
    return _connected(file, "immutable=1")


@contextmanager
def looked_at(file: Path) -> Iterator[sqlite3.Connection]:
    """A database from elsewhere, of which SQLite leaves a `-wal` and a `-shm` behind where it may write beside it.

    Without a write-ahead log beside it nobody has it open; one without its index was copied, and is copied once more.
    """
    file = file.resolve()
    log, index = (Path(f"{file}{suffix}") for suffix in ("-wal", "-shm"))
    refuse_other_than_file(file)
    with TemporaryDirectory() as folder, ExitStack() as stack:
        if _writes_ahead(file) and log.exists() and not index.exists():
            copies = [copyfile(part, Path(folder, part.name)) for part in (file, log)]
            driver = opened(copies[0])
        else:
            at_rest = _writes_ahead(file) and not log.exists()
            driver = _connected(file, "immutable=1") if at_rest else opened(file)
        yield stack.enter_context(closing(driver))


def _writes_ahead(file: Path) -> bool:
    """Whether the file is in SQLite's write-ahead mode: its header says so."""
    with file.open("rb") as start:
        return start.read(20)[18:] == b"\x02\x02"


def empty(file: Path) -> bool:
    """Whether no database stands there: nothing, or a file without a byte, which SQLite takes for a new one."""
    return not file.exists() or (file.is_file() and file.stat().st_size == 0)


def unread_log(file: Path) -> bool:
    """Whether a write-ahead log lies there that holds something."""
    log = Path(f"{file.resolve()}-wal")
    return log.is_file() and log.stat().st_size > 0


def refuse_unread_log(file: Path) -> None:
    """Read as a file that stands still, it is read without its write-ahead log: the newest answers would be missing."""
    if unread_log(file):
        raise StoreError(
            f"{file.name}-wal beside {file} holds the newest answers, and can't be read where nothing may be written",
            "copy both files into a folder of yours",
        )


def refuse_other_than_file(path: Path) -> None:
    """A folder, a pipe or a device in the database's place: SQLite would speak of permissions or of the disk."""
    if path.exists() and not path.is_file():
        raise StoreError(f"{path} is a {'folder' if path.is_dir() else 'device'}, no file", "move it away")


def _connected(file: Path, mode: str) -> sqlite3.Connection:
    driver = sqlite3.connect(f"{file.resolve().as_uri()}?{mode}", uri=True, timeout=5)
    try:
        driver.execute("select count(*) from sqlite_schema").fetchone()
    except BaseException:
        driver.close()
        raise
    return driver
