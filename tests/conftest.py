"""What every test stands on."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")
"""Linux keeps files there in memory. A killed process loses nothing of them, and no test pulls the plug."""
ENOUGH = 2 * 2**30


def pytest_configure() -> None:
    """Files of tests lie in memory where there is room: waiting for the disk took half of the store's tests."""
    if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A file's tests run in one process, which makes what they share once. All tests of one field's lessons do,
    whatever their file, for they share the lessons' runs."""
    for item in items:
        item.add_marker(pytest.mark.xdist_group(group(item)))


def group(item: pytest.Item) -> str:
    """Which tests belong into the same process."""
    if "lessons" not in item.path.parts:
        return str(item.path)
    lesson = item.callspec.params.get("name") if hasattr(item, "callspec") else None
    return str(lesson).partition(".")[0] if lesson else item.path.stem.removeprefix("test_").replace("_", "-")


@pytest.fixture(autouse=True)
def a_home_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads, or leaves anything in, the home of the person who runs it. `main` lets nobody else read what it
    writes, and a process keeps that: each test starts as a shell would start it."""
    os.umask(0o022)
    monkeypatch.setenv("PREP_HOME", str(tmp_path / "prep-home"))
