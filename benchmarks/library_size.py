"""Memory of the app's library with 100,000 cards read from their decks and a million reviews: MiB over 250.

library_size.py [CARDS]     default 100,000; ten reviews a card
"""

from __future__ import annotations

import gc
import sys
import time
from pathlib import Path

from measure import count, verdict
from rebuild import peak
from scale import history, person
from scale.place import copy, once

from prep.session.library.focus import EVERYTHING
from prep.session.review.desk import Desk

MEBIBYTES = 250.0


def now() -> float:
    """The memory that this process has now, in MiB; the peak where the system doesn't say."""
    status = Path("/proc/self/status")
    if not status.exists():
        return peak()
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def write(place: Path, cards: int) -> None:
    """The decks as files."""
    for name, text in history.decks(history.cards(cards)):
        (place / name).write_text(text, encoding="utf-8")


def main() -> int:
    """Open the library as the app does and lay the first card."""
    cards = count(100_000)
    made = person.folder(cards, history.REVIEWS_A_CARD * cards)
    decks = once(f"{cards}-decks", lambda place: write(place, cards))
    gc.collect()
    before = now()
    with copy(made) as place:
        began = time.perf_counter()
        with person.opened(place, decks) as library:
            Desk(library, EVERYTHING).next(())
            seconds, mebibytes, number = time.perf_counter() - began, now(), len(library.deck.cards)
    figures = {
        "mebibytes": round(mebibytes),
        "peak": round(peak()),
        "before": round(before),
        "seconds": round(seconds, 1),
    }
    return verdict("library-size", mebibytes / MEBIBYTES, 1.0, number, **figures)


if __name__ == "__main__":
    sys.exit(main())
