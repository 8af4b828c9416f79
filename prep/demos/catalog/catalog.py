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

from prep.demos.catalog.names import PLANNED
from prep.errors import UsageError

if TYPE_CHECKING:  # to list names takes no declaration
    from prep.demos.spec import Demo, Sheet

LIBRARY = Path(__file__).parents[1] / "library"


class NotBuiltYet(UsageError):
    """A planned demo that has no lesson yet: a note in a deck, not an error."""


@cache
def names() -> tuple[str, ...]:
    """The shipped demos that can run, sorted. Imports nothing."""
    lessons = (path.relative_to(LIBRARY).with_suffix("").parts for path in LIBRARY.glob("[a-z]*/[a-z]*.py"))
    return tuple(sorted(".".join(lesson).replace("_", "-") for lesson in lessons))


def unbuilt() -> tuple[str, ...]:
    """Names that decks may already use."""
    return tuple(name for name in PLANNED if name not in names())


def find(name: str, further: tuple[str, ...] = ()) -> Demo:
    """The shipped demo of this name. `further` names (the user's) are worth suggesting too.

    Raises NotBuiltYet, or UsageError with the nearest name.
    """
    if name in names():
        group, lesson = name.replace("-", "_").split(".")
        return declared(import_module(f"prep.demos.library.{group}.{lesson}"))[0]
    if name in PLANNED:
        raise NotBuiltYet(f"the demo {name} isn't built yet")
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
