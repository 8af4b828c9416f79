"""`prep optimize`: fit the memory model to your answers; what changes is shown before it changes."""

from __future__ import annotations

import asyncio
import sys
from argparse import Namespace
from typing import Any

from prep.cli import page
from prep.cli.opened import library
from prep.session.statistics.fitting import FitPreview, preview, store
from prep.text.words import count


def run(args: Namespace) -> int:
    """{answers, held_out, before, after, reason, parameters, intervals, cards, stored, rescheduled}"""
    with library() as opened:
        seen = asyncio.run(preview(opened))
        if not args.json:
            from prep.view.fit import fit_rows

            page.show(fit_rows(seen, opened.config.retention, page.width()))
        deeds = _deeds(seen, args.reschedule)
        done = bool(deeds) and _wanted(args, " and ".join(deeds))
        if done:
            store(opened, seen, reschedule=args.reschedule)
    if args.json:
        page.print_json(_json(seen, done, args.reschedule))
    elif done:
        print("done; prep undo takes it back")
    return 0


def _deeds(seen: FitPreview, reschedule: bool) -> list[str]:
    """What there is to do, in words."""
    deeds = ["store the fitted parameters"] if seen.may_store else []
    return [*deeds, f"move {count(len(seen.moves), 'card')}"] if reschedule and seen.moves else deeds


def _wanted(args: Namespace, deeds: str) -> bool:
    """`--yes`, or yes at the terminal; a pipe without it changes nothing."""
    if args.yes:
        return True
    if args.json or not _at_terminal():
        further = "" if args.reschedule else "; --reschedule moves cards, too"
        print(f"prep: nothing was changed; to {deeds}, add --yes{further}", file=sys.stderr)
        return False
    print(f"{deeds.capitalize()}? [y/N]", end=" ", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() in ("y", "yes"):
        return True
    print("nothing was changed", file=sys.stderr)
    return False


def _at_terminal() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


def _json(seen: FitPreview, done: bool, reschedule: bool) -> dict[str, Any]:
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
        "cards": {"sooner": seen.earlier, "later": len(seen.moves) - seen.earlier},
        "stored": done and seen.may_store,
        "rescheduled": len(seen.moves) if done and reschedule else 0,
    }
