"""Day's queue, next card, answer, undo and a year's statistics against Anki's own backend, on the same cards.

    against_anki.py [CARDS]     default 100,000, at least 1,000; ten reviews a card

The data are made once and kept in ~/.cache/prep-benchmarks. Rounds alternate, so that a noisy machine slows both;
ratios are of medians. Both sides use a write-ahead log with synchronous=FULL: an answer is on disk when it returns.
What prep's answers and undos leave to be done while the next card is being read is timed apart ("later"). A next card
is one with its text and its buttons, in both. Statistics are asked in the midst of answers; what prep takes for the
first ones after it was opened stands beside it ("anew"). One line for each thing, the worst against its bound last;
prep's own cost at 1,000 and 10,000 cards stands beside it.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path

from measure import count, verdict
from scale import person, theirs
from scale.history import REVIEWS_A_CARD
from scale.ours import Ours
from scale.place import anki_python, copy

BOUNDS = {"queue": 0.5, "next": 1.0, "answer": 1.0, "undo": 1.0, "graphs": 0.25}
ROUNDS = 100
SMALLER = (1_000, 10_000)
SELDOM = 10
"""Queue and statistics are asked once in so many rounds."""
VERB = {"good": "answer", "again": "answer"}

Side = Callable[[str], float]
Times = Mapping[str, list[float]]


def script(turn: int) -> list[str]:
    """What both sides do in one round: two answers, one of them taken back."""
    first = ["queue", "graphs"] if turn % SELDOM == 0 else []
    return [*first, "again" if turn % 7 == 3 else "good", "next", "good", "next", "undo", "next"]


def measure(sides: list[Side], rounds: int = ROUNDS) -> list[Times]:
    """Seconds of each thing, side by side; the first round warms both."""
    times: list[dict[str, list[float]]] = [defaultdict(list) for _ in sides]
    for turn in range(rounds + 1):
        for verb in script(turn):
            for side, found in zip(sides, times, strict=True):
                seconds = side(verb)
                if turn:
                    found[VERB.get(verb, verb)].append(seconds)
    return [dict(found) for found in times]


def milliseconds(times: Times, name: str) -> float:
    """The median."""
    return round(1000 * statistics.median(times[name]), 3)


def alone(cards: int, reviews: int) -> Times:
    """prep's own times at another size."""
    with copy(person.folder(cards, reviews)) as place, person.library(place, cards) as library:
        return measure([Ours(library)])[0]


def together(cards: int, reviews: int, python: Path) -> tuple[Times, Times, object]:
    """prep's times, Anki's times, and how many cards were due."""
    ours = person.folder(cards, reviews)
    with ExitStack() as open_:
        library = open_.enter_context(person.library(open_.enter_context(copy(ours)), cards))
        its = open_.enter_context(theirs.served(python, open_.enter_context(copy(theirs.folder(python, ours)))))
        said = its.settings
        if said["synchronous"] != 2 or said["journal_mode"] != "wal":
            raise SystemExit(f"Anki is not as durable as prep: {said}")
        side = Ours(library)
        mine, other = measure([side, its])
        mine = {**mine, "later": side.later, "graphs anew": [side("graphs anew") for _ in range(SELDOM)]}
        return mine, {**other, "next without text": its.bare}, said["due"]


def main() -> int:
    """Measure, print a line for each thing, the worst last."""
    cards = count(100_000)
    reviews = REVIEWS_A_CARD * cards
    if (python := anki_python()) is None:
        print(json.dumps({"name": "against-anki", "skipped": "Anki's backend can't be installed here"}))
        return 0
    smaller = {size: alone(size, REVIEWS_A_CARD * size) for size in SMALLER if size < cards}
    mine, its, due = together(cards, reviews, python)
    worst = max(BOUNDS, key=lambda name: statistics.median(mine[name]) / statistics.median(its[name]) / BOUNDS[name])
    for name in [name for name in BOUNDS if name != worst] + [worst]:
        ratio = statistics.median(mine[name]) / statistics.median(its[name])
        by_size = {str(size): milliseconds(times, name) for size, times in smaller.items()}
        figures = {"milliseconds": milliseconds(mine, name), "anki": milliseconds(its, name), "by_size": by_size}
        if name == "next":
            figures["anki_without_text"] = milliseconds(its, "next without text")
        if name in ("answer", "undo"):
            figures["later"] = milliseconds(mine, "later")
        if name == "graphs":
            figures["anew"] = milliseconds(mine, "graphs anew")
        last = verdict(f"anki-{name}", ratio, BOUNDS[name], len(mine[name]), cards=cards, due=due, **figures)
    return last


if __name__ == "__main__":
    sys.exit(main())
