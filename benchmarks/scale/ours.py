"""What prep does at a desk, in Anki's words, each timed by itself."""

from __future__ import annotations

import time
from collections.abc import Callable

from prep.core.event import Rating
from prep.session.changes import actions
from prep.session.library.focus import EVERYTHING
from prep.session.library.library import Library
from prep.session.review.desk import Desk
from prep.session.review.snapshot import Asked
from prep.session.statistics.statistics import statistics


class Ours:
    """One word, one thing done; only that thing is timed."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.desk = Desk(library, EVERYTHING)
        self.asked: Asked | None = None
        self.shown: list[str] = []
        self.later: list[float] = []
        """Seconds of what answers and undos leave to the moment in which the next card is being read."""
        self.words: dict[str, Callable[[], float]] = {
            "queue": self.queue,
            "next": self.next,
            "good": lambda: self.answer(Rating.GOOD),
            "again": lambda: self.answer(Rating.AGAIN),
            "undo": lambda: timed(lambda: actions.undo(self.library)),
            "graphs": lambda: timed(lambda: statistics(self.library)),
            "graphs anew": self.graphs_anew,
        }

    def __call__(self, verb: str) -> float:
        """Seconds."""
        return self.words[verb]()

    def queue(self) -> float:
        """The first card of a new sitting, after everything that is kept of the queue was thrown away."""
        self.library.store._due.forget()
        self.shown.clear()
        began = time.perf_counter()
        self.desk = Desk(self.library, EVERYTHING)
        self._lay()
        return time.perf_counter() - began

    def graphs_anew(self) -> float:
        """Statistics as the app makes them the first time after it was opened."""
        self.library.store.caches_changed()
        return self("graphs")

    def next(self) -> float:
        """The card that comes next, with what its buttons would do. While it is read, prep catches up."""
        seconds = timed(self._lay)
        self.later.append(timed(self.library.store.catch_up))
        return seconds

    def answer(self, rating: Rating) -> float:
        """Answer it: the body is as long as a review's."""
        assert self.asked is not None
        body: dict[str, object] = {
            "reps": self.asked.state.reps,
            "retention": self.library.config.retention,
            "suggested": int(rating),
            "said": ["grows"],
            "missed": ["flat"],
            "mode": "review",
            "recall": self.asked.recall or 0,
        }
        draft = self.asked.choice(rating).draft(self.asked.card.full_id, 9_000, body)
        self.shown.append(self.asked.card.full_id)
        return timed(lambda: actions.append(self.library, [draft]))

    def _lay(self) -> None:
        self.asked = self.desk.next(self.shown)


def timed(act: Callable[[], object]) -> float:
    """Seconds."""
    began = time.perf_counter()
    act()
    return time.perf_counter() - began
