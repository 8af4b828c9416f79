"""A card that is being written, kept beside the database at every key: no end of the app takes it away."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from prep.core.kind import USUAL, Kind
from prep.errors import DeckError
from prep.paths import Paths
from prep.plain_file import plain_bytes
from prep.whole_file import write_whole

FILE, IN_EDITOR = "unsaved.json", "unsaved.md"


@dataclass(frozen=True, slots=True)
class Unsaved:
    """The form as it stands."""

    kind: Kind
    whole: bool
    """The card is written as one Markdown text, not field by field."""
    texts: Mapping[str, str]
    """What stands in each field, by the field's name."""


def keep(paths: Paths, unsaved: Unsaved) -> None:
    """Keep it in one step, in the place of what was kept before. Raises DeckError."""
    kept = {"kind": unsaved.kind, "whole": unsaved.whole, "texts": dict(unsaved.texts)}
    try:
        paths.home.mkdir(parents=True, exist_ok=True)
        write_whole(paths.home / FILE, json.dumps(kept).encode())
    except OSError as error:
        hint = "save it before you leave this form"
        raise DeckError(f"the unsaved card can't be kept in {paths.home}: {error.strerror}", hint) from error


def forget(paths: Paths) -> None:
    """It was saved, or isn't wanted any more. Raises DeckError."""
    try:
        (paths.home / FILE).unlink(missing_ok=True)
    except OSError as error:
        raise DeckError(f"{paths.home / FILE} can't be removed: {error.strerror}") from error


def kept(paths: Paths) -> Unsaved | None:
    """What was being written when the app ended, in the form or in an editor; None if nothing was.

    Raises DeckError for what can't be read; it stays where it is.
    """
    found = _read(paths.home / FILE)
    try:
        unsaved = _unsaved(json.loads(found)) if found else None
        written = (_read(paths.home / IN_EDITOR) or b"").decode("utf-8")
    except (ValueError, RecursionError) as error:
        hint = f"rescue what you need from {FILE} and {IN_EDITOR} in {paths.home}, then remove them"
        raise DeckError("the unsaved card is damaged", hint) from error
    if not written.strip():
        return unsaved
    texts = {**(unsaved.texts if unsaved else {}), "markdown": written.rstrip("\n")}
    return Unsaved(unsaved.kind if unsaved else USUAL, True, texts)


def take_up(paths: Paths) -> Unsaved | None:
    """The same, now kept in one place: the editor it may have been in is gone. Raises DeckError."""
    if (unsaved := kept(paths)) is not None and (paths.home / IN_EDITOR).exists():
        keep(paths, unsaved)
        (paths.home / IN_EDITOR).unlink(missing_ok=True)
    return unsaved


class StillOpen(DeckError):
    """The editor came back at once, and its window may still write: the file stays."""

    def __init__(self, path: Path) -> None:
        what = f"the editor came back at once; what its window saves stays in {path}"
        super().__init__(what, "give `editor` in config.toml the flag that makes it wait")


@contextmanager
def in_editor(paths: Paths, text: str) -> Iterator[Path]:
    """A file for an editor, which outlives an app that ends meanwhile. Raises OSError."""
    path = paths.home / IN_EDITOR
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    try:
        yield path
    except StillOpen:
        raise
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    path.unlink(missing_ok=True)


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
