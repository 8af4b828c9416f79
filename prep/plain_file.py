"""Reading a file that a person may have put there: it has an end, and one that isn't far."""

from __future__ import annotations

import errno
from pathlib import Path

MOST = 5_000_000
"""Bytes of a text that a person writes; all files of the starter deck together have 0.7 million."""


def plain_bytes(path: Path, most: int = MOST) -> bytes:
    """All that a file holds.

    Raises OSError, too for what is no file (a pipe keeps waiting, /dev/zero never ends) or has more than `most` bytes.
    """
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is no file", str(path))
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most / 1e6:.0f} MB", str(path))
    return data
