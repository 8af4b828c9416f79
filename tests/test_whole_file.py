"""A file is there whole or not at all."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from prep.whole_file import LEFT_SECONDS, beside, make_folder, make_private, sweep, write_whole

POSIX = pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")


def test_a_link_stays_one(tmp_path: Path) -> None:
    """What it leads to is replaced."""
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_without_room_the_old_file_stays_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full only when the bytes are to be written through."""

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    write_whole(tmp_path / "file", b"old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "file", b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("file", b"old")]


def test_file_and_folder_are_written_through_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bytes before the name, the folder after it: else a power cut leaves an empty file, or the old one."""
    done: list[str] = []
    fsync, replace = os.fsync, os.replace

    def synced(handle: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        fsync(handle)

    def replaced(old: Path, new: Path) -> None:
        done.append("name")
        replace(old, new)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)
    write_whole(tmp_path / "file", b"new")
    assert done == ["file", "name", "folder"]


@POSIX
def test_a_new_folder_is_on_disk_with_all_above_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is flushed in a folder whose own name a power cut takes is gone all the same; one that is there costs
    nothing."""
    flushed: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda handle: flushed.append(os.fstat(handle).st_ino))
    for _ in range(2):
        make_folder(tmp_path / "home" / "backups")
    assert flushed == [(tmp_path / "home").stat().st_ino, tmp_path.stat().st_ino]


def test_what_a_kill_left_goes_and_what_is_being_written_stays(tmp_path: Path) -> None:
    """Whose last byte is older than a minute, nobody writes any more."""
    with beside(tmp_path / "file") as new:
        left = new.with_name(new.name.replace(".new", "-left.new"))
        left.touch()
        long_ago = left.stat().st_mtime - 2 * LEFT_SECONDS
        os.utime(left, (long_ago, long_ago))
        sweep(tmp_path)
        assert list(tmp_path.iterdir()) == [new]


@POSIX
def test_what_a_person_has_is_theirs_alone(tmp_path: Path) -> None:
    """Whatever the shell's mask says: folders 0700, files 0600; an older database is closed to others at its next
    start, and a file that nobody may write stays as it is."""
    home = tmp_path / "home"
    environment = {**os.environ, "PREP_HOME": str(home)}
    run = [sys.executable, "-m", "prep", "log", "--export", str(home / "out")]
    subprocess.run(run, env=environment, check=True, capture_output=True, umask=0)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (home, *home.iterdir())}
    assert modes["home"] == modes["out"] == 0o700
    assert modes["prep.db"] == 0o600
    shared = tmp_path / "shared"
    for mode, after in ((0o644, 0o600), (0o444, 0o444)):
        shared.touch()
        shared.chmod(mode)
        make_private(shared)
        assert stat.S_IMODE(shared.stat().st_mode) == after
