"""kill -9 at random moments of every command that writes: what was there is there, whole, and the doctor is content.

Each round begins with a copy of one home, runs one command and kills it within the time that the command takes. A first
start, a migration and a salvage are among them. Then every answer of before must be in the log, the deck files must be
whole, no half file may be left a minute later, and `prep doctor` must be content. The ratio is rounds that aren't so,
over rounds. `kill9.py` asks the same of an acknowledged rating.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from measure import count, home, prep, verdict

from prep.core.clock import study_day
from prep.core.event import EventDraft, EventKind
from prep.store.database.migrations import COLUMNS, MIGRATIONS, PROVEN, migrate
from prep.store.log.foreign import rows
from prep.store.store import Store
from prep.system_clock import SystemClock

CARDS = "\n".join(f"## Why is {n} so? {{#card-{n}}}\n\nBecause of {n}.\n" for n in range(40))
DECK = f'# Deck\n\n```toml\ntopic = "deck"\n```\n\n{CARDS}'
UNNAMED = "\n## Which card has no id yet?\n\nThis one.\n"
COMMANDS: dict[str, tuple[str, ...]] = {
    "first start": ("due",),
    "migration": ("due",),
    "ids": ("due",),
    "review": ("review", "--plain", "--topic", "deck"),
    "add": ("add", "-", "--topic", "deck"),
    "undo": ("undo",),
    "redo": ("redo",),
    "release": ("release", "deck/card-39"),
    "plan": ("plan", "Larkfield", "--date", "6 weeks", "--topics", "deck"),
    "backup": ("backup",),
    "daily": ("backup", "--daily"),
    "restore": ("restore", "COPY"),
    "merge": ("merge", "OTHER"),
    "export": ("log", "--export", "OUT"),
    "sheet": ("sheet", "--html", "PAGE"),
    "demo": ("demo", "--new", "my.own"),
    "rebuild": ("doctor", "--rebuild"),
    "salvage": ("doctor", "--salvage"),
}
HOMES = {"first start": "empty", "migration": "aged", "redo": "undone", "salvage": "torn"}
"""What a command begins with, unless it is the home with answers."""
INPUT = {"review": "\n\n\n3\n" * 20, "add": "## What was added? {#added}\n\nThis.\n"}


def run(environment: dict[str, str], *words: str, said: str = "") -> str:
    """One command, to its end."""
    return subprocess.run(prep(*words), env=environment, input=said, capture_output=True, text=True).stdout


def ids(database: Path) -> set[str]:
    """Every event of the log."""
    return {str(columns["id"]) for _, columns, _ in rows(database)}


def base(environment: dict[str, str]) -> Path:
    """A home with answers and a copy; beside it what the other rounds begin with, and another machine's log."""
    live = Path(environment["PREP_HOME"])
    (live / "decks").mkdir(parents=True)
    (live / "decks" / "deck.md").write_text(DECK)
    for copy in ("other", "empty"):
        shutil.copytree(live, live.parent / copy)
    for folder in (live, live.parent / "other"):
        run(environment | {"PREP_HOME": str(folder)}, "review", "--plain", "--topic", "deck", said=INPUT["review"])
    suspend(live, "deck/card-39")
    for daily in (live / "backups").iterdir() if (live / "backups").exists() else ():
        daily.unlink()  # the daily one: each round makes its own
    run(environment, "backup")
    for copy in ("aged", "undone", "torn"):
        shutil.copytree(live, live.parent / copy)
    age(live / "prep.db", live.parent / "aged" / "prep.db")
    run(environment | {"PREP_HOME": str(live.parent / "undone")}, "undo")
    with (live.parent / "torn" / "prep.db").open("rb+") as file:
        file.truncate(file.seek(0, os.SEEK_END) // 2)
    return live


def suspend(live: Path, card: str) -> None:
    """As the app does."""
    clock = SystemClock()
    with Store.open(live / "prep.db", clock, live / "backups") as store:
        now = clock.now()
        store.append([EventDraft(EventKind.HELD, card, due_day=2**31)], now, study_day(now))


def age(new: Path, old: Path) -> None:
    """The same log and caches in a database of the schema before events proved themselves."""
    old.unlink()
    with closing(sqlite3.connect(old, isolation_level=None)) as driver:
        migrate(driver, MIGRATIONS[: MIGRATIONS.index(PROVEN)])
        driver.execute("attach ? as new", (str(new),))
        driver.execute(f"insert into event ({COLUMNS}) select {COLUMNS} from new.event")
        for table in ("state", "card", "day", "point", "alias", "dead", "meta"):
            driver.execute(f"insert into {table} select * from new.{table}")


def killed(environment: dict[str, str], name: str, words: tuple[str, ...], seconds: float) -> None:
    """Start the command and kill it then."""
    process = subprocess.Popen(
        prep(*words), env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    assert process.stdin
    try:
        process.stdin.write(INPUT.get(name, "").encode())
        process.stdin.close()
    except BrokenPipeError:
        pass
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()


def wrong(environment: dict[str, str], before: set[str], torn: bool) -> str:
    """What isn't as it should be; empty when all is. torn: the killed command was to mend the file, so one that runs to
    its end comes first."""
    there = Path(environment["PREP_HOME"])
    long_ago = time.time() - 3_600
    for left in there.rglob(".prep-*"):
        os.utime(left, (long_ago, long_ago))
    if torn:
        run(environment, "doctor", "--salvage")
    doctor = json.loads(run(environment, "doctor", "--json") or '{"ok": false, "problems": ["it said nothing"]}')
    lost = len(before - ids(there / "prep.db"))
    halves = [path.name for folder in (there, there / "backups") for path in folder.glob(".prep-*")]
    text = (there / "decks" / "deck.md").read_text()
    found = [f"{lost} events are lost"] if lost else []
    found += [f"{halves} are left"] if halves else []
    found += [] if text.startswith(DECK[:200]) and "Because of 39." in text else ["the deck isn't whole"]
    return "; ".join(found + ([] if doctor["ok"] else doctor["problems"][:2]))


def begun(live: Path, name: str, hit: Path) -> set[str]:
    """Make the home that a command is to hit; the events in it."""
    shutil.rmtree(hit, ignore_errors=True)
    shutil.copytree(live.parent / HOMES.get(name, "live"), hit)
    if name == "ids":
        (hit / "decks" / "deck.md").write_text(DECK + UNNAMED)
    return set() if name == "first start" else ids(live / "prep.db")


def main() -> int:
    """Kill n times, over all commands."""
    kills, chance, bad = count(60), random.Random(20_261_201), 0
    with home("kills") as environment:
        environment |= {"PREP_HOME": f"{environment['PREP_HOME']}/live"}
        live = base(environment)
        (copy,) = (live / "backups").glob("*.db")
        hit = live.parent / "hit"
        hitting = environment | {"PREP_HOME": str(hit)}
        places = {"COPY": hit / "backups" / copy.name, "OTHER": live.parent / "other" / "prep.db"}
        places |= {"OUT": hit / "out", "PAGE": hit / "page.html"}
        lasts = dict.fromkeys(COMMANDS, 0.0)
        for number in range(kills + len(COMMANDS)):
            name = list(COMMANDS)[number % len(COMMANDS)]
            before = begun(live, name, hit)
            words = tuple(str(places.get(word, word)) for word in COMMANDS[name])
            start = time.perf_counter()
            killed(hitting, name, words, chance.random() * lasts[name] if lasts[name] else 60)
            lasts[name] = lasts[name] or time.perf_counter() - start  # the first round of each runs to its end
            if why := wrong(hitting, before, name == "salvage"):
                bad += 1
                print(f"{name}: {why}", file=sys.stderr)
    return verdict("kills", bad / (kills + len(COMMANDS)), 0.0, kills)


if __name__ == "__main__":
    sys.exit(main())
