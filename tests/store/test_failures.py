"""The world outside fails: one sentence, what to do, and nothing half saved."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from prep.errors import StoreError
from prep.store.database.connection import Database
from prep.store.database.failure import failure
from prep.store.doctor import examine
from prep.store.log.foreign import rows
from tests.store.desk import Desk, question


def test_a_locked_database(desk: Desk) -> None:
    """Another writer holds it: after the wait it says so, and the next try works."""
    other = sqlite3.connect(desk.file, isolation_level=None)
    other.execute("begin immediate")
    with pytest.raises(StoreError, match="in use by another program") as caught:
        desk.rate("a/b")
    assert "nothing was changed" in caught.value.hint
    other.execute("rollback")
    other.close()
    desk.rate("a/b")
    assert len(desk.store.events()) == 1


def test_a_full_disk(desk: Desk) -> None:
    """The rating that found no room is not there, no state moved, and with room it goes through."""
    desk.rate("a/b")
    driver = desk.store.database.connection
    pages = driver.execute("pragma page_count").fetchone()[0]
    driver.execute(f"pragma max_page_count = {pages}")
    with pytest.raises(StoreError, match="disk is full, so nothing was saved") as caught:
        desk.deal(*(question(f"a/{'long' * 50}{i}", i) for i in range(200)))
    assert "make room" in caught.value.hint
    assert len(desk.store.events()) == 1
    driver.execute("pragma max_page_count = 1000000")
    desk.rate("a/b")
    assert examine(desk.store) == []


@pytest.mark.parametrize(
    "content", [b"not a database at all, just text\n" * 300, b"SQLite format 3\0" + b"\xff" * 9_000]
)
def test_a_damaged_database(desk: Desk, content: bytes) -> None:
    """A file that is none, or broken, is named together with the way back."""
    desk.store.close()
    desk.file.write_bytes(content)
    with pytest.raises(StoreError, match=r"is damaged|is no database") as caught:
        desk.open()
    assert "prep restore" in caught.value.hint
    desk.file.unlink()
    desk.store = desk.open()


def test_damage_in_the_middle(desk: Desk) -> None:
    """A page overwritten in a file that still opens is a sentence too, and the doctor finds it."""
    desk.deal(*(question(f"a/{i}", i) for i in range(400)))
    desk.store.close()
    content = bytearray(desk.file.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 20_000] = b"\xaa" * 20_000
    desk.file.write_bytes(content)
    with desk.open() as store:
        told = examine(store)
    assert "the file is damaged" in told[0]
    desk.file.unlink()
    desk.store = desk.open()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    """A file where the folder should be: the place is named."""
    (tmp_path / "data").write_text("in the way")
    with pytest.raises(StoreError, match="data"):
        Desk(tmp_path / "data" / "deeper")


def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    """The first run makes its folders."""
    desk = Desk(tmp_path / "a" / "b")
    desk.rate("a/b")
    desk.store.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps an open file where it is")
@pytest.mark.parametrize("replaced", [False, True])
def test_a_file_that_goes_while_it_is_open_takes_no_answer_along(desk: Desk, tmp_path: Path, replaced: bool) -> None:
    """A sync service has removed it, or put another in its place: the rating is refused instead of written where nobody
    will find it."""
    desk.rate("a/b")
    elsewhere = tmp_path / "elsewhere.db"
    if replaced:
        shutil.copy(desk.file, elsewhere)
        os.replace(elsewhere, desk.file)
    else:
        desk.file.rename(elsewhere)
    with pytest.raises(StoreError, match="was removed or replaced while prep had it open") as caught:
        desk.rate("a/c")
    assert "start it again" in caught.value.hint
    (kept,) = desk.backups.glob("*-replaced.db")
    assert str(kept) in caught.value.hint
    assert [columns["card"] for _, columns, _ in rows(kept)] == ["a/b"]
    assert desk.store.state("a/c").reps == 0
    if not replaced:
        elsewhere.rename(desk.file)
        desk.rate("a/c")


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps an open file where it is")
def test_a_write_ahead_log_that_is_removed_takes_no_answer_along(desk: Desk) -> None:
    """Whoever starts next would find a database without the newest answers; the one that is open has them still."""
    desk.rate("a/b")
    Path(f"{desk.file}-wal").unlink()
    with pytest.raises(StoreError, match="nothing was saved"):
        desk.rate("a/c")
    desk.restart()
    assert [event.card for event in desk.store.events()] == ["a/b"]


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps an open file where it is")
@pytest.mark.parametrize("in_place", [True, False])
def test_an_older_copy_in_its_place_is_left_as_it_is(desk: Desk, tmp_path: Path, in_place: bool) -> None:
    """Neither the next answer nor the write-ahead log of the old file goes into it, and what was answered is kept."""
    for card in ("a/1", "a/2"):
        desk.rate(card)
        desk.restart()
        if card == "a/1":
            shutil.copy(desk.file, tmp_path / "older.db")
    desk.rate("a/3")
    older = (tmp_path / "older.db").read_bytes()
    shutil.copy(tmp_path / "older.db", desk.file) if in_place else os.replace(tmp_path / "older.db", desk.file)
    with pytest.raises(StoreError, match="nothing was saved"):
        desk.rate("a/4")
    desk.store.close()
    assert desk.file.read_bytes() == older
    desk.store = desk.open()
    assert [event.card for event in desk.store.events()] == ["a/1"]
    assert len(list(desk.backups.glob("*-replaced.db"))) == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps an open file where it is")
@pytest.mark.parametrize("closed", [False, True])
def test_a_copy_over_a_new_log_is_noticed(desk: Desk, tmp_path: Path, closed: bool) -> None:
    """It has no event by which to know it, but its own id: in its write-ahead log, or, once closed, in the file."""
    other = Desk(tmp_path / "other")
    other.rate("a/0")
    other.store.close()
    if closed:
        desk.restart()
    for card in ("a/1", "a/2"):
        desk.rate(card)
    shutil.copy(other.file, desk.file)
    with pytest.raises(StoreError, match="nothing was saved"):
        desk.rate("a/3")
    desk.store.close()
    (kept,) = desk.backups.glob("*-replaced.db")
    assert [columns["card"] for _, columns, _ in rows(kept)] == ["a/1", "a/2"]
    assert desk.file.read_bytes() == other.file.read_bytes()
    desk.store = desk.open()


def test_a_checkpoint_of_a_new_log_is_no_copy(desk: Desk) -> None:
    """The file gets its first pages from another program's connection."""
    desk.rate("a/1")
    with closing(sqlite3.connect(desk.file)) as other:
        assert other.execute("pragma wal_checkpoint(passive)").fetchone()[2] > 0
    desk.rate("a/2")
    assert len(desk.store.events()) == 2


def test_a_link_to_a_disk_that_is_not_there_names_its_folder(tmp_path: Path) -> None:
    """Not the folder of the link, which is there."""
    (tmp_path / "prep.db").symlink_to(tmp_path / "disk" / "prep.db")
    with pytest.raises(StoreError, match="can't be opened") as caught:
        Desk(tmp_path)
    assert f"check that {tmp_path / 'disk'} exists" in caught.value.hint


@pytest.mark.parametrize("damage", ["drop table state", "pragma user_version = 3"])
def test_what_the_doctor_cannot_open_names_a_way_out(desk: Desk, damage: str) -> None:
    """Not the doctor once more."""
    desk.rate("a/b")
    desk.store.close()
    with closing(sqlite3.connect(desk.file)) as other:
        other.execute(damage)
    with pytest.raises(StoreError, match="no such") as caught:
        examine(desk.open())
    assert "`prep doctor --salvage` saves what is whole of it" in caught.value.hint


def test_a_file_that_a_power_cut_has_torn_is_no_other(desk: Desk, tmp_path: Path) -> None:
    """A checkpoint was cut short: what the file itself lacks, its write-ahead log has."""
    desk.rate("a/1")
    desk.restart()
    (event,) = desk.store.events()
    desk.rate("a/2")
    torn = tmp_path / "torn"
    torn.mkdir()
    whole = desk.file.read_bytes()
    assert event.id.encode() in whole
    (torn / "prep.db").write_bytes(whole.replace(event.id.encode(), b"?" * 36))
    shutil.copy(f"{desk.file}-wal", torn / "prep.db-wal")
    other = Desk(torn)
    other.rate("a/3")
    assert [event.card for event in other.store.events()] == ["a/1", "a/2", "a/3"]
    other.store.close()


def test_checkpoints_of_others_are_no_replacement(desk: Desk) -> None:
    """They write into the file as well."""
    desk.rate("a/b")
    with closing(sqlite3.connect(desk.file)) as other:
        assert other.execute("pragma wal_checkpoint").fetchone()[0] == 0
    desk.rate("a/c")
    assert len(desk.store.events()) == 2


def test_a_folder_in_the_place_of_the_database_is_named(tmp_path: Path) -> None:
    """SQLite would speak of a folder that may not be written."""
    (tmp_path / "prep.db").mkdir()
    with pytest.raises(StoreError, match="is a folder"):
        Database(tmp_path / "prep.db", 100)


def test_a_damaged_row_at_the_end_of_time_leaves_room(desk: Desk) -> None:
    """What comes after the newest event still has a place in the order that SQLite can hold."""
    desk.rate("a/b")
    desk.sql("drop trigger event_no_update")
    desk.sql(f"update event set at = {2**63 - 1}")
    desk.rate("a/c")
    assert len(desk.store.events()) == 2


def test_a_disk_too_full_to_read_is_told_as_full(tmp_path: Path) -> None:
    """SQLite finds no room for the index of its write-ahead log and speaks of the disk's errors."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = "SQLITE_IOERR_SHMSIZE"
    assert "the disk is full" in str(failure(error, tmp_path))
    error.sqlite_errorname = "SQLITE_IOERR_READ"
    assert "the disk reports an error" in str(failure(error, tmp_path))


def test_a_schema_whose_bytes_have_changed_is_damage(desk: Desk) -> None:
    """SQLite quotes them in its sentence, which is no text any more."""
    desk.store.close()
    data = desk.file.read_bytes()
    assert b"event_card on event(card)" in data
    desk.file.write_bytes(data.replace(b"event_card on event(card)", b"event_c\xe5rd om event(card)"))
    with pytest.raises(StoreError, match="is damaged"):
        desk.open()
    desk.file.write_bytes(data)
    desk.store = desk.open()
