"""Any bytes in the database and its write-ahead log: no event is made up without a word, nothing breaks, and what
salvage saves is true."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from hypothesis import strategies as st

from prep.core.event import Event
from prep.errors import PrepError
from prep.session.changes.salvaging import salvage
from prep.store.doctor import examine
from prep.store.store import Store
from tests.clock import HandClock
from tests.fuzz.law import Law
from tests.session.test_salvaging import places
from tests.store.desk import START, Desk

FILES = ("prep.db", "prep.db-wal")
HITS = st.tuples(
    st.sampled_from(FILES), st.sampled_from(["flip", "zero", "cut", "swap"]), st.integers(0, 1_000_000)
).map(list)
"""Which file, what is done, and where: in millionths of the file."""


@cache
def sound() -> tuple[Path, list[Event]]:
    """A home as a kill leaves it, and its log."""
    home = Path(mkdtemp())
    desk = Desk(home / "live")
    for number in range(60):
        desk.rate(f"a/{number % 20}", body={"said": ["x" * (number * 7)]})
        desk.clock.forward(minutes=1)
        if number == 30:
            desk.restart()
    shutil.copytree(home / "live", home / "home", ignore=shutil.ignore_patterns("*-shm"))
    events = desk.store.events()
    desk.store.close()
    return home / "home", events


def hit(file: Path, what: str, place: int) -> None:
    """Do it to the file."""
    data = bytearray(file.read_bytes())
    at = min(len(data) - 1, len(data) * place // 1_000_000)
    block = at // 512 * 512
    match what:
        case "flip":
            data[at] ^= 1 << place % 8
        case "zero":
            data[block : block + 512] = bytes(len(data[block : block + 512]))
        case "cut":
            del data[at:]
        case "swap":
            data[:512], data[block : block + 512] = data[block : block + 512], data[:512]
    file.write_bytes(data)


def holds(hits: list[list[object]]) -> None:
    """Read, examined, salvaged."""
    home, true = sound()
    with TemporaryDirectory() as folder:
        there = Path(folder, "home")
        shutil.copytree(home, there)
        for name, what, place in hits:
            if (file := there / str(name)).stat().st_size:
                hit(file, str(what), int(str(place)))
        problems, events = looked_at(there)
        assert problems or all(event in true for event in events)
        try:
            salvage(places(there), HandClock(START))
        except PrepError as error:
            assert str(error)
        else:
            problems, events = looked_at(there)
            assert problems or all(event in true for event in events)


def looked_at(home: Path) -> tuple[list[str], list[Event]]:
    """What the doctor says, and the log."""
    try:
        with Store.open(home / "prep.db", HandClock(START), home / "backups") as store:
            return [*examine(store), *store.notices], store.events()
    except (PrepError, ValueError) as error:
        return [str(error)], []


LAW = Law("database", st.lists(HITS, min_size=1, max_size=4), holds, few=15)
