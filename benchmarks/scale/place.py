"""Where the large databases and Anki's own environment lie: outside the repository, made once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "prep-benchmarks"
ANKI = "anki==26.9.3"


def once(name: str, make: Callable[[Path], None]) -> Path:
    """The folder of this name; made whole by `make`, or not at all, whoever else makes it at the same time."""
    folder = CACHE / name
    if not folder.exists():
        (CACHE / "making").mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=CACHE / "making") as scratch:
            made = Path(scratch) / name
            made.mkdir()
            make(made)
            if not folder.exists():
                made.rename(folder)
    return folder


@contextmanager
def copy(folder: Path) -> Iterator[Path]:
    """A copy that may be written to, on the same disk (what is compared is fsync, too)."""
    with TemporaryDirectory(prefix="run-", dir=CACHE) as scratch:
        target = Path(scratch) / folder.name
        shutil.copytree(folder, target)
        yield target


def anki_python() -> Path | None:
    """A Python that has Anki's backend; None when it can't be installed. AGPL code: run beside prep, never in it."""
    python = CACHE / "anki" / "bin" / "python"
    if not python.exists():
        venv.create(CACHE / "anki", with_pip=True)
    if _runs(python, "-c", "import anki.collection"):
        return python
    print(f"installing {ANKI} into {CACHE / 'anki'}", file=sys.stderr)
    _runs(python, "-m", "pip", "install", "--quiet", ANKI)
    return python if _runs(python, "-c", "import anki.collection") else None


def _runs(python: Path, *words: str) -> bool:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return subprocess.run([python, *words], capture_output=True, env=environment).returncode == 0
