"""Finding cards as they are typed, with 100,000 cards and a million reviews: the slowest query over its bound.

search.py [CARDS]     default 100,000; ten reviews a card. `sync` says how long the index of all texts took to make.
"""

from __future__ import annotations

import time

from measure import count, verdict
from scale import history, person
from scale.place import copy

from prep.core.query import query
from prep.session.library.search import Search

SECONDS = 0.05
QUERIES = ("c", "divides", "factor cas", "-case", "is:due", "is:new", "recall<0.8", "missed:grows", "topic:topic-2 var")
ROUNDS = 5


def main() -> int:
    """Median of a few rounds, each query."""
    cards = count(100_000)
    made = person.folder(cards, history.REVIEWS_A_CARD * cards)
    with copy(made) as place, person.library(place, cards) as library, Search(library) as search:
        began = time.perf_counter()
        search.find(query("case"))
        sync = time.perf_counter() - began
        slowest = max((median(search, text), text) for text in QUERIES)
    return verdict("search", slowest[0] / SECONDS, 1.0, ROUNDS, cards=cards, slowest=slowest[1], sync=round(sync, 2))


def median(search: Search, text: str) -> float:
    """Seconds."""
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        search.find(query(text))
        times.append(time.perf_counter() - began)
    return sorted(times)[ROUNDS // 2]


if __name__ == "__main__":
    raise SystemExit(main())
