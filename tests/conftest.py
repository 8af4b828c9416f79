"""What every test stands on."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from prep.config import Config
from prep.paths import paths
from prep.session.library.reader import DeckReader

MEMORY = Path("/dev/shm")
"""Linux keeps files there in memory. A killed process loses nothing of them, and no test pulls the plug."""
ENOUGH = 2 * 2**30
LONG = (
    "test_every_lesson", "test_measured", "test_real_terminal", "test_bootstrap", "test_scripts", "test_starter_deck",
    "test_light_start", "test_host", "test_fitting", "test_attention", "test_merge_laws", "test_laws", "test_unsaved",
    "test_wheel", "test_start_and_end", "test_small_sizes", "test_described", "test_form_traps", "test_edge",
)  # fmt: skip
"""Files of tests that take more than 15 s, the longest first."""


def pytest_configure() -> None:
    """Files of tests lie in memory where there is room: waiting for the disk took half of the store's tests."""
    if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long files come first, so that no process is left alone with one when the others have ended."""
    items.sort(key=lambda item: LONG.index(item.path.stem) if item.path.stem in LONG else len(LONG))


@pytest.fixture(autouse=True)
def a_home_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads, or leaves anything in, the home of the person who runs it. `main` lets nobody else read what it
    writes, and a process keeps that: each test starts as a shell would start it."""
    os.umask(0o022)
    monkeypatch.setenv("PREP_HOME", str(tmp_path / "prep-home"))


@pytest.fixture(scope="session")
def kept_reading(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What prep keeps of the starter deck once it has read it, which takes 3 s."""
    home = paths({"PREP_HOME": str(tmp_path_factory.mktemp("read"))})
    DeckReader(home, Config()).read()
    return home.cache


@pytest.fixture
def used_home(kept_reading: Path, tmp_path: Path) -> Path:
    """A data folder in which the starter deck was read before, for whoever starts prep as a person does."""
    shutil.copytree(kept_reading, tmp_path / "used" / kept_reading.name)
    return tmp_path / "used"
