"""All caches made again from a million events: seconds over 20, and peak memory over 1 GiB; the worse of the two.

rebuild.py [CARDS]      default 100,000; ten reviews a card
"""

from __future__ import annotations

import resource
import sys
import time

from measure import count, verdict
from scale import person
from scale.history import REVIEWS_A_CARD
from scale.place import copy

from prep.store.doctor import rebuild
from prep.store.store import Store

SECONDS = 20.0
MEBIBYTES = 1024.0


def peak() -> float:
    """The most memory that this process ever had, in MiB; Linux counts in KiB, macOS in bytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1024 * 1024 if sys.platform == "darwin" else 1024)


def main() -> int:
    """Rebuild a copy, once."""
    cards = count(100_000)
    with copy(person.folder(cards, REVIEWS_A_CARD * cards)) as place:
        made = peak()
        clock = person.Still(person.noon(person.today(place / "prep.db")))
        with Store.open(place / "prep.db", clock, place / "backups") as store:
            began = time.perf_counter()
            differing = rebuild(store)
            seconds = time.perf_counter() - began
    if differing:
        raise SystemExit(f"{differing} rows said something else than the log")
    figures = {"seconds": round(seconds, 1), "mebibytes": round(peak()), "before": round(made), "cards": cards}
    return verdict("rebuild", max(seconds / SECONDS, peak() / MEBIBYTES), 1.0, REVIEWS_A_CARD * cards, **figures)


if __name__ == "__main__":
    sys.exit(main())
