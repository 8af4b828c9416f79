"""One bit flips anywhere in the database or its write-ahead log: it harms nothing, or is found and mended, and what is
lost is named.

Each round copies a home with a log, a backup of its first half and a write-ahead log that holds the newest answers,
flips one bit of one file, and opens it. The doctor then says what is wrong. If it says nothing, the log must be as it
was; else opening, rebuilding or salvage must bring it back, all but the events that are named as lost, and the doctor
must be content. The ratio is silent changes over flips.
"""

from __future__ import annotations

import random
import re
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from measure import count, verdict

from prep.core.clock import DAY_MS, Moment, study_day
from prep.core.event import Event, EventDraft, EventKind, Rating
from prep.errors import StoreError
from prep.paths import Paths, paths
from prep.session.changes.salvaging import salvage
from prep.store.backups.backup import backup
from prep.store.doctor import examine, rebuild
from prep.store.store import Store

BEGIN = Moment(1_796_040_000_000, 60)
ANSWERS = 400
FILES = ("prep.db", "prep.db", "prep.db-wal")
"""Which one is hit: the database twice as often."""


class Later:
    """A clock that goes on by a minute each time."""

    def __init__(self) -> None:
        self.moment = BEGIN

    def now(self) -> Moment:
        """The next minute."""
        self.moment = self.moment.later(60_000)
        return self.moment

    def awake(self) -> int:
        """Nobody measures an answer here."""
        return 0


def places(home: Path) -> Paths:
    """As `PREP_HOME` makes them."""
    return replace(paths({"PREP_HOME": str(home)}), starter=home / "starter")


def rate(store: Store, clock: Later, number: int) -> None:
    """One answer, with a body of its own."""
    body = {"reps": number, "said": [f"point-{number % 7}"] * (number % 5 if number % 50 else 700)}
    due = study_day(clock.moment) + number % 30
    card, rating = f"topic/card-{number % 90}", Rating(1 + number % 4)
    draft = EventDraft(EventKind.RATED, card, rating=rating, due_day=due, body=body)
    store.append([draft], clock.now(), study_day(clock.moment))


def made(home: Path, clock: Later) -> list[Event]:
    """A home as a kill leaves it; the events that were acknowledged."""
    at = places(home / "live")
    with Store.open(at.database, clock, at.backups) as store:
        for number in range(ANSWERS // 2):
            rate(store, clock, number)
        backup(at.database, at.backups, clock.now())
    store = Store.open(at.database, clock, at.backups)
    for number in range(ANSWERS // 2, ANSWERS):
        rate(store, clock, number)
        if number == ANSWERS * 3 // 4:
            store.database.connection.execute("pragma wal_checkpoint(passive)")
    shutil.copytree(home / "live", home / "sound", ignore=shutil.ignore_patterns("*-shm"))
    events = store.events()
    store.close()
    return events


def examined(at: Paths, clock: Later, mend: bool = False) -> tuple[list[str], list[Event]]:
    """What the doctor says, and the log; mend: after a rebuild."""
    try:
        with Store.open(at.database, clock, at.backups) as store:
            if mend:
                rebuild(store)
            problems = [*examine(store), *store.notices]
            return problems, store.events()
    except (StoreError, ValueError) as error:
        return [str(error)], []


def flipped(home: Path, clock: Later, true: list[Event], chance: random.Random) -> str:
    """What came of one flip: harmless, mended, saved whole, saved with a loss that was named, or silent."""
    shutil.rmtree(home / "hit", ignore_errors=True)
    shutil.copytree(home / "sound", home / "hit")
    at = places(home / "hit")
    file = home / "hit" / chance.choice(FILES)
    data = bytearray(file.read_bytes())
    place = chance.randrange(len(data) * 8)
    data[place // 8] ^= 1 << place % 8
    file.write_bytes(data)
    problems, log = examined(at, clock)
    if log == true:
        if not problems:
            return "harmless"
        if examined(at, clock, mend=True) == ([], true):
            return "mended"
    elif not problems:
        return f"silent: bit {place} of {file.name}"
    return saved(at, clock, true, f"bit {place} of {file.name}: {problems}")


def saved(at: Paths, clock: Later, true: list[Event], what: str) -> str:
    """What salvage brings back."""
    told = re.search(r"(\d+) events? (?:is|are) lost", what)
    done = salvage(at, clock)
    problems, log = examined(at, clock)
    lost = sum(loss.events for loss in done.lost) if done else int(told[1]) if told else 0
    missing = len({event.id for event in true} - {event.id for event in log})
    if problems or missing > lost or any(event not in true for event in log):
        return f"silent: {what}: {problems[:2]}, {missing} missing, {lost} named"
    if lost > missing:
        return "saved with more named than was lost"
    return "saved with a loss that was named" if lost else "saved whole"


def main() -> int:
    """Flip n bits."""
    flips, chance, clock = count(300), random.Random(20_261_201), Later()
    with TemporaryDirectory() as folder:
        true = made(Path(folder), clock)
        assert len(true) == ANSWERS and BEGIN.ms + DAY_MS > clock.moment.ms
        came = [flipped(Path(folder), clock, true, chance) for _ in range(flips)]
    silent = [what for what in came if what.startswith("silent")]
    for what in silent:
        print(what, file=sys.stderr)
    kinds = {what.replace(" ", "_"): came.count(what) for what in sorted({*came} - {*silent})}
    further: dict[str, object] = {**kinds}
    return verdict("bit_flips", len(silent) / flips, 0.0, flips, **further)


if __name__ == "__main__":
    sys.exit(main())
