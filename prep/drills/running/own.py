"""A drill of the person's own, imported only in a process that may die of it: `drills/my_relu.py` is `my.relu`."""

from __future__ import annotations

import runpy
import traceback
from pathlib import Path

from prep.drills import catalog
from prep.drills.drill import Drill, file_of
from prep.errors import DeckError


def find(name: str, folder: str) -> Drill:
    """A drill of prep's, else the person's. Raises UsageError, or DeckError with what is wrong with the file."""
    path = Path(folder) / file_of(name) if folder else None
    return catalog.find(name) if name in catalog.names() or path is None or not path.is_file() else load(name, path)


def load(name: str, path: Path) -> Drill:
    """The drill that a file declares. Raises DeckError."""
    try:
        found = runpy.run_path(str(path), run_name=f"own_drill_{path.stem}").get("DRILL")
    except BaseException as error:
        lines = [each.lineno for each in traceback.extract_tb(error.__traceback__) if each.filename == str(path)]
        line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
        place = f" line {line}" if line else ""
        raise DeckError(f"{path}{place}: {type(error).__name__}: {error}", "mend the file") from error
    if not isinstance(found, Drill):
        raise DeckError(f"{path} declares no DRILL", "prep write --new writes a file to begin from")
    if found.name != name:
        raise DeckError(f"{path} says that its name is {found.name}, its file says {name}", "rename one")
    return found
