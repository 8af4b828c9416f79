"""Several processes, and processes that die."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

from prep.core.fold import fold_log
from prep.store.doctor import examine
from tests.store.desk import Desk

ROOT = Path(__file__).parents[2]
WRITER = """
import sys
from pathlib import Path
sys.path.insert(0, {root!r})
from tests.store.desk import Desk
desk = Desk(Path(sys.argv[1]))
desk.store.close()
desk.store = desk.open(busy_ms=20_000)
for n in range(int(sys.argv[2])):
    desk.rate(sys.argv[3] + str(n % 7))
    print("rated", n, flush=True)
"""


def writer(desk: Desk, ratings: int, card: str) -> subprocess.Popen[str]:
    """Another process that rates, and acknowledges each rating by a line."""
    code = WRITER.format(root=str(ROOT))
    return subprocess.Popen(
        [sys.executable, "-c", code, str(desk.folder), str(ratings), card], stdout=subprocess.PIPE, text=True
    )


def test_two_processes_lose_nothing(desk: Desk) -> None:
    """Both rate the same cards at once: every rating is in the log, and the caches are its fold."""
    writers = [writer(desk, 150, "a/") for _ in range(2)]
    assert [process.communicate()[0].count("rated") for process in writers] == [150, 150]
    events = desk.store.events()
    assert len(events) == 300
    assert len({event.at for event in events}) == 300
    assert {card: desk.store.state(card) for card in (f"a/{n}" for n in range(7))} == fold_log(events)
    assert examine(desk.store) == []


def test_a_killed_writer_loses_no_acknowledged_rating(desk: Desk) -> None:
    """Ten times kill -9 somewhere among the ratings: each acknowledged one is in the log, and the doctor is content."""
    chance, acknowledged = random.Random(7), 0
    for _ in range(10):
        process = writer(desk, 100_000, "a/")
        assert process.stdout is not None
        for _ in range(chance.randrange(1, 60)):
            assert process.stdout.readline().startswith("rated")
            acknowledged += 1
        process.kill()
        acknowledged += sum(line.endswith("\n") and line.startswith("rated") for line in process.stdout)
        process.wait()
        process.stdout.close()
        assert len(desk.store.events()) >= acknowledged
        acknowledged = len(desk.store.events())
    assert examine(desk.store) == []
