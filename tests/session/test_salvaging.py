"""A damaged database: what is whole of it is saved, what isn't is named."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from prep.core.event import Event
from prep.paths import Paths, paths
from prep.session.changes.salvaging import salvage
from prep.store.backups.backup import backup
from prep.store.doctor import examine
from prep.store.store import Store
from tests.clock import HandClock
from tests.store.desk import Desk

PAGE = 4_096


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with thirty answers, the first ten of them in a backup; the last ten in the write-ahead log."""
    desk = Desk(tmp_path / "live")
    for number in range(30):
        desk.rate(f"a/{number}", body={"said": ["x" * 400]})
        desk.clock.forward(minutes=1)
        if number == 9:
            backup(desk.file, desk.backups, desk.clock.now())
        if number == 19:
            desk.restart()
    shutil.copytree(tmp_path / "live", tmp_path / "home", ignore=shutil.ignore_patterns("*-shm"))
    desk.store.close()
    return tmp_path / "home"


def places(home: Path) -> Paths:
    """As `PREP_HOME` makes them."""
    return replace(paths({"PREP_HOME": str(home)}), starter=home / "starter")


def overwrite(file: Path, old: bytes, new: bytes) -> None:
    """Everywhere in the file."""
    data = file.read_bytes()
    assert old in data
    file.write_bytes(data.replace(old, new))


def events(home: Path) -> list[Event]:
    """The log after it all; the doctor is content."""
    with Store.open(home / "prep.db", HandClock(), home / "backups") as store:
        assert examine(store) == []
        return store.events()


def cards(home: Path) -> list[str | None]:
    return [event.card for event in events(home)]


ALL = [f"a/{number}" for number in range(30)]


def test_a_whole_database_is_left_as_it_is(home: Path) -> None:
    """Nothing is written."""
    assert salvage(places(home), HandClock()) is None
    assert cards(home) == ALL


def test_what_a_backup_has_is_no_loss(home: Path) -> None:
    """A byte of the fifth answer has changed; the backup holds it."""
    overwrite(home / "prep.db", b"a/4", b"b/4")
    done = salvage(places(home), HandClock())
    assert done is not None and (done.read, done.joined, done.lost) == (29, 1, ())
    assert cards(home) == ALL
    assert done.kept is not None and done.kept.name.endswith("-damaged.db")


def test_what_nobody_has_is_named_with_its_time(home: Path) -> None:
    """The sixteenth and seventeenth answers came after the backup. The index of the order knows when."""
    before = events(home)
    for number in (15, 16):
        overwrite(home / "prep.db", f"a/{number}".encode(), b"a/@@")
    done = salvage(places(home), HandClock())
    assert done is not None and (done.read, done.joined) == (28, 0)
    (loss,) = done.lost
    assert (loss.events, loss.after, loss.before) == (2, before[15].at, before[16].at)
    assert cards(home) == [card for card in ALL if card not in ("a/15", "a/16")]


@pytest.mark.parametrize("page", [0, 1])
def test_a_page_that_everything_hangs_on(home: Path, page: int) -> None:
    """The file's header and schema, the root of the log: SQLite reads nothing any more, and no answer is lost."""
    data = bytearray((home / "prep.db").read_bytes())
    data[page * PAGE : (page + 1) * PAGE] = b"\xaa" * PAGE
    (home / "prep.db").write_bytes(data)
    (home / "prep.db-wal").unlink()
    done = salvage(places(home), HandClock())
    assert done is not None and done.lost == ()
    assert cards(home) == ALL[:20]


@pytest.mark.parametrize("at", [17, 32 + 24 + 9, 32 + 3 * (24 + PAGE) + 1_000])
def test_a_bit_of_the_write_ahead_log_takes_no_answer_along(home: Path, at: int) -> None:
    """Of its header, of its first page's, of a page: SQLite passes over all that follows, without a word. What proves
    itself comes back at the next start, and is told."""
    log = home / "prep.db-wal"
    data = bytearray(log.read_bytes())
    data[at] ^= 8
    log.write_bytes(data)
    with Store.open(home / "prep.db", HandClock(), home / "backups") as store:
        (told,) = store.notices
    assert "came back" in told and "lost" not in told
    assert cards(home) == ALL
    assert [path.read_bytes() for path in (home / "backups").glob("*-left.db-wal")] == [bytes(data)]


def test_the_last_answer_itself_is_told_where_it_cannot_be_saved(home: Path) -> None:
    """Its bytes in the write-ahead log have changed."""
    overwrite(home / "prep.db-wal", b"a/29", b"b/29")
    with Store.open(home / "prep.db", HandClock(), home / "backups") as store:
        assert any("1 event is lost" in told for told in store.notices)
    assert cards(home) == ALL[:29]


def test_an_answer_among_others_that_come_back_is_told_where_it_cannot_be_saved(home: Path) -> None:
    """Its bytes have changed wherever they stand in the write-ahead log."""
    overwrite(home / "prep.db-wal", b"a/25", b"b/25")
    with Store.open(home / "prep.db", HandClock(), home / "backups") as store:
        assert any("1 event is lost" in told for told in store.notices)
    assert cards(home) == [card for card in ALL if card != "a/25"]
