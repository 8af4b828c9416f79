"""A database that can only be read: everything in it is there to be seen, and what can't be done is told."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from prep.core.event import Rating
from prep.store.records import Synced
from tests.store.desk import Desk, question

NOBODY = 65_534

READER = """
import os, sys
from pathlib import Path
sys.path.insert(0, {root!r})
from prep.errors import StoreError
from prep.store.backups.backup import backup
from prep.store.doctor import examine
from prep.store.database.failure import failure
from tests.store.desk import Desk
warm = Desk(Path(sys.argv[2]))  # loads all that is loaded late, while the interpreter's own folder can be read
warm.rate("a/b")
examine(warm.store)
warm.store.close()
if os.geteuid() == 0:
    os.setgid({nobody})
    os.setuid({nobody})
desk = Desk(Path(sys.argv[1]))
print(len(desk.store.events()), desk.store.notices)
try:
    desk.rate("a/b")
except StoreError as error:
    print(error)
print(examine(desk.store))
print(backup(desk.file, Path(sys.argv[3]), desk.clock.now()).stat().st_size)
"""


@pytest.mark.skipif(os.name == "nt", reason="permissions of Windows are others")
@pytest.mark.parametrize("whole_folder", [False, True])
def test_a_read_only_database_can_be_read(tmp_path: Path, whole_folder: bool) -> None:
    """The log can be looked at, examined and backed up; a rating is refused in one sentence, and nothing is lost."""
    with tempfile.TemporaryDirectory() as home:
        Path(home).chmod(0o755)
        desk = Desk(Path(home) / "data")
        desk.rate("a/b")
        desk.sql("update state set reps = 99")
        desk.store.close()
        elsewhere = Path(home) / "backups"
        elsewhere.mkdir()
        elsewhere.chmod(0o777)
        desk.file.chmod(0o444)
        desk.folder.chmod(0o555 if whole_folder else 0o777)
        code = READER.format(root=str(Path(__file__).parents[2]), nobody=NOBODY)
        command = [sys.executable, "-c", code, str(desk.folder), str(tmp_path), str(elsewhere)]
        told = subprocess.run(command, capture_output=True, text=True, check=False)
        desk.folder.chmod(0o755)
    assert told.stderr == ""
    opened, refused, examined, copied = told.stdout.splitlines()
    assert opened.startswith("1 ")
    assert "nothing that you rate here can be saved" in opened
    assert "can't be written, so nothing was saved" in refused
    assert "reps is 99, the log says 1" in examined
    assert int(copied) > 0


ALONE = """
import os, sys
from pathlib import Path
sys.path.insert(0, {root!r})
from prep.errors import StoreError
from prep.store.backups.backup import backup
from prep.store.log.foreign import rows
from tests.store.desk import Desk, START
if os.geteuid() == 0:
    os.setgid({nobody})
    os.setuid({nobody})
file = Path(sys.argv[1])
for read in (lambda: list(rows(file)), lambda: Desk(file.parent), lambda: backup(file, file.parent, START)):
    try:
        print("read", read())
    except StoreError as error:
        print(error)
"""


@pytest.mark.skipif(os.name == "nt", reason="permissions of Windows are others")
def test_a_copy_with_its_write_ahead_log_on_a_read_only_medium(desk: Desk) -> None:
    """The newest answers are in the log beside it, which SQLite can't read there: a merge reads them in a copy, and who
    would open the file is told, instead of leaving them out."""
    desk.rate("a/b")
    with tempfile.TemporaryDirectory() as medium:
        for suffix in ("", "-wal"):
            shutil.copy(f"{desk.file}{suffix}", f"{medium}/prep.db{suffix}")
            Path(f"{medium}/prep.db{suffix}").chmod(0o444)
        Path(medium).chmod(0o555)
        code = ALONE.format(root=str(Path(__file__).parents[2]), nobody=NOBODY)
        command = [sys.executable, "-c", code, f"{medium}/prep.db"]
        told = subprocess.run(command, capture_output=True, text=True, check=False)
        Path(medium).chmod(0o755)
    lines = told.stdout.splitlines()
    assert (told.stderr, len(lines)) == ("", 3)
    assert lines[0].startswith("read ") and "a/b" in lines[0]
    assert all("prep.db-wal beside" in line and "holds the newest answers" in line for line in lines[1:])


def test_the_decks_of_a_database_that_can_only_be_read_are_as_it_knew_them(desk: Desk) -> None:
    """Opening a library syncs its decks: where nothing can be written, that writes nothing and refuses nothing."""
    desk.deal(question("a/b"))
    desk.store.database.writable = False
    before = desk.store.listing()
    assert desk.store.sync([], desk.clock.now(), desk.clock.day) == Synced()
    assert desk.store.listing() == before != []


def test_the_times_of_a_database_that_can_only_be_read_stay_as_they_were_capped(desk: Desk) -> None:
    """A setting that says otherwise doesn't keep the library from being opened."""
    desk.rate("a/b", ms=9_000)
    desk.store.database.writable = False
    desk.store.cap_answers(1_000)
    assert [on.ms for on in desk.store.days(0)] == [9_000]


def test_a_file_that_may_not_be_written_is_told_when_it_is_opened(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite itself would open it for reading without a word, and refuse the first rating."""
    desk.store.close()
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    desk.store = desk.open()
    assert "nothing that you rate here can be saved" in desk.store.notices[0]


@pytest.mark.parametrize("damage", ["stability = 1e-300", "phase = 'x'", "due_day = -5479"])
def test_a_damaged_row_that_cannot_be_mended_is_set_aside(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    """Where the file can only be read: it is told, the log says what its card's state is, the rest of the day's set is
    there."""
    desk.deal(question("a/b"), question("a/c", 1))
    desk.rate("a/b", Rating.EASY)
    desk.rate("a/c", Rating.EASY)
    state = desk.store.state("a/b")
    desk.sql(f"update state set {damage} where card = 'a/b'")
    desk.clock.forward(days=90)
    desk.store.close()
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    desk.store = desk.open()
    assert "the schedule of a/b is damaged: it is set aside" in desk.store.notices
    assert "a/c" in {row.card for row in desk.store.queue_rows(desk.clock.day, 0)}
    assert desk.store.state("a/b") == state
    assert next(listed.state for listed in desk.store.listing()) == state
