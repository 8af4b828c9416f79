"""`prep config [KEY [VALUE]]`: every key with its value and range, and where the rest lies; or one, or its change."""

from __future__ import annotations

import sys
from argparse import Namespace

from prep.config import describe, described, known, load
from prep.errors import UsageError
from prep.paths import Paths, paths


def run(args: Namespace) -> int:
    """Print the settings in force and the places of everything else, or one setting, as TOML; or change one."""
    found = paths()
    if args.key is None and args.first:
        raise UsageError("--first wants the name of a setting")
    if args.value is not None and args.first:
        raise UsageError(f"give {args.key} a value or its first one, not both")
    if args.value is not None or args.first:
        return _change(found, args.key, args.value)
    if args.key is not None:
        return _show(found, args.key)
    print(describe(load(found.config), found.config), _described(found), sep="\n\n")
    return 0


def _show(found: Paths, key: str) -> int:
    try:
        known(key)
    except ValueError as error:
        raise UsageError(str(error)) from None
    print(described(load(found.config), key))
    return 0


def _change(found: Paths, key: str, value: str | None) -> int:
    from prep.settings_file import change

    print(described(change(found.config, key, value), key))
    print(f"written into {found.config}", file=sys.stderr)
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
