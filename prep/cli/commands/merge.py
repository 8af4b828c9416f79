"""`prep merge`: take in what another machine logged."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from prep.cli.opened import library
from prep.cli.page import print_json
from prep.core.clock import day_date
from prep.core.problem import Problem, Severity
from prep.errors import UsageError
from prep.session.changes.merging import Merged, Merging, merge
from prep.session.changes.rescheduling import Move, older, reschedule
from prep.text.words import count

SHOWN = 20
"""Problems of one file, and cards, that are printed one by one."""


def run(args: Namespace) -> int:
    """{new, files:[{file,read,twice,unknown}], problems:[…], older:[{id,due,to}], rescheduled}; exit 1 on problems."""
    if not args.paths and not args.reschedule:
        raise UsageError("nothing to merge", "prep merge FILE, a folder of log files, or another prep.db")
    with library() as opened:
        done = merge(opened, [Path(path) for path in args.paths]) if args.paths else Merging((), 0, older(opened))
        if args.reschedule:
            reschedule(opened, done.older)
    if args.json:
        print_json(_json(done, args.reschedule))
    else:
        _print(done, args.reschedule)
    return 1 if any(problem.severity is not Severity.NOTE for problem in done.problems) else 0


def _json(done: Merging, rescheduled: bool) -> dict[str, Any]:
    files = [{"file": f.file, "read": f.read, "twice": f.twice, "unknown": f.strange} for f in done.files]
    problems = [
        {"file": p.file, "line": p.line, "column": p.column, "level": p.severity, "message": p.message, "hint": p.hint}
        for p in done.problems
    ]
    cards = [
        {"id": m.card.full_id, "due": day_date(m.due).isoformat(), "to": day_date(m.to).isoformat()} for m in done.older
    ]
    return {
        "new": done.new,
        "files": files,
        "problems": problems,
        "older": cards,
        "rescheduled": len(cards) if rescheduled else 0,
    }


def _print(done: Merging, rescheduled: bool) -> None:
    for file in done.files:
        _tell(file.problems)
        print(_file(file))
    if done.files:
        print(f"{done.new or 'nothing'} new")
    if not done.older:
        if rescheduled:
            print("no due date is older than what its card's memory knows")
        return
    cards = count(len(done.older), "card")
    if rescheduled:
        print(f"{cards} moved to where the memory has it; prep undo takes it back")
        return
    print(f"{cards} {'was' if len(done.older) == 1 else 'were'} scheduled without what the other machine knew:")
    for move in done.older[:SHOWN]:
        print(_move(move))
    if len(done.older) > SHOWN:
        print(f"  and {len(done.older) - SHOWN} more")
    print("prep merge --reschedule moves all of them, prep undo takes it back")


def _file(file: Merged) -> str:
    words = [count(file.read, "event")]
    words += [f"{file.twice} said twice"] if file.twice else []
    words += [f"{file.strange} of unknown kinds"] if file.strange else []
    return f"{file.file}: {', '.join(words)}"


def _move(move: Move) -> str:
    return f"  {move.card.full_id}  due {day_date(move.due)}, by its memory {day_date(move.to)}"


def _tell(problems: Sequence[Problem]) -> None:
    for problem in problems[:SHOWN]:
        print(str(problem), file=sys.stderr)
    if len(problems) > SHOWN:
        print(f"{problems[0].file}: and {len(problems) - SHOWN} more; --json lists all", file=sys.stderr)
