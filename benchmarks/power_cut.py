"""The power fails at any moment: what was acknowledged is there, and the doctor is content.

Each scenario (a first start with answers and checkpoints, a deck edit, a restore, a migration, a backup, a merge with
export) runs once under strace. Then images of the disk are made: cut at a random step, what wasn't flushed by then
kept, dropped or torn. Each image is opened, and must hold what the program had told by that step. The ratio is images
that don't, over images. Linux with strace only.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from measure import ROOT, count, verdict
from recorded import Recording, recorded

from prep.core.clock import Moment, study_day
from prep.core.event import EventDraft, EventKind, Rating
from prep.decks.files import write_file
from prep.errors import PrepError
from prep.exchange.logfile import export
from prep.store.backups.backup import backup
from prep.store.backups.check import check
from prep.store.backups.restore import restore
from prep.store.database.migrations import MIGRATIONS, migrate
from prep.store.doctor import examine
from prep.store.log.foreign import rows
from prep.store.store import Store

NOW = Moment(1_796_040_000_000, 60)
DECK = "# Deck\n\n" + "text\n" * 2_000


class Noon:
    """A clock that stands still."""

    def now(self) -> Moment:
        """Noon."""
        return NOW

    def awake(self) -> int:
        """Nobody measures an answer here."""
        return 0


def tell(**what: object) -> None:
    """Acknowledge."""
    os.write(1, json.dumps(what).encode() + b"\n")


def opened(home: Path) -> Store:
    """The store of a home."""
    return Store.open(home / "prep.db", Noon(), home / "backups")


def rate(store: Store, number: int) -> str:
    """One answer; its id, once it is acknowledged."""
    draft = EventDraft(EventKind.RATED, f"a/{number % 7}", rating=Rating.GOOD, due_day=21_000, body={"reps": number})
    return store.append([draft], NOW, study_day(NOW)).id


def review(home: Path) -> None:
    """A first start, answers, checkpoints, an undo."""
    with opened(home) as store:
        for number in range(24):
            tell(rated=rate(store, number))
            if number % 8 == 7:
                store.database.connection.execute("pragma wal_checkpoint(passive)")
        if undone := store.undo(NOW, study_day(NOW)):
            tell(rated=undone.action.id)
    with opened(home) as store:
        tell(rated=rate(store, 99))


def edit(home: Path) -> None:
    """A deck file, changed again and again."""
    before, file = None, home / "decks" / "deck.md"
    for number in range(6):
        text = f"{DECK}{number}\n"
        write_file(file, text, before)
        tell(deck=number)
        before = text


def putting_back(home: Path) -> None:
    """A restore, and answers after it."""
    (old,) = (home / "backups").glob("*.db")
    kept = restore(old, home / "prep.db", home / "backups", NOW)
    tell(restored=str(kept))
    with opened(home) as store:
        tell(rated=rate(store, 50))


def migrating(home: Path) -> None:
    """A database of the schema before."""
    with opened(home) as store:
        tell(rated=rate(store, 60))


def copying(home: Path) -> None:
    """Backups between answers."""
    with opened(home) as store:
        for number in range(3):
            tell(rated=rate(store, number))
            tell(copy=str(backup(home / "prep.db", home / "backups", NOW).relative_to(home)))


def merging(home: Path) -> None:
    """Another machine's log comes in, and all is exported."""
    with opened(home.parent / "other") as other:
        events = other.events()
    with opened(home) as store:
        store.merge(events)
        tell(merged=[event.id for event in events])
        (written,) = export(store.events(), home / "out")
        tell(exported=str(written.relative_to(home)))


SCENARIOS = {each.__name__: each for each in (review, edit, putting_back, migrating, copying, merging)}


def prepared(name: str, home: Path) -> set[str]:
    """What lies there before; the ids that were acknowledged long ago."""
    if name in ("review", "edit"):  # its very first start: not even the folder is there
        return set()
    if name == "migrating":
        return old_schema(home)
    with opened(home) as store:
        ids = {rate(store, number) for number in range(5)}
        if name == "putting_back":
            backup(home / "prep.db", home / "backups", NOW)
            ids |= {rate(store, number) for number in range(5, 10)}
    if name == "merging":
        with opened(home.parent / "other") as other:
            for number in range(300):
                rate(other, number)
    return ids


def old_schema(home: Path) -> set[str]:
    """A database whose events don't prove themselves yet."""
    home.mkdir()
    with closing(sqlite3.connect(home / "prep.db", isolation_level=None)) as driver:
        migrate(driver, MIGRATIONS[:7])
        columns = "id, action, device, at, wall, offset, day, kind, body"
        for at in range(40):
            row = (f"e{at}", f"e{at}", at, at)
            driver.execute(f"insert into event ({columns}) values (?, ?, 'd', ?, ?, 0, 0, 'measured', '{{}}')", row)
    return {f"e{at}" for at in range(40)}


def wrong(home: Path, before: set[str], told: list[dict[str, Any]], restoring: bool) -> str:
    """What is missing of what was told; empty when nothing is."""
    ids = set(before)
    for each in told:
        ids |= {each["rated"]} if "rated" in each else set(each.get("merged", ()))
    try:
        there: set[str] = set()
        if ids or (home / "prep.db").exists():
            with opened(home) as store:
                there = {event.id for event in store.events()}
                if problems := examine(store):
                    return f"the doctor says {problems[:2]}"
        return _lacking(home, ids, there, restoring) or _files(home, told)
    except (PrepError, OSError, ValueError) as error:
        return f"{type(error).__name__}: {error}"


def _lacking(home: Path, ids: set[str], there: set[str], restoring: bool) -> str:
    if restoring:
        for copy in (home / "backups").glob("prep-*.db"):
            there |= {str(columns["id"]) for _, columns, _ in rows(copy)}
    return f"{len(ids - there)} acknowledged answers are missing" if ids - there else ""


def _files(home: Path, told: list[dict[str, Any]]) -> str:
    """Decks, backups and exported logs that were told of are there, whole."""
    for each in told:
        if "copy" in each:
            check(home / str(each["copy"]))
        if "exported" in each and (home / str(each["exported"])).read_bytes().count(b"\n") < 300:
            return "the exported log isn't whole"
    edits = [each["deck"] for each in told if "deck" in each]
    if edits and (home / "decks" / "deck.md").read_text("utf-8") not in [f"{DECK}{n}\n" for n in range(edits[-1], 6)]:
        return "the deck isn't what was saved"
    return ""


def cut(name: str, recording: Recording, before: set[str], images: int, home: Path, chance: random.Random) -> int:
    """How many images of a scenario lack what was told. home: where it was recorded, for what the program told names
    paths there."""
    bad, first = 0, min((name.step for name in recording.names if name.step), default=0)
    for _ in range(images):
        step = chance.randint(first, recording.steps)
        told = [json.loads(line) for at, text in recording.said if at <= step for line in text.splitlines()]
        shutil.rmtree(home, ignore_errors=True)
        for path, data in recording.image(step, chance).items():
            if not path.endswith("-shm"):  # made anew by whoever comes first after a start of the machine
                Path(path).parent.mkdir(parents=True, exist_ok=True)
                Path(path).write_bytes(data)
        if why := wrong(home, before, told, name == "putting_back"):
            bad += 1
            print(f"{name}, step {step} of {recording.steps}: {why}", file=sys.stderr)
    return bad


def main() -> int:
    """Cut the power n times, over all scenarios."""
    if len(sys.argv) == 4 and sys.argv[1] == "scenario":
        vars(shutil)["_USE_CP_SENDFILE"] = False  # strace shows no bytes that the kernel copies itself
        SCENARIOS[sys.argv[2]](Path(sys.argv[3]))
        return 0
    images, chance, bad = count(300), random.Random(20_261_201), 0
    if shutil.which("strace") is None:
        print("power_cut needs strace; left out", file=sys.stderr)
        return verdict("power_cut", 0.0, 0.0, 0)
    for name in SCENARIOS:
        with TemporaryDirectory() as folder:
            home = Path(folder) / "disk" / "home"
            home.parent.mkdir()
            before = prepared(name, home)
            command, trace = [sys.executable, __file__, "scenario", name, str(home)], Path(folder) / "trace"
            recording = recorded(command, home.parent, trace, os.environ | {"PYTHONPATH": str(ROOT)})
            bad += cut(name, recording, before, images // len(SCENARIOS), home, chance)
    return verdict("power_cut", bad / images, 0.0, images)


if __name__ == "__main__":
    sys.exit(main())
