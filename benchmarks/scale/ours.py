"""What prep does at a review, in Anki's words, each timed at the key and with all its work."""

from __future__ import annotations

import time
from collections.abc import Callable

from prep.core.event import Rating
from prep.session.library.library import Library
from prep.session.review.review import Review
from prep.session.review.snapshot import ReviewStage
from prep.session.statistics.statistics import statistics
from prep.store.statistics.topic_recall import Outlooks


class Ours:
    """One word, one thing done; only that thing is timed."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.review = Review(library)
        self.words: dict[str, Callable[[], float]] = {
            "queue": lambda: timed(self.queue),
            "good": lambda: self.rate(Rating.GOOD),
            "again": lambda: self.rate(Rating.AGAIN),
            "undo": lambda: timed(self.undo),
            "kept": lambda: timed(lambda: statistics(self.library)),
            "anew": self.anew,
        }

    def __call__(self, verb: str) -> float:
        """Seconds."""
        return self.words[verb]()

    def queue(self) -> None:
        """The first card of a sitting, and the counts that the screen shows."""
        self.review = Review(self.library)
        self._count()

    def rate(self, rating: Rating) -> float:
        """Rate a card whose points were walked: until the next one lies there, with the counts."""
        self.review.reveal()
        self.review.mark(said=True)
        self.review.mark(said=False)
        assert self.review.stage is ReviewStage.RATE

        def at_the_key() -> None:
            self.review.rate(rating)
            self._count()

        return timed(at_the_key)

    def undo(self) -> None:
        """Take the newest answer back: its card lies there again, with the counts."""
        assert self.review.undo() is not None
        self._count()

    def anew(self) -> float:
        """A year's statistics with nothing kept, as the app makes them the first time after it was opened."""
        self.library.outlooks = Outlooks(self.library.store)
        return timed(lambda: statistics(self.library))

    def _count(self) -> None:
        assert self.review.progress.total and self.review.asked is not None


def timed(act: Callable[[], object]) -> float:
    """Seconds."""
    began = time.perf_counter()
    act()
    return time.perf_counter() - began
