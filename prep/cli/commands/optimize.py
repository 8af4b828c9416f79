"""`prep optimize`: fit the memory model to your answers; what changes is shown before it changes."""

from __future__ import annotations

import asyncio
import sys
from argparse import Namespace
from typing import Any

from prep.cli import page
from prep.cli.opened import library
from prep.session.fitting import Preview, preview, store
from prep.session.tables import fit_rows
from prep.text.words import count


def run(args: Namespace) -> int:
    """{answers, held_out, before, after, reason, parameters, intervals, cards, stored, rescheduled}"""
    with library() as opened:
        seen = asyncio.run(preview(opened))
        if not args.json:
            page.show(fit_rows(seen, opened.config.retention, page.width()))
        stored = seen.may_store and _wanted(args, seen)
        if stored:
            store(opened, seen, reschedule=args.reschedule)
    if args.json:
        page.print_json(_json(seen, stored, args.reschedule))
    elif stored:
        print(_done(seen, args.reschedule))
    return 0


def _wanted(args: Namespace, seen: Preview) -> bool:
    """`--yes`, or yes at the terminal; a pipe without it changes nothing."""
    if args.yes:
        return True
    if args.json or not _at_terminal():
        hint = "--yes stores the fitted parameters, with --reschedule it moves cards too"
        print(f"prep: nothing was changed; {hint}", file=sys.stderr)
        return False
    move = f" and move {count(len(seen.shifts), 'card')}" if args.reschedule else ""
    print(f"Store the fitted parameters{move}? [y/N]", end=" ", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() in ("y", "yes"):
        return True
    print("nothing was changed", file=sys.stderr)
    return False


def _at_terminal() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


def _done(seen: Preview, rescheduled: bool) -> str:
    moved = f", {count(len(seen.shifts), 'card')} moved" if rescheduled else ""
    return f"stored{moved}; prep undo takes it back"


def _json(seen: Preview, stored: bool, reschedule: bool) -> dict[str, Any]:
    fit = seen.fit
    before, after = (
        {"log_loss": scores.log_loss, "rmse_bins": scores.rmse_bins} if scores else None
        for scores in (fit.before, fit.after)
    )
    return {
        "answers": fit.answers,
        "held_out": fit.held_out,
        "before": before,
        "after": after,
        "reason": fit.reason or None,
        "current": list(seen.current),
        "parameters": list(fit.parameters) or None,
        "intervals": {"before": list(seen.intervals[0]), "after": list(seen.intervals[1])},
        "cards": {"sooner": seen.earlier, "later": len(seen.shifts) - seen.earlier},
        "stored": stored,
        "rescheduled": len(seen.shifts) if stored and reschedule else 0,
    }
