"""Anki's own backend on the same cards and reviews. Run by a Python that has `anki` (AGPL); imports nothing of prep.

anki_side.py make PREP_DB COLLECTION    the same cards, memories, dues and reviews
anki_side.py serve COLLECTION           one word a line on stdin, one JSON line back: {"seconds": …}
"""

from __future__ import annotations

import json
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

from anki.collection import Card, Collection  # the package can't be entered by anki.cards
from anki.scheduler.v3 import CardAnswer
from anki.scheduler_pb2 import QueuedCards

TODAY = 3_000
"""Anki counts days from the collection's birth: it is moved so that today is this one, however old the file."""
UNLIMITED = 9_999
LEAST_REMEMBERED = 7
"""Anki's review order "retrievability ascending": what prep does."""
STATES = """select s.card, s.phase, s.reps, s.lapses, s.stability, s.difficulty, s.due_day, s.last_day from state s
    join card c on c.id = s.card order by c.position"""
REVIEWS = """select at, card, rating, ms, due_day - day from event where kind = 'rated' order by at, id"""
NOTE = "insert into notes values (?, ?, ?, 0, -1, '', ?, ?, 0, 0, '')"
CARD = "insert into cards values (?, ?, 1, 0, 0, -1, ?, ?, ?, ?, 2500, ?, ?, 0, 0, 0, 0, ?)"
REVIEW = "insert into revlog values (?, ?, -1, ?, ?, 0, 0, ?, 1)"


def make(database: str, target: str) -> None:
    """Write the collection."""
    source = sqlite3.connect(database)
    today = source.execute("select max(day) + 1 from event where kind = 'rated'").fetchone()[0]
    states = source.execute(STATES).fetchall()
    ids = {row[0]: n for n, row in enumerate(states, 1)}
    col = Collection(target)
    col.set_config("fsrs", True)
    settings = col.decks.config_dict_for_deck_id(1)
    settings["new"] |= {"perDay": 10, "delays": [10.0]}
    settings["rev"] |= {"perDay": UNLIMITED, "maxIvl": 120}
    settings["reviewOrder"] = LEAST_REMEMBERED
    col.decks.save(settings)
    basic = col.models.by_name("Basic")
    assert basic is not None
    col.close()
    # By SQLite itself: a row through Anki's door takes 300 µs.
    with closing(sqlite3.connect(target)) as rows, rows:
        rows.executemany(NOTE, ((n, f"guid{n}", basic["id"], _fields(card), card) for card, n in ids.items()))
        rows.executemany(CARD, (_card(ids[row[0]], row, today) for row in states))
        rows.executemany(REVIEW, _reviews(source, ids))


def _fields(card: str) -> str:
    return f"What does the factor do in {card}?\x1fIt divides the logits, so that their variance stays one."


def _card(n: int, row: tuple[Any, ...], today: int) -> tuple[object, ...]:
    _, phase, reps, lapses, stability, difficulty, due, last = row
    if phase == "new":
        return n, n, 0, 0, n, 0, 0, 0, "{}"
    assert phase == "review", phase
    memory = json.dumps({"s": round(stability, 4), "d": round(difficulty, 3), "dr": 0.9})
    return n, n, 2, 2, due - today + TODAY, due - last, reps, lapses, memory


def _reviews(source: sqlite3.Connection, ids: dict[str, int]) -> Iterator[tuple[object, ...]]:
    newest = 0
    for at, card, rating, ms, interval in source.execute(REVIEWS):
        newest = max(at, newest + 1)
        yield newest, ids[card], rating, interval or -600, ms


def opened(path: str) -> Collection:
    """The collection, its birth moved."""
    col = Collection(path)
    assert col.db is not None
    col.db.execute("update col set crt = crt - ? * 86400", TODAY - col.sched.today)
    col.close()
    col = Collection(path)
    assert col.sched.today == TODAY, col.sched.today
    return col


class Served:
    """One word, one thing done; only that thing is timed."""

    def __init__(self, col: Collection) -> None:
        self.col = col
        self.queued: QueuedCards.QueuedCard | None = None
        self.words: dict[str, Callable[[], float]] = {
            "queue": self.queue,
            "good": lambda: self.answer(CardAnswer.GOOD),
            "again": lambda: self.answer(CardAnswer.AGAIN),
            "undo": lambda: timed(self.undo),
            "kept": self.graphs,
            "anew": self.graphs,
        }

    def queue(self) -> float:
        """The first card and the counts, after the queue was thrown away as any foreign write does."""
        assert self.col.db is not None
        self.col.db.execute("update col set mod = mod")
        return timed(self.next)

    def next(self) -> None:
        """The card that comes next: its text, as a reviewer shows it, what its buttons would do, and the counts."""
        queued = self.col.sched.get_queued_cards()
        assert queued.review_count
        self.queued = queued.cards[0]
        Card(self.col, backend_card=self.queued.card).question()

    def answer(self, rating: Any) -> float:
        """Answer it: until the next one is there, with the counts."""
        assert self.queued is not None
        card, states = self.col.get_card(self.queued.card.id), self.queued.states
        card.start_timer()

        def at_the_key() -> None:
            self.col.sched.answer_card(self.col.sched.build_answer(card=card, states=states, rating=rating))
            self.next()

        return timed(at_the_key)

    def undo(self) -> None:
        """Take the newest answer back: its card is there again, with the counts."""
        self.col.undo()
        self.next()

    def graphs(self) -> float:
        """A year's statistics."""
        return timed(lambda: self.col._backend.graphs(search="", days=365))

    def settings(self) -> dict[str, object]:
        """How durable it is, how much waits."""
        assert self.col.db is not None
        queued = self.col.sched.get_queued_cards()
        return {
            "synchronous": self.col.db.scalar("pragma synchronous"),
            "journal_mode": self.col.db.scalar("pragma journal_mode"),
            "due": queued.review_count,
            "new": queued.new_count,
        }


def timed(act: Callable[[], object]) -> float:
    """Seconds."""
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def serve(path: str) -> None:
    """Answer words until stdin ends."""
    served = Served(opened(path))
    print(json.dumps(served.settings()), flush=True)
    for line in sys.stdin:
        print(json.dumps({"seconds": served.words[line.strip()]()}), flush=True)
    served.col.close()


if __name__ == "__main__":
    make(*sys.argv[2:]) if sys.argv[1] == "make" else serve(sys.argv[2])
