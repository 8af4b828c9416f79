"""Made-up decks, logs, settings, database bytes and keys, for so many minutes: no law is broken.

The laws are those of `tests/fuzz/`, each in its turn. What breaks one is made as short as it can be,
and kept in `tests/fuzz/kept/`, which the suite tries. `benchmarks/fuzz.py 60` takes an hour. The ratio is rounds that
broke a law, over rounds.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections import Counter

from measure import count, verdict

from tests.fuzz.law import Broken, tried
from tests.fuzz.test_fuzz import LAWS

AT_ONCE = 25


def main() -> int:
    """Try for n minutes."""
    end, tries, broken, turn = time.monotonic() + 60 * count(1), Counter[str](), 0, 0
    while time.monotonic() < end:
        law, turn = LAWS[turn % len(LAWS)], turn + 1
        many = AT_ONCE * law.few  # so that each has as much time as in the suite
        try:
            tried(law, many, seeded=False)
        except Broken as error:
            broken += 1
            traceback.print_exception(error)
        tries[law.name] += many
    return verdict("fuzz", broken / max(1, turn), 0.0, turn, **dict(tries))


if __name__ == "__main__":
    sys.exit(main())
