"""A review's keys, the day's queue and a year's statistics against Anki's own backend, on the same cards.

    against_anki.py [CARDS]     default 100,000, at least 1,000; ten reviews a card; 1,000 and 10,000 are measured too

The data are made once and kept in ~/.cache/prep-benchmarks. Rounds alternate, so that a noisy machine slows both;
ratios are of medians. Both sides use a write-ahead log with synchronous=FULL: an answer is on disk when it returns.
Each thing is timed at the key and with all its work: a rating until the next card lies there with its text, what its
buttons would do and the counts of the head; an undo until its card does. Nothing is deferred: `fsyncs` says how often
each side wrote through to the disk for ten ratings and for ten undos; a checkpoint that falls among them adds three.
One line for each thing, the worst against its bound last.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from measure import count, verdict
from scale import person, theirs
from scale.fsyncs import fsyncs
from scale.history import REVIEWS_A_CARD
from scale.ours import Ours
from scale.place import anki_python, copy

BOUNDS = {"queue": 1.0, "rate": 1.5, "undo": 1.5, "anew": 0.4, "kept": 0.1}
SIZES = (1_000, 10_000, 100_000)
FELT = {"anew": 100_000, "kept": 100_000}
"""Statistics are bounded from so many cards on; below, both take a few milliseconds."""
ROUNDS = 100
SELDOM = 10
"""Queue and statistics are asked once in so many rounds, and so many keys are pressed to count fsyncs."""
KEYS = {"good": "rate", "again": "rate"}

Side = Callable[[str], float]
Times = Mapping[str, list[float]]


def script(turn: int) -> list[str]:
    """What both sides do in one round: two answers, one of them taken back."""
    first = ["queue", "anew", "kept"] if turn % SELDOM == 0 else []
    return [*first, "again" if turn % 7 == 3 else "good", "good", "undo"]


def measure(sides: list[Side], rounds: int = ROUNDS) -> list[Times]:
    """Seconds of each thing, side by side; the first round warms both."""
    times: list[dict[str, list[float]]] = [defaultdict(list) for _ in sides]
    for turn in range(rounds + 1):
        for verb in script(turn):
            for side, found in zip(sides, times, strict=True):
                seconds = side(verb)
                if turn:
                    found[KEYS.get(verb, verb)].append(seconds)
    return [dict(found) for found in times]


def synced(side: Side, process: int) -> dict[str, int | None]:
    """How often a side writes through to the disk."""

    def press(verb: str) -> Callable[[], object]:
        return lambda: [side(verb) for _ in range(SELDOM)]

    return {"rate": fsyncs(process, press("good")), "undo": fsyncs(process, press("undo"))}


def together(cards: int, python: Path) -> list[dict[str, Any]]:
    """What each thing took on both sides, over its bound."""
    ours = person.folder(cards, REVIEWS_A_CARD * cards)
    with ExitStack() as open_:
        library = open_.enter_context(person.library(open_.enter_context(copy(ours)), cards))
        its = open_.enter_context(theirs.served(python, open_.enter_context(copy(theirs.folder(python, ours)))))
        said = its.settings
        if said["synchronous"] != 2 or said["journal_mode"] != "wal":
            raise SystemExit(f"Anki is not as durable as prep: {said}")
        side = Ours(library)
        its("queue")
        mine, other = measure([side, its])
        wrote, its_wrote = synced(side, os.getpid()), synced(its, its.id)
    found = []
    for name, bound in BOUNDS.items():
        if cards < FELT.get(name, 0):
            continue
        figures = {"cards": cards, "due": said["due"], "n": len(mine[name])}
        figures |= {"milliseconds": milliseconds(mine, name), "anki": milliseconds(other, name)}
        if name in wrote:
            figures |= {"fsyncs": wrote[name], "anki_fsyncs": its_wrote[name]}
        ratio = statistics.median(mine[name]) / statistics.median(other[name])
        found.append({"name": f"anki-{name}", "ratio": ratio, "bound": bound, **figures})
    return found


def milliseconds(times: Times, name: str) -> float:
    """The median."""
    return round(1000 * statistics.median(times[name]), 3)


def main() -> int:
    """Measure, print a line for each thing, the worst last."""
    most = count(SIZES[-1])
    if (python := anki_python()) is None:
        print(json.dumps({"name": "against-anki", "skipped": "Anki's backend can't be installed here"}))
        return 0
    sizes = [*(size for size in SIZES if size < most), most]
    found = [line for size in sizes for line in together(size, python)]
    return [verdict(**line) for line in sorted(found, key=lambda line: line["ratio"] / line["bound"])][-1]


if __name__ == "__main__":
    sys.exit(main())
