"""Which drills there are. A drill's name is its path: `library/attention/causal.py` is `attention.causal`."""

from __future__ import annotations

import difflib
from functools import cache
from importlib import import_module
from pathlib import Path

from prep.drills.drill import Drill
from prep.errors import UsageError

LIBRARY = Path(__file__).with_name("library")


@cache
def names() -> tuple[str, ...]:
    """The drills that come with prep, sorted. Imports nothing."""
    paths = (path.relative_to(LIBRARY).with_suffix("") for path in LIBRARY.glob("[a-z]*/[a-z]*.py"))
    return tuple(sorted(".".join(path.parts).replace("_", "-") for path in paths))


def find(name: str) -> Drill:
    """The drill of this name. Raises UsageError with the nearest name."""
    if name in names():
        found = import_module(f"prep.drills.library.{name.replace('-', '_')}").DRILL
        assert isinstance(found, Drill)
        return found
    near = difflib.get_close_matches(name, names(), 1) or [each for each in names() if each.endswith(f".{name}")]
    raise UsageError(
        f"unknown drill {name}{f', did you mean {near[0]}?' if near else ''}", "prep write --list shows them all"
    )


@cache
def everything() -> tuple[Drill, ...]:
    """All of them, sorted by name."""
    return tuple(map(find, names()))


@cache
def by_card() -> dict[str, Drill]:
    """Full id of a card → the drill that names it; of several the first by name."""
    return {card: drill for drill in reversed(everything()) for card in drill.cards}


def drill_of(card: str) -> Drill | None:
    """The drill that the key `w` opens on this card."""
    return by_card().get(card)
