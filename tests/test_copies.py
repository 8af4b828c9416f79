"""Files that a sync service left beside a database."""

from __future__ import annotations

from pathlib import Path

import pytest

from prep.copies import conflicted_copies


@pytest.mark.parametrize(
    "name",
    [
        "prep (Ada's conflicted copy 2026-11-29).db",
        "prep.sync-conflict-20261129-183100-ABCDEFG.db",
        "prep_conflict-20261129-183100.db",
        "prep (conflicted copy 2026-11-29 183100).db",
        "prep (In Konflikt stehende Kopie von Ada 2026-11-29).db",
        "prep (конфликтующая копия с компьютера Ada 2026-11-29).db",
        "prep (Ada 的冲突副本 2026-11-29).db",
        "prep-LAPTOP-4F2K9B1C.db",
        "prep (Copie en conflit de Ada 2026-11-29).db",
        "prep [Conflict].db",
        "prep (1).db",
        "prep 2.db",
    ],
)
def test_a_copy_is_known_by_its_name(tmp_path: Path, name: str) -> None:
    """Dropbox, Syncthing, Nextcloud, Google Drive and iCloud name them so."""
    (tmp_path / name).touch()
    assert conflicted_copies(tmp_path / "prep.db") == [tmp_path / name]


@pytest.mark.parametrize(
    "name", ["prep.db", "prep.db-wal", "prepared.db", "prep-2026.db", "prep copy.db", "conflict.db", "prep (1).md"]
)
def test_other_files_are_none(tmp_path: Path, name: str) -> None:
    """The database itself, its log, and strangers."""
    (tmp_path / name).touch()
    assert conflicted_copies(tmp_path / "prep.db") == []


def test_a_folder_that_is_not_there_has_none(tmp_path: Path) -> None:
    """Nothing is raised before the database is made."""
    assert conflicted_copies(tmp_path / "nowhere" / "prep.db") == []
