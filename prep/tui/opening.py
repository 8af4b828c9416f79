"""The way to an open library: what takes long happens in a thread, and the app says how far it is."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from prep.config import Config
from prep.core.clock import Clock
from prep.errors import PrepError
from prep.paths import Paths

if TYPE_CHECKING:  # the first frame is drawn without SQLAlchemy and the Markdown parser
    from prep.session.library.library import Library
    from prep.session.library.reader import DeckReader


PATIENCE_MS = 500
"""How long a key waits for another program that writes: a command may be patient, a screen that stands still looks
broken."""


class _Left(Exception):
    """The app has ended meanwhile."""


@dataclass(slots=True)
class Opening:
    """One start's reading of the decks: a stat a file, but minutes where a hundred thousand cards are new."""

    paths: Paths
    config: Config
    clock: Clock
    words: str = ""
    """How far it is, while it lasts: `reading 120 of 540 files`."""
    left: bool = False
    """Nobody waits any more."""
    _reader: DeckReader | None = None
    _read: bool = False
    _notices: list[str] = field(default_factory=list)

    def ahead(self) -> None:
        """In the thread: import the library, read the decks, and log what is new in them."""
        from prep.drills.catalog import by_card
        from prep.session.library.library import Library
        from prep.session.library.reader import DeckReader
        from prep.session.review import review  # noqa: F401  what the screens will import
        from prep.store import card_rows  # noqa: F401  what the first change of a deck will

        by_card()  # imports all drills, 60 ms that the first card's key row would wait
        with suppress(_Left, PrepError):  # the app's own thread meets the same error, and tells it
            self._reader = DeckReader(self.paths, self.config, self._told)
            self._reader.read()
            self._read = True
            if self._reader.parsed:
                self.words = "taking in what is new"
                with Library.open(self.paths, self.config, self.clock, self._reader) as library:
                    self._notices = library.store.notices
        self.words = ""

    def library(self) -> Library:
        """In the app's thread, to which its connection will belong. Raises PrepError."""
        from prep.session.library.library import Library

        library = Library.open(self.paths, self.config, self.clock, self._reader, PATIENCE_MS)
        library.store.notices = list(dict.fromkeys((*self._notices, *library.store.notices)))
        return library

    def _told(self, done: int, files: int) -> None:
        if self.left:
            raise _Left
        if not self._read:
            self.words = f"reading {done:,} of {files:,} files" if done else ""
