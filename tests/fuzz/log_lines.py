"""Any lines as another machine's log: what comes in leaves a log and caches that the doctor finds well."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import strategies as st

from prep.core.clock import study_day
from prep.core.event import EventKind
from prep.errors import PrepError
from prep.exchange.incoming import Incoming, entries
from prep.exchange.logfile import export
from prep.store.doctor import examine
from tests.fuzz.law import Law
from tests.store.desk import START, Desk

IDS = st.sampled_from(["e1", "e2", "e3", "", "é", "x" * 300])
NUMBERS = st.one_of(
    st.sampled_from([0, 1, 4, 5, -1, START.ms, START.ms + 1, study_day(START), 2**31, 2**53, 2**63, -(2**63), 0.5]),
    st.integers(),
    st.floats(),
)
VALUES = st.one_of(st.none(), st.booleans(), NUMBERS, st.text(max_size=8), st.lists(st.text(max_size=3), max_size=3))
GOOD: dict[str, Any] = {
    "action": "e1", "device": "d", "at": START.ms, "wall": START.ms, "offset": 60, "day": study_day(START),
    "card": "a/b", "rating": 3,
}  # fmt: skip
KEYS = st.sampled_from([*GOOD, "target", "ms", "due_day", "due_at", "recall", "said", "reps", "parameters", "proof"])
CHANGES = st.dictionaries(st.one_of(KEYS, st.text(max_size=6)), VALUES, max_size=3)
EVENTS = st.builds(
    lambda id, kind, changes: json.dumps(GOOD | {"id": id, "kind": kind} | changes),
    IDS,
    st.one_of(st.sampled_from([kind.value for kind in EventKind]), st.text(max_size=5)),
    CHANGES,
)
LINES = st.one_of(EVENTS, EVENTS.map(lambda text: text[:-3]), st.text(max_size=20), st.just("[" * 5_000))


def holds(lines: list[str]) -> None:
    """What came in goes out and comes in again as it was."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "log.jsonl")
        file.write_bytes("\n".join(lines).encode("utf-8", "surrogatepass"))
        desk = Desk(Path(folder, "home"))
        try:
            events = list(Incoming("log.jsonl").events(entries(file)))
            desk.store.merge(events)
            assert examine(desk.store) == []
            again = [
                e for path in export(desk.store.events(), Path(folder)) for e in Incoming("x").events(entries(path))
            ]
            assert sorted(again, key=lambda event: (event.at, event.id)) == desk.store.events()
        except PrepError as error:
            assert str(error)
        finally:
            desk.store.close()


LAW = Law("log-lines", st.lists(LINES, max_size=6), holds, few=25)
