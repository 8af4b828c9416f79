"""The copy that is made without asking."""

from __future__ import annotations

from pathlib import Path

from prep.store.backups.backup import backup
from prep.store.backups.daily import keep_daily, thin
from prep.store.kept import kept, newest, way_back
from tests.store.desk import Desk


def test_there_is_one_a_day(desk: Desk) -> None:
    """The second call of a day makes none; those that are too many go; what was asked for stays."""
    asked = backup(desk.file, desk.backups, desk.clock.now())
    for _ in range(3):
        desk.rate("a/b")
        assert keep_daily(desk.file, desk.backups, desk.clock.now()) is not None
        assert keep_daily(desk.file, desk.backups, desk.clock.now()) is None
        desk.clock.forward(days=1)
    desk.clock.forward(days=400)
    assert keep_daily(desk.file, desk.backups, desk.clock.now()) is not None
    assert [each.reason for each in kept(desk.backups)] == ["daily", "daily", ""]
    assert asked.exists()


def test_they_take_no_more_room_than_they_may(desk: Desk) -> None:
    """The oldest go first, and two stay, however large they are."""
    for _ in range(4):
        keep_daily(desk.file, desk.backups, desk.clock.now())
        desk.clock.forward(days=1)
    size = kept(desk.backups)[0].path.stat().st_size
    thin(desk.backups, desk.clock.now(), most=3 * size)
    assert len(kept(desk.backups)) == 3
    thin(desk.backups, desk.clock.now(), most=1)
    assert [each.at.day for each in kept(desk.backups)] == [2, 1]


def test_the_way_back_names_the_newest_copy_that_was_checked(tmp_path: Path) -> None:
    """What was kept damaged is none; a name tells why a copy was made."""
    for name in ("130000-before-restore-2", "120000-schema-8", "140000-damaged", "150000"):
        (tmp_path / f"prep-2026-11-29-{name}.db").touch()
    (tmp_path / "prep-2026-11-29-150000.db").unlink()
    assert [each.reason for each in kept(tmp_path)] == ["damaged", "before-restore", "schema-8"]
    found = newest(tmp_path)
    assert found is not None and f"prep restore {found.path}" in way_back(tmp_path)
    assert found.path.name == "prep-2026-11-29-130000-before-restore-2.db"
    assert f"no backup in {tmp_path / 'none'}" in way_back(tmp_path / "none")
