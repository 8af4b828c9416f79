"""What is loaded when: a static graph can't tell, so each case runs in an interpreter of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = ("textual", "sqlalchemy", "torch")
DRAWING = ("prep.text.markdown", "prep.text.latex", "prep.text.plot", "prep.view")
LESSONS = """
import pkgutil, prep.demos.library as library
for each in pkgutil.walk_packages(library.__path__, library.__name__ + "."): __import__(each.name)
"""


def loaded(code: str, home: Path, watched: tuple[str, ...] = HEAVY) -> set[str]:
    """Which of the watched packages are loaded once `code` has run in a fresh interpreter."""
    report = f"\nimport sys; print('loaded:', *(name for name in {watched} if name in sys.modules), file=sys.stderr)"
    environment = os.environ | {"PREP_HOME": str(home)}
    ran = subprocess.run(
        [sys.executable, "-c", code + report], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return set(ran.stderr.splitlines()[-1].split()[1:])


@pytest.fixture(scope="module")
def first_start(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, set[str]]:
    """A home in which the starter deck was read, which takes 5 s, and what that loaded."""
    home = tmp_path_factory.mktemp("first") / "home"
    return home, loaded(command("due"), home)


@pytest.fixture
def home(first_start: tuple[Path, set[str]], tmp_path: Path) -> Path:
    """A copy of it."""
    return shutil.copytree(first_start[0], tmp_path / "home")


def command(*arguments: str) -> str:
    """Python that runs `prep ARGUMENTS` and survives its exit."""
    return f"""
from prep.cli.main import main
try: main({list(arguments)})
except SystemExit: pass
"""


@pytest.mark.parametrize("arguments", [["--help"], ["review", "--help"], ["nonsense"], ["check", "--rules"]])
def test_saying_what_it_can_do_loads_nothing_heavy(tmp_path: Path, arguments: list[str]) -> None:
    """`prep --help` and its kin load neither Textual nor SQLAlchemy nor torch, and create no files."""
    assert loaded(command(*arguments), tmp_path / "home") == set()
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize(
    "line", ["review --plain", "due", "cards", "check", "demo --list", "write --list", "stats", "optimize"]
)
def test_commands_load_neither_screens_nor_torch(home: Path, line: str) -> None:
    """Line mode and the commands do without Textual; listing and checking demos does without torch."""
    assert loaded(command(*line.split()), home) <= {"sqlalchemy"}


def test_what_is_due_is_told_without_sqlalchemy(first_start: tuple[Path, set[str]], home: Path) -> None:
    """It takes as long as all else together; the first time, when the cards come into the database, it is needed."""
    assert first_start[1] == {"sqlalchemy"}
    assert loaded(command("due"), home) == set()


def test_the_app_loads_neither_torch_nor_the_database_engine(tmp_path: Path) -> None:
    """Importing the app loads Textual, but no SQLAlchemy (that comes after the first paint) and never torch."""
    assert loaded("import prep.tui.app", tmp_path) == {"textual"}


@pytest.mark.parametrize("line", ["stats --json", "due --json", "cards --json", "calibration --json"])
def test_numbers_are_told_without_drawing(home: Path, line: str) -> None:
    """Once the decks are known, JSON needs no layout: neither Markdown nor formulas, plots or pages are imported."""
    assert loaded(command(*line.split()), home, DRAWING) == set()
    assert loaded(command("stats"), home, ("prep.view",)) == {"prep.view"}


def test_lessons_are_described_without_torch(tmp_path: Path) -> None:
    """Importing every lesson loads no torch, so that listing, checking and forms work where there is none."""
    assert loaded(LESSONS, tmp_path) == set()


def test_what_is_heavy_is_noticed(tmp_path: Path) -> None:
    """The control: each of the three is seen when something does load it."""
    for name in HEAVY:
        assert name in loaded(f"import {name}", tmp_path)
