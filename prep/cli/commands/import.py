"""`prep import FILE… [--topic T] [--map FIELD=PART] [--dry-run]`: cards from notes of other programs."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from pathlib import Path

from prep.cli.opened import library
from prep.errors import UsageError
from prep.exchange.notes.fields import chosen_parts
from prep.exchange.notes.note import Notes
from prep.exchange.notes.read import read_notes
from prep.plain_file import plain_bytes
from prep.session.changes.importing import Intake, prepared, take_in

MOST = 50_000_000
"""Bytes; 10,000 notes have some 5 million."""


def run(args: Namespace) -> int:
    """Say what became of every record; exit 1 where nothing could be taken."""
    chosen = chosen_parts(args.map)
    taken = 0
    for file in args.files:
        notes = _read(file, chosen)
        with library() as opened:
            found = prepared(opened, notes, args.topic or "", _slug(Path(file).stem))
            _tell(file, found)
            made = () if args.dry_run else take_in(opened, found)
        for card in found.cards if args.dry_run else ():
            print(f"{card.full_id}  {card.note.place}: {card.note.question}")
        print("\n".join(made), end="\n" if made else "")
        print(_summary(found, args.dry_run), file=sys.stderr)
        taken += len(found.cards) + len(found.there)
    return 0 if taken else 1


def _read(file: str, chosen: dict[str, str]) -> Notes:
    try:
        return read_notes(file, plain_bytes(Path(file), MOST), chosen)
    except OSError as error:
        raise UsageError(f"{file} can't be read: {error.strerror}") from error
    except UsageError as error:
        raise UsageError(f"{file}: {error}", error.hint) from error


def _tell(file: str, found: Intake) -> None:
    for sentence in found.told:
        print(f"{file}: {sentence}", file=sys.stderr)
    for each in found.not_taken:
        print(f"{file}: {each.place}: not taken: {each.reason}", file=sys.stderr)


def _summary(found: Intake, dry: bool) -> str:
    """5 records: 3 cards made, 1 there already, 1 not taken."""
    made, there, left = len(found.cards), len(found.there), len(found.not_taken)
    parts = [f"{made} {'card' if made == 1 else 'cards'} {'would be made' if dry else 'made'}"]
    parts += [f"{there} there already"] if there else []
    parts += [f"{left} not taken"] if left else []
    records = made + there + left
    return f"{records} {'record' if records == 1 else 'records'}: {', '.join(parts)}"


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "imported"
