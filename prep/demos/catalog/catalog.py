"""Which demos there are. A lesson's name is its path: `library/attention/score_std.py` is `attention.score-std`.

Nothing is registered: listing reads folder names, and only a lesson that is asked for is imported (without torch).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from prep.errors import UsageError

if TYPE_CHECKING:  # to list names takes no declaration
    from prep.demos.spec import Demo, Sheet

LIBRARY = Path(__file__).parents[1] / "library"
SHARED = "shared"
"""The one folder of the library that holds no lessons, only what several of them use."""


@cache
def names() -> tuple[str, ...]:
    """The shipped demos, sorted: a file each, or a folder where a lesson has helpers. Imports nothing."""
    files = {path.relative_to(LIBRARY).with_suffix("") for path in LIBRARY.glob("[a-z]*/[a-z]*.py")}
    folders = {path.relative_to(LIBRARY).parent for path in LIBRARY.glob("[a-z]*/[a-z]*/__init__.py")}
    lessons = (path.parts for path in files | folders if path.parts[0] != SHARED)
    return tuple(sorted(".".join(lesson).replace("_", "-") for lesson in lessons))


def module(name: str) -> str:
    """What the lesson of this name is imported as."""
    return f"prep.demos.library.{name.replace('-', '_')}"


def find(name: str, further: tuple[str, ...] = ()) -> Demo:
    """The shipped demo of this name. `further` names (the user's) are worth suggesting too.

    Raises UsageError with the nearest name.
    """
    if name in names():
        return declared(import_module(module(name)))[0]
    from prep.demos.declaration.parameter import nearest

    known = [*names(), *further]
    raise UsageError(f"unknown demo {name}{nearest(name, known)}", "prep demo --list shows them all")


def sheet(name: str, given: Mapping[str, str] | None = None, wording: str = "") -> Sheet:
    """What a screen shows of a shipped demo with what a card or a command line gives. Raises UsageError."""
    found = find(name)
    return found.sheet(found.read(given or {}), wording)


def everything() -> tuple[Demo, ...]:
    """All shipped demos, sorted by name; imports every lesson."""
    return tuple(find(name) for name in names())


def declared(module: ModuleType) -> tuple[Demo, ...]:
    """The demos that a module declares."""
    from prep.demos.spec import Demo

    return tuple(value for value in vars(module).values() if isinstance(value, Demo))
