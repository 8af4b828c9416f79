"""Files that an editor's window may still show: looked at until prep ends, for they may be saved at any time."""

from __future__ import annotations

from pathlib import Path


class Followed:
    """Which files, and how each looked last."""

    def __init__(self) -> None:
        self._files: dict[Path, tuple[int, int] | None] = {}

    def follow(self, path: Path) -> None:
        """From now on."""
        self._files[path] = _look(path)

    def changed(self) -> bool:
        """Whether one of them was saved since this was asked last."""
        before, self._files = self._files, {path: _look(path) for path in self._files}
        return before != self._files


def _look(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
