"""The walls of the house: the contracts of .importlinter hold, and each would be noticed if it broke."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINT = "from importlinter.cli import lint_imports_command; lint_imports_command(['--no-cache'])"


def lint(checkout: Path) -> subprocess.CompletedProcess[str]:
    """`lint-imports` in a checkout."""
    return subprocess.run([sys.executable, "-c", LINT], cwd=checkout, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package and its contracts, to break."""
    folder = tmp_path_factory.mktemp("walls")
    shutil.copytree(ROOT / "prep", folder / "prep", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / ".importlinter", folder)
    return folder


def test_the_contracts_hold() -> None:
    """No module imports what its contract forbids."""
    report = lint(ROOT)
    assert report.returncode == 0, report.stdout


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("core/queue.py", "import prep.store", "Imports run one way, downwards"),
        ("core/queue.py", "import prep.errors", "Imports run one way, downwards"),
        ("session/review/review.py", "import prep.tui", "Imports run one way, downwards"),
        ("session/review/review.py", "import prep.view", "Imports run one way, downwards"),
        ("view/home.py", "import prep.tui", "Imports run one way, downwards"),
        ("store/store.py", "import prep.decks", "Imports run one way, downwards"),
        ("attic.py", "", "Imports run one way, downwards"),
        ("cli/plain.py", "def late() -> None:\n    import sqlite3", "Only the store knows SQLite"),
        ("session/review/review.py", "import sqlalchemy", "Only the store knows SQLite"),
        ("tui/attic.py", "import torch", "Only the children, their lessons and drills know torch"),
        ("cli/main.py", "import textual.app", "Only the screens know Textual"),
        ("session/review/review.py", "import fsrs_rs_python", "the FSRS engine"),
    ],
)
def test_a_breach_is_noticed(copy: Path, module: str, line: str, contract: str) -> None:
    """The control: one forbidden import, or a module with no place in the house, breaks the contract that names it."""
    file = copy / "prep" / module
    before = file.read_text(encoding="utf-8") if file.exists() else None
    file.write_text(f"{before or ''}\n{line}\n", encoding="utf-8")
    report = lint(copy)
    if before is None:
        file.unlink()
    else:
        file.write_text(before, encoding="utf-8")
    assert report.returncode == 1
    assert f"{contract} BROKEN" in report.stdout
