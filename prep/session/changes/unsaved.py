"""A card that is being written, kept beside the database at every key: no end of the app takes it away."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from prep.core.kind import USUAL, Kind
from prep.errors import DeckError
from prep.paths import Paths
from prep.plain_file import plain_bytes
from prep.whole_file import make_folder, write_whole

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PLACES = 9
"""So many windows may write a card at once, each in a place of its own."""


@dataclass(frozen=True, slots=True)
class Unsaved:
    """The form as it stands."""

    kind: Kind
    whole: bool
    """The card is written as one Markdown text, not field by field."""
    texts: Mapping[str, str]
    """What stands in each field, by the field's name."""


class Drawer:
    """Where one window keeps the card that is being written: `unsaved.json`, for another window beside it
    `unsaved-2.json` and so on. First come those in which something lies that nobody writes any more."""

    def __init__(self, paths: Paths) -> None:
        self._folder = paths.home
        self._lock: IO[bytes] | None = None
        numbers = sorted(range(1, PLACES + 1), key=lambda number: not self._holds(number))
        self._number = next(filter(self._taken, numbers), PLACES)

    def close(self) -> None:
        """Another window may have it; so it may when this one's process ends, whatever ends it."""
        if self._lock is not None:
            Path(self._lock.name).unlink(missing_ok=True)
            self._lock.close()
            self._lock = None

    @property
    def file(self) -> Path:
        """The form as it stands."""
        return self._folder / f"{self._stem(self._number)}.json"

    @property
    def in_editor(self) -> Path:
        """The text that an editor has, or had when the app ended."""
        return self._folder / f"{self._stem(self._number)}.md"

    def keep(self, unsaved: Unsaved) -> None:
        """Keep it in one step, in the place of what was kept before. Raises DeckError."""
        kept = {"kind": unsaved.kind, "whole": unsaved.whole, "texts": dict(unsaved.texts)}
        try:
            make_folder(self._folder)
            write_whole(self.file, json.dumps(kept).encode())
        except OSError as error:
            hint = "save it before you leave this form"
            raise DeckError(f"the unsaved card can't be kept in {self._folder}: {error.strerror}", hint) from error

    def forget(self) -> None:
        """It was saved, or isn't wanted any more. Raises DeckError."""
        try:
            self.file.unlink(missing_ok=True)
        except OSError as error:
            raise DeckError(f"{self.file} can't be removed: {error.strerror}") from error

    def kept(self) -> Unsaved | None:
        """What was being written when the app ended, in the form or in an editor; None if nothing was.

        Raises DeckError for what can't be read; it stays where it is.
        """
        found = _read(self.file)
        try:
            unsaved = _unsaved(json.loads(found)) if found else None
            written = (_read(self.in_editor) or b"").decode("utf-8")
        except (ValueError, RecursionError) as error:
            names = f"{self.file.name} and {self.in_editor.name} in {self._folder}"
            hint = f"rescue what you need from {names}, then remove them"
            raise DeckError("the unsaved card is damaged", hint) from error
        if not written.strip():
            return unsaved
        texts = {**(unsaved.texts if unsaved else {}), "markdown": written.rstrip("\n")}
        return Unsaved(unsaved.kind if unsaved else USUAL, True, texts)

    def take_up(self) -> Unsaved | None:
        """The same, now kept in one place: the editor it may have been in is gone. Raises DeckError."""
        if (unsaved := self.kept()) is not None and self.in_editor.exists():
            self.keep(unsaved)
            self.in_editor.unlink(missing_ok=True)
        return unsaved

    @contextmanager
    def lent(self, text: str) -> Iterator[Path]:
        """A file for an editor, which outlives an app that ends meanwhile. Raises OSError."""
        path = self.in_editor
        make_folder(path.parent)
        path.write_text(text, "utf-8")
        try:
            yield path
        except StillOpen:
            raise
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        path.unlink(missing_ok=True)

    # inside

    def _stem(self, number: int) -> str:
        return "unsaved" if number == 1 else f"unsaved-{number}"

    def _holds(self, number: int) -> bool:
        return any((self._folder / f"{self._stem(number)}{end}").exists() for end in (".json", ".md"))

    def _taken(self, number: int) -> bool:
        """Whether this window could take the place for itself; where files can't be locked, windows share the first."""
        if fcntl is None or not self._folder.is_dir():
            return True
        path = self._folder / f".{self._stem(number)}.lock"
        try:
            lock = path.open("wb")
        except OSError:
            return True  # `keep` says what is wrong
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._lock = lock if os.path.samestat(os.fstat(lock.fileno()), path.stat()) else None
        except OSError:
            self._lock = None  # another window has it, or has just let it go
        if self._lock is None:
            lock.close()
        return self._lock is not None


class StillOpen(DeckError):
    """The editor came back at once, and its window may still write: the file stays."""

    def __init__(self, path: Path) -> None:
        what = f"the editor came back at once; what its window saves stays in {path}"
        super().__init__(what, "give `editor` in config.toml the flag that makes it wait")


def _read(path: Path) -> bytes | None:
    try:
        return plain_bytes(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise DeckError(f"the unsaved card in {path} can't be read: {error.strerror}") from error


def _unsaved(found: Any) -> Unsaved:
    """What was read, checked. Raises ValueError."""
    if not isinstance(found, dict) or not isinstance(texts := found.get("texts"), dict):
        raise ValueError
    if not all(isinstance(text, str) for text in texts.values()):
        raise ValueError
    return Unsaved(Kind(str(found.get("kind"))), bool(found.get("whole")), texts)
