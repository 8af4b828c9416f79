"""How a person's decks are read: which folders, and what is kept of them from one start to the next."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from prep.config import Config
from prep.core.problem import Problem
from prep.decks.reading.cache import ParseCache, stamp
from prep.decks.reading.read import Folder, Progress, read_decks
from prep.decks.reading.reading import Reading
from prep.paths import Paths
from prep.session.library.demo_names import known_demos


class DeckReader:
    """Reads the decks as they are now; a file that hasn't changed since is only looked at."""

    def __init__(self, paths: Paths, config: Config, progress: Progress = lambda done, files: None) -> None:
        """progress: told before each file; what it raises ends the reading."""
        self._paths = paths
        self._config = config
        self._progress = progress
        self._cache: ParseCache | None = None

    @property
    def folders(self) -> tuple[Folder, ...]:
        """Where decks are read from, the starter deck first: a user's card replaces its twin there."""
        own = (self._paths.decks, *self._config.deck_folders)
        return (Folder(self._paths.starter, shipped=True), *(Folder(path) for path in own if path.exists()))

    @property
    def parsed(self) -> int:
        """How many files have been parsed: new or changed ones."""
        return self._cache.parsed if self._cache else 0

    def read(self) -> Reading:
        """All decks. Never raises, but for what `progress` raises."""
        known = known_demos(self._paths.demos)
        if self._cache is None or self._cache.stamp != stamp(known):
            self._cache = ParseCache(self._paths.cache / "decks", stamp(known))
        with _no_garbage():
            return read_decks(self.folders, known, cache=self._cache, progress=self._progress)

    def give_ids(self, reading: Reading, known: Callable[[str], bool]) -> tuple[Problem, ...]:
        """Write ids into the person's own files whose cards lack them; the files that can't be written.

        No id is given that another card of the reading has, or that is `known`.
        """
        from prep.decks.writing.ids import give_ids  # seldom needed, and it brings the parser

        taken = {card.full_id for card in reading.deck.cards} | set(reading.withheld)
        names = {Path(problem.path): problem.file for problem in reading.pressing if problem.rule == "no-id"}
        problems: list[Problem] = []
        for path, name in names.items():
            if any(path.is_relative_to(folder.path) for folder in self.folders if not folder.shipped):
                giving = give_ids(path, lambda full: full in taken or known(full))
                taken.update(given.full_id for given in giving.given)
                problems += [replace(problem, file=name) for problem in giving.problems]
        return tuple(problems)


@contextmanager
def _no_garbage() -> Iterator[None]:
    """A deck is read without looking for garbage: reading makes none, and looking takes as long as the reading."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
