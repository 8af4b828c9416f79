"""`prep config`: the path and every key with its value and range, then where the rest lies."""

from __future__ import annotations

from argparse import Namespace

from prep.config import describe, load
from prep.paths import Paths, paths


def run(args: Namespace) -> int:
    """Print the settings in force and the places of everything else, as TOML."""
    found = paths()
    print(describe(load(found.config), found.config), _described(found), sep="\n\n")
    return 0


def _described(found: Paths) -> str:
    """What is kept elsewhere, one place a line."""
    places = (
        ("your answers", found.database),
        ("your cards", found.decks),
        ("your demos", found.demos),
        ("backups", found.backups),
        ("what went wrong", found.log),
    )
    return "\n".join(f"# {what}: {place}" for what, place in places)
