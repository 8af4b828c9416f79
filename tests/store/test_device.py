"""One database, several machines: each writes, and takes back, under an id of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from prep.store.database import device
from tests.store.desk import Desk


def sit_at(monkeypatch: pytest.MonkeyPatch, machine: str) -> None:
    """The system says that it is this machine."""
    monkeypatch.setattr(device, "machine", lambda: machine)


def copied(desk: Desk, folder: Path) -> Desk:
    """The same file in another folder, opened there."""
    desk.store.close()
    folder.mkdir()
    shutil.copy(desk.file, folder / "prep.db")
    desk.store = desk.open()
    return Desk(folder, desk.clock)


def test_a_copy_on_another_machine_is_another_device(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told once; after a merge each takes back what was done on it, not the other's newest."""
    sit_at(monkeypatch, "ada")
    desk.restart()
    desk.rate("a/first")
    other_folder = tmp_path / "other"
    desk.store.close()
    shutil.copytree(desk.folder, other_folder)
    sit_at(monkeypatch, "bob")
    other = Desk(other_folder, desk.clock)
    assert other.store.notices == [device.COPIED]
    other.restart()
    assert other.store.notices == []
    other.rate("a/second")
    theirs = other.store.events()
    assert not [event for event in theirs if event.card == "a/first" and event.device == other.store.device]
    other.store.close()
    sit_at(monkeypatch, "ada")
    desk.store = desk.open()
    assert desk.store.notices == []
    desk.store.merge(theirs)
    assert desk.undo()
    assert desk.store.state("a/first").reps == 0
    assert desk.store.state("a/second").reps == 1


def test_who_comes_back_to_a_machine_finds_its_id(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that several machines share: undo goes on where it was left on each."""
    sit_at(monkeypatch, "ada")
    desk.restart()
    desk.rate("a/b")
    at_ada = desk.store.device
    sit_at(monkeypatch, "bob")
    desk.restart()
    assert desk.store.device != at_ada
    assert not desk.undo()
    sit_at(monkeypatch, "ada")
    desk.restart()
    assert desk.store.device == at_ada
    assert desk.undo()


def test_a_copy_on_the_same_machine_and_a_restored_backup_keep_the_id(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: nothing has changed machines, so nothing is told and undo goes on."""
    sit_at(monkeypatch, "ada")
    desk.restart()
    desk.rate("a/b")
    other = copied(desk, tmp_path / "copy")
    assert (other.store.device, other.store.notices) == (desk.store.device, [])
    assert other.undo()
    other.store.close()


def test_where_the_system_names_no_machine_the_first_id_stays(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a container that is made anew each time undo still finds what was done before."""
    before = desk.store.device
    sit_at(monkeypatch, "")
    desk.restart()
    assert (desk.store.device, desk.store.notices) == (before, [])


def test_the_machine_s_own_name_is_not_written_down(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A digest of it stands in the file: it is a secret of the system's."""
    sit_at(monkeypatch, "a-secret-of-the-system")
    desk.restart()
    desk.store.close()
    written = desk.file.read_bytes()
    assert b"a-secret-of-the-system" not in written
    assert f"{device.FIRST}@".encode() in written  # the control: something of it is there
    desk.store = desk.open()


def test_this_machine_has_the_same_name_each_time() -> None:
    """At every start, or none at all."""
    asked = "from prep.store.database import device; print(device.machine())"
    another = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert another.stdout.strip() == device.machine()
