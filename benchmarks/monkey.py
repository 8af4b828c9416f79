"""Keys typed ahead at random over all screens, with pauses, resizes and new days: nothing breaks, nothing rates alone.

Each thousand keys are a start of the app on the same home. The laws: the app goes on until it is left; what was
computed live is what the doctor computes from the log; where no key of 1 to 4 and no space was pressed, nothing was
rated. The ratio is starts in which a law was broken, over starts. `benchmarks/monkey.py 100000` is the long run.
"""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from measure import count, verdict
from textual.events import Key

from prep.config import Config
from prep.core.clock import DAY_MS, Moment
from prep.core.event import EventKind
from prep.errors import PrepError
from prep.paths import paths
from prep.store.doctor import examine
from prep.store.store import Store
from prep.tui.app import PrepApp

KEYS = (
    "enter y n m tab up down u U x b s r escape t h f c k question_mark p a o e d v pagedown pageup "
    "left right g left_square_bracket slash f2"
).split()
RATING = ["1", "2", "3", "4", "space"]
A_START = 1_000


class Hand:
    """A clock that the monkey moves."""

    def __init__(self) -> None:
        self.ms = 1_796_040_000_000

    def now(self) -> Moment:
        """The moment it was set to."""
        return Moment(self.ms)

    def awake(self) -> int:
        """The same, as a stopwatch counts it."""
        return self.ms


async def played(app: PrepApp, clock: Hand, chance: random.Random, keys: list[str]) -> None:
    """One start: the keys come in bursts, before the app can draw once."""
    app.run_editor = lambda words: None
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(A_START):
            if not app.is_running:
                return
            key = chance.choice(keys)
            app.post_message(Key(key, key if len(key) == 1 else None))
            if chance.random() < 0.1:
                await pilot.pause()
            if chance.random() < 0.01:
                await pilot.resize_terminal(chance.choice([20, 40, 60, 120]), chance.choice([8, 12, 20, 40]))
            if chance.random() < 0.01:
                clock.ms += DAY_MS
                app.look_at_day()
            clock.ms += chance.randrange(2_000)
        await pilot.pause()


def broken(home: Path, clock: Hand, chance: random.Random, keys: list[str]) -> str:
    """Which law one start has broken; empty when none was."""
    places = paths({"PREP_HOME": str(home)})
    with Store.open(places.database, clock, places.backups) as store:
        before = rated(store)
    app = PrepApp(places, Config(), clock)
    try:
        asyncio.run(played(app, clock, chance, keys))
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
        return f"{type(error).__name__}: {error}"
    if app.failure is not None:
        return str(app.failure)
    with Store.open(places.database, clock, places.backups) as store:
        if problems := examine(store):
            return f"the doctor says {problems[:2]}"
        if keys is KEYS and rated(store) != before:
            return "a rating that no key gave"
    return ""


def rated(store: Store) -> int:
    """Ratings in the log."""
    return sum(event.kind is EventKind.RATED for event in store.events())


def main() -> int:
    """Press n keys."""
    starts, chance, clock, found = max(1, count(4_000) // A_START), random.Random(20_261_201), Hand(), list[str]()
    with TemporaryDirectory() as folder:
        for number in range(starts):
            try:
                why = broken(Path(folder), clock, chance, KEYS if number % 2 else [*KEYS, *RATING])
            except PrepError as error:
                why = str(error)
            if why:
                found.append(why)
                print(f"start {number}: {why}", file=sys.stderr)
    return verdict("monkey", len(found) / starts, 0.0, starts * A_START)


if __name__ == "__main__":
    sys.exit(main())
