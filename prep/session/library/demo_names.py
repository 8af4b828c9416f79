"""What the decks may know of demos: names and parameters, without torch and without running a user's file."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from prep.decks.grammar.demo_calls import Arguments, KnownDemos
from prep.demos.catalog import catalog
from prep.demos.catalog.own import declared_names
from prep.errors import UsageError


def known_demos(folder: Path) -> KnownDemos:
    """The shipped demos, and those that files in the user's folder declare."""
    own = frozenset(declared_names(folder))
    return KnownDemos(own | set(catalog.names()), partial(_objection, own))


def _objection(own: frozenset[str], name: str, arguments: Arguments) -> str | None:
    if name in own and name not in catalog.names():
        return None  # only the child that imports the user's file knows its parameters
    try:
        catalog.sheet(name, dict(arguments))  # what a run would need is worked out too, nothing runs
    except UsageError as error:
        return str(error)
    return None
