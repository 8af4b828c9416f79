"""`prep log`: one event a line, or monthly files."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

from prep.cli.opened import library
from prep.exchange.logfile import export, flat
from prep.text.words import count


def run(args: Namespace) -> int:
    """Print or export the log, oldest first."""
    with library() as opened:
        if args.export:
            written = export(opened.store.events(), Path(args.export))
            print(f"{count(len(written), 'file')} in {args.export}")
            return 0
        for event in opened.store.events():
            row = flat(event)
            print(json.dumps(row, ensure_ascii=False) if args.json else _line(row))
    return 0


def _line(row: dict[str, object]) -> str:
    return "  ".join(f"{key}={value}" for key, value in row.items() if value not in (None, "", [], {}))
