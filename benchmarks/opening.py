"""Opening the library with 100,000 cards and a million reviews: seconds over 3, where prep has read the decks before.

The ratio is of the processor's seconds, which a busy machine leaves nearly as they are: nothing is waited for.

opening.py [CARDS]     default 100,000. Told beside it: the first opening, which parses every file, and MiB of both
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

from library_size import now, write
from measure import count, verdict
from rebuild import peak
from scale import history, person
from scale.place import copy, once

from prep.session.library.focus import EVERYTHING
from prep.session.review.desk import Desk

SECONDS = 3.0
TIMES = 5


def once_opened(place: Path, decks: Path) -> dict[str, float]:
    """Until the first card lies on the desk, in this process; imports aside."""
    began, worked = time.perf_counter(), time.process_time()
    with person.opened(place, decks) as library:
        Desk(library, EVERYTHING).next(())
        seconds = {"seconds": time.perf_counter() - began, "processor": time.process_time() - worked}
        return seconds | {"mebibytes": now(), "peak": peak()}


def opened(place: Path, decks: Path) -> dict[str, float]:
    """The same in a process of its own, as each start of prep is."""
    words = [sys.executable, __file__, "open", str(place), str(decks)]
    told: dict[str, float] = json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout)
    return told


def main() -> int:
    """One opening without a cache, then some with."""
    cards = count(100_000)
    made = person.folder(cards, history.REVIEWS_A_CARD * cards)
    decks = once(f"{cards}-decks", lambda place: write(place, cards))
    with copy(made) as place:
        first, *rest = [opened(place, decks) for _ in range(1 + TIMES)]
    warm = min(rest, key=lambda told: told["processor"])
    figures = {f"first_{name}": round(value, 1) for name, value in first.items()}
    figures |= {name: round(value, 2) for name, value in warm.items()}
    return verdict("opening", warm["processor"] / SECONDS, 1.0, cards, **figures)


if __name__ == "__main__":
    if sys.argv[1:2] == ["open"]:
        print(json.dumps(once_opened(Path(sys.argv[2]), Path(sys.argv[3]))))
    else:
        sys.exit(main())
