"""`prep add [FILE|-]`: cards from Markdown into the user's decks."""

from __future__ import annotations

import errno
import sys
from argparse import Namespace
from pathlib import Path

from prep.cli.opened import library
from prep.errors import DeckError, UsageError
from prep.plain_file import MOST, plain_bytes
from prep.session.changes.adding import add

END = "ctrl-z and enter" if sys.platform == "win32" else "ctrl-d on a new line"
"""What ends the input of a terminal."""
FOREIGN = (".csv", ".tsv", ".json", ".apkg", ".colpkg")
HINTS = {errno.EINVAL: "name a file, or pipe the text in: … | prep add -", errno.EFBIG: "add it in several parts"}
"""What to do about a file that isn't read."""


def run(args: Namespace) -> int:
    """Print the full ids that were added; problems go to stderr and nothing is added when one is an error."""
    name = "stdin" if args.file == "-" else args.file
    text = _text(args.file, name)
    with library() as opened:
        added = add(opened, text, name, args.topic or "")
    for problem in added.problems:
        print(str(problem), file=sys.stderr)
    for card in added.cards:
        print(card)
    if not added.cards:
        homeless = not args.topic and any(problem.rule == "topic" for problem in added.problems)
        further = f"; or keep the text and name its topic: prep add --topic T {args.file}" if homeless else ""
        raise DeckError("nothing was added", f"mend the problems above and try again{further}")
    return 0


def _text(file: str, name: str) -> str:
    if Path(file).suffix.lower() in FOREIGN:
        raise UsageError(f"{name} holds notes of another program", f"prep import {file}")
    if file == "-" and sys.stdin.isatty():
        print(f"type or paste Markdown; {END} ends it, ctrl-c leaves", file=sys.stderr)
    try:
        data = sys.stdin.buffer.read(MOST + 1) if file == "-" else plain_bytes(Path(file))
        if len(data) > MOST:
            raise UsageError(f"{name} has more than {MOST / 1e6:.0f} MB", "add it in several parts")
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DeckError(f"{name} is not UTF-8 text", "save it as UTF-8 in your editor") from error
    except OSError as error:
        raise UsageError(f"{name} can't be read: {error.strerror}", HINTS.get(error.errno or 0, "")) from error
