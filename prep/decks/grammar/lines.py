"""The lines of a deck file that lies on disk."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import overload

from prep.decks.files import read_file
from prep.decks.grammar.document import clean_lines
from prep.errors import DeckError


class LinesOnDisk(Sequence[str]):
    """Read when somebody asks for one; none where the file can't be read any more.

    A problem quotes its line, and of a thousand files few have one.
    """

    def __init__(self, path: str) -> None:
        self._path = path

    @cached_property
    def _lines(self) -> tuple[str, ...]:
        try:
            return clean_lines(read_file(Path(self._path)))
        except DeckError:
            return ()

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...
    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        return self._lines[at]
