"""The schema and its steps."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from prep.core.proof import proof
from prep.errors import StoreError
from prep.store import doctor, opening
from prep.store.database import migrations
from prep.store.database.migrations import COLUMNS, MIGRATIONS, Migration, migrate, version
from prep.store.database.tables import metadata
from prep.store.log.foreign import rows
from prep.store.today.glance import glance
from tests.store.desk import Desk, on_disk

Schema = dict[str, tuple[bool, bool, list[tuple[object, ...]]]]


def schema(driver: sqlite3.Connection) -> Schema:
    """Table → (strict, without rowid, columns with type, null, key)."""
    tables = driver.execute("select name, strict, wr from pragma_table_list where schema = 'main'").fetchall()
    return {
        name: (
            bool(strict),
            bool(wr),
            [(*tuple(row[1:4]), row[5]) for row in driver.execute(f"pragma table_info({name})")],
        )
        for name, strict, wr in tables
        if not name.startswith("sqlite_")
    }


def test_the_migrations_make_the_tables_that_sqlalchemy_knows(tmp_path: Path) -> None:
    """Column by column, from an empty file through every step."""
    stepped = sqlite3.connect(":memory:", isolation_level=None)
    migrate(stepped)
    engine = create_engine(f"sqlite:///{tmp_path / 'made.db'}")
    metadata.create_all(engine)
    engine.dispose()
    with sqlite3.connect(tmp_path / "made.db") as made:
        assert schema(stepped) == schema(made)
    made.close()
    assert version(stepped) == len(MIGRATIONS)
    stepped.close()


def test_a_step_that_fails_leaves_the_old_schema() -> None:
    """Its statements and its version are one transaction."""
    driver = sqlite3.connect(":memory:", isolation_level=None)
    migrate(driver)
    before = schema(driver)
    broken = Migration("a broken step", ("create table more (x)", "create nonsense"))
    with pytest.raises(sqlite3.OperationalError):
        migrate(driver, (*MIGRATIONS, broken))
    assert (schema(driver), version(driver)) == (before, len(MIGRATIONS))
    driver.close()


def test_a_migration_keeps_a_backup(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the first step the whole file is copied; the log goes on in the new schema."""
    desk.rate("a/b")
    desk.store.close()
    more = (*MIGRATIONS, Migration("a column more", ("alter table meta add column note text",)))
    monkeypatch.setattr(opening, "MIGRATIONS", more)
    monkeypatch.setattr(migrations.migrate, "__defaults__", (more,))
    desk.store = desk.open()
    assert len(desk.store.events()) == 1
    (copy,) = desk.backups.iterdir()
    assert copy.name.endswith(f"-schema-{len(MIGRATIONS)}.db")
    with sqlite3.connect(copy) as old:
        assert version(old) == len(MIGRATIONS)
    old.close()


@pytest.mark.parametrize("old", range(1, len(MIGRATIONS)))
def test_the_log_of_every_older_schema_is_read(tmp_path: Path, old: int) -> None:
    """Its events are all there, its caches come from them, and it takes new answers."""
    file, id = tmp_path / "prep.db", "11111111-1111-4111-8111-111111111111"
    with closing(sqlite3.connect(file, isolation_level=None)) as driver:
        migrate(driver, MIGRATIONS[:old])
        row = (id, id, "d", 9, 9, 0, 7, "rated", "a/b", None, 3, None, 9, None, "{}")
        proven = old > MIGRATIONS.index(migrations.PROVEN)
        columns, values = (f"{COLUMNS}, proof", (*row, proof(row))) if proven else (COLUMNS, row)
        driver.execute(f"insert into event ({columns}) values ({', '.join('?' * len(values))})", values)
    desk = Desk(tmp_path)
    doctor.rebuild(desk.store)
    desk.rate("a/b")
    assert desk.store.state("a/b").reps == 2
    assert desk.store.events()[0].at == 9
    assert doctor.examine(desk.store) == []
    desk.store.close()


def test_what_waits_in_the_tail_of_schema_5_comes_into_the_log(tmp_path: Path) -> None:
    """Killed after two answers, one of them taken back, one row there twice: the log, the states and the roll-ups have
    them, each once, and the doctor is content."""
    file = tmp_path / "prep.db"
    columns = "id, action, device, at, wall, offset, day, kind, card, target, rating, ms, due_day, body"
    answers = [
        ("11", "rated", "a/b", None, 3, '{"said":["p"],"missed":["q"]}'),
        ("22", "rated", "a/b", None, 1, "{}"),
        ("33", "undone", None, "22", None, "{}"),
        ("11", "rated", "a/b", None, 3, '{"said":["p"],"missed":["q"]}'),
    ]
    with closing(sqlite3.connect(file, isolation_level=None)) as driver:
        migrate(driver, MIGRATIONS[:5])
        for at, (id, kind, card, target, rating, body) in enumerate(answers, 9):
            row = (id, id, "d", at, at, 0, 7, kind, card, target, rating, 500, rating and 9, body)
            driver.execute(f"insert into tail ({columns}) values ({', '.join('?' * 14)})", row)
    assert glance(file, 7, 10) is None
    desk = Desk(tmp_path)
    assert [event.id for event in desk.store.events()] == ["11", "22", "33"]
    assert (desk.store.state("a/b").reps, desk.store.answered_today(7)) == (1, 1)
    assert on_disk(desk, "point") == 2
    assert doctor.examine(desk.store) == []
    assert glance(file, 7, 10) is not None
    desk.rate("a/b")
    assert desk.store.events()[-1].at > 12
    desk.store.close()


def test_what_waits_in_the_tail_of_schema_5_is_in_a_log_from_there(tmp_path: Path) -> None:
    """A merge from such a file, which isn't opened as ours, finds it."""
    with closing(sqlite3.connect(tmp_path / "prep.db", isolation_level=None)) as driver:
        migrate(driver, MIGRATIONS[:5])
        values = "'1', '1', 'd', 9, 9, 0, 7, 'reset', 'a/b', null, null, null, null, null, '{}'"
        driver.execute(f"insert into tail values ({values})")
    assert [columns["card"] for _, columns, _ in rows(tmp_path / "prep.db")] == ["a/b"]


def test_a_newer_schema_is_refused(desk: Desk) -> None:
    """A database written by a newer prep is left alone, and the person told what to do."""
    desk.store.close()
    with sqlite3.connect(desk.file) as other:
        other.execute("pragma user_version = 99")
    other.close()
    with pytest.raises(StoreError, match="newer prep") as caught:
        desk.open()
    assert "update prep" in caught.value.hint


def test_a_foreign_database_is_refused(tmp_path: Path) -> None:
    """Another program's tables are never written into."""
    desk = Desk(tmp_path / "one")
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("create table theirs (x)")
    other.close()
    desk.file = tmp_path / "other.db"
    with pytest.raises(StoreError, match="another program's database"):
        desk.open()
    desk.store.close()


def test_opening_again_writes_nothing(desk: Desk) -> None:
    """A second opening of a healthy file makes no backup and no change."""
    desk.rate("a/b")
    desk.restart()
    assert not desk.backups.exists()
    assert desk.store.notices == []
