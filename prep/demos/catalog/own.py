"""Names of the user's demos, read from their source: decks are checked without running anyone's file."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from prep.copies import copied
from prep.plain_file import plain_bytes


def files(folder: Path) -> list[Path]:
    """The files that may declare demos, sorted, a sync service's copies last: the first file that declares a demo has
    it. Names that begin with _ are the user's own modules."""
    there = [path for path in folder.glob("*.py") if not path.name.startswith("_")]
    found = (path for path in there if path.is_file() or not path.exists())  # a pipe would keep its reader waiting
    return sorted(found, key=lambda path: (copied(path, there) is not None, path))


def stem(name: str) -> str:
    """Of the file that is written for a demo: `my.first-try` lies in `my_first_try.py`."""
    return re.sub(r"[.-]", "_", name)


def declared_names(folder: Path) -> tuple[str, ...]:
    """Every `name="…"` that a `@demo(...)` in the folder's files gives, sorted; a file that is no Python has none."""
    return tuple(sorted({name for path in files(folder) for name in names_in(path)}))


def names_in(path: Path) -> Iterator[str]:
    """Those of one file."""
    try:
        tree = ast.parse(plain_bytes(path))
    except (OSError, SyntaxError, ValueError, MemoryError, RecursionError):  # the last two: it is nested too deeply
        return  # describing the demos tells what is wrong with it
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _is_demo(node.func):
            yield from (_text(word.value) for word in node.keywords if word.arg == "name" and _text(word.value))


def _is_demo(called: ast.expr) -> bool:
    return (isinstance(called, ast.Name) and called.id == "demo") or (
        isinstance(called, ast.Attribute) and called.attr == "demo"
    )


def _text(value: ast.expr) -> str:
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""
