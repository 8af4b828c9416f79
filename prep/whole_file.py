"""Writing a file that is there whole or not at all: the power may fail at any moment, and the disk may be full."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

START, END = ".prep-", ".new"
"""How the names of files begin and end that aren't in their place yet."""
LEFT_SECONDS = 60
"""Nobody writes any more at what hasn't grown for so long: a kill left it."""
NO_FOLDERS = (errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EPERM)
"""What file systems answer that can't write a folder through, or need not."""


def write_whole(path: Path, data: bytes) -> None:
    """Put the data in the file's place, where a link leads: a reader sees the old file or the new one, and the new one
    is on disk when this returns. Raises OSError, with the file as it was and nothing beside it."""
    goal = path.resolve()
    with beside(goal) as new:
        new.write_bytes(data)
        put(new, goal)


@contextmanager
def beside(path: Path) -> Iterator[Path]:
    """An empty hidden file on the same disk, which only this person may read; gone at the end unless it was `put`."""
    sweep(path.parent)
    try:
        handle, name = tempfile.mkstemp(prefix=START, suffix=END, dir=path.parent)
    except OSError as error:  # nobody knows the name that it was to have
        raise OSError(error.errno, error.strerror, str(path)) from error
    os.close(handle)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def put(new: Path, path: Path) -> None:
    """Move it into its place; on disk when this returns, its name in the folder too."""
    with new.open("rb+") as file:
        os.fsync(file.fileno())
    os.replace(new, path)
    settle(path.parent)


def make_folder(path: Path) -> None:
    """Make it, and what lacks above it; their names are on disk when this returns. Raises OSError."""
    new = [each for each in (path, *path.parents) if not each.exists()]
    path.mkdir(parents=True, exist_ok=True)
    for each in new:
        settle(each.parent)


def settle(folder: Path) -> None:
    """What was named, renamed or removed in the folder is so on disk. Windows offers no way to ask for it."""
    if os.name == "nt":
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if error.errno not in NO_FOLDERS:
            raise


def sweep(folder: Path) -> None:
    """Remove what a kill has left of files on their way into this folder."""
    with suppress(OSError):  # a folder that isn't there, or may not be changed, holds nothing that harms
        for path in folder.glob(f"{START}*{END}*"):  # SQLite's journal of one, too
            if abs(time.time() - path.stat().st_mtime) > LEFT_SECONDS:
                path.unlink()


def make_private(path: Path) -> None:
    """Let nobody but its owner read it, who may write it."""
    with suppress(OSError):  # what isn't there, or is somebody else's, stays as it is
        mode = path.stat().st_mode
        if mode & stat.S_IWUSR and mode & (stat.S_IRWXG | stat.S_IRWXO):
            path.chmod(mode & stat.S_IRWXU)
