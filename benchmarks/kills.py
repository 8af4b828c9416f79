"""kill -9 at random moments of every command that writes: what was there is there, whole, and the doctor is content.

Each round begins with a copy of one home, runs one command and kills it within the time that the command takes. A first
start is among them; a migration is `power_cut.py`'s. Then every answer of before must be in
the log, the deck files must be whole, no half file may be left a minute later, and `prep doctor` must be content. The
ratio is rounds that aren't so, over rounds. `kill9.py` asks the same of an acknowledged rating.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from measure import count, home, prep, verdict

CARDS = "\n".join(f"## Why is {n} so? {{#card-{n}}}\n\nBecause of {n}.\n" for n in range(40))
DECK = f'# Deck\n\n```toml\ntopic = "deck"\n```\n\n{CARDS}'
UNNAMED = "\n## Which card has no id yet?\n\nThis one.\n"
COMMANDS: dict[str, tuple[str, ...]] = {
    "first start": ("due",),
    "ids": ("due",),
    "review": ("review", "--plain", "--topic", "deck"),
    "add": ("add", "-", "--topic", "deck"),
    "undo": ("undo",),
    "backup": ("backup",),
    "daily": ("backup", "--daily"),
    "restore": ("restore", "COPY"),
    "merge": ("merge", "OTHER"),
    "export": ("log", "--export", "out"),
    "rebuild": ("doctor", "--rebuild"),
}
INPUT = {"review": "\n\n\n3\n" * 20, "add": "## What was added? {#added}\n\nThis.\n"}


def run(environment: dict[str, str], *words: str, said: str = "") -> str:
    """One command, to its end."""
    return subprocess.run(prep(*words), env=environment, input=said, capture_output=True, text=True).stdout


def ids(environment: dict[str, str]) -> set[str]:
    """Every event of the log."""
    return {json.loads(line)["id"] for line in run(environment, "log", "--json").splitlines()}


def base(environment: dict[str, str]) -> tuple[Path, Path]:
    """A home with answers, a copy, another machine's log; beside it one that holds nothing but a deck."""
    live = Path(environment["PREP_HOME"])
    (live / "decks").mkdir(parents=True)
    (live / "decks" / "deck.md").write_text(DECK)
    for copy in ("other", "empty"):
        shutil.copytree(live, live.parent / copy)
    for folder in (live, live.parent / "other"):
        run(environment | {"PREP_HOME": str(folder)}, "review", "--plain", "--topic", "deck", said=INPUT["review"])
    for daily in (live / "backups").iterdir() if (live / "backups").exists() else ():
        daily.unlink()  # the daily one: each round makes its own
    run(environment, "backup")
    return live, live.parent / "empty"


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


def wrong(environment: dict[str, str], before: set[str]) -> str:
    """What isn't as it should be; empty when all is."""
    there = Path(environment["PREP_HOME"])
    long_ago = time.time() - 3_600
    for left in there.rglob(".prep-*"):
        os.utime(left, (long_ago, long_ago))
    lost = len(before - ids(environment))
    halves = [path.name for folder in (there, there / "backups") for path in folder.glob(".prep-*")]
    text = (there / "decks" / "deck.md").read_text()
    doctor = json.loads(run(environment, "doctor", "--json") or '{"ok": false, "problems": ["it said nothing"]}')
    found = [f"{lost} events are lost"] if lost else []
    found += [f"{halves} are left"] if halves else []
    found += [] if text.startswith(DECK[:200]) and "Because of 39." in text else ["the deck isn't whole"]
    return "; ".join(found + ([] if doctor["ok"] else doctor["problems"][:2]))


def main() -> int:
    """Kill n times, over all commands."""
    kills, chance, bad = count(60), random.Random(20_261_201), 0
    with home("kills") as environment:
        environment |= {"PREP_HOME": f"{environment['PREP_HOME']}/live"}
        live, empty = base(environment)
        before, (copy,) = ids(environment), (live / "backups").glob("*.db")
        hit = live.parent / "hit"
        hitting = environment | {"PREP_HOME": str(hit)}
        other = live.parent / "other" / "prep.db"
        places = {"COPY": str(hit / "backups" / copy.name), "OTHER": str(other), "out": str(hit / "out")}
        lasts = dict.fromkeys(COMMANDS, 0.0)
        for number in range(kills + len(COMMANDS)):
            name = list(COMMANDS)[number % len(COMMANDS)]
            shutil.rmtree(hit, ignore_errors=True)
            shutil.copytree(empty if name == "first start" else live, hit)
            if name == "ids":
                (hit / "decks" / "deck.md").write_text(DECK + UNNAMED)
            words = tuple(places.get(word, word) for word in COMMANDS[name])
            start = time.perf_counter()
            killed(hitting, name, words, chance.random() * lasts[name] if lasts[name] else 60)
            lasts[name] = lasts[name] or time.perf_counter() - start  # the first round of each runs to its end
            if why := wrong(hitting, set() if name == "first start" else before):
                bad += 1
                print(f"{name}: {why}", file=sys.stderr)
    return verdict("kills", bad / (kills + len(COMMANDS)), 0.0, kills)


if __name__ == "__main__":
    sys.exit(main())
