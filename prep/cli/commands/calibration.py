"""`prep calibration`: does what was predicted come true?"""

from __future__ import annotations

import math
from argparse import Namespace
from typing import Any

from prep.cli import page
from prep.cli.opened import library
from prep.core.calibration import Calibration, CalibrationRow
from prep.session.statistics.statistics import calibration


def run(args: Namespace) -> int:
    """{answers, log_loss, brier, desired, predicted, recalled, low, high, table:[…], kinds:[…], habits, advice}"""
    with library() as opened:
        seen = calibration(opened)
    if args.json:
        page.print_json(_json(seen))
        return 0
    from prep.view.calibration import calibration_rows

    page.show(calibration_rows(seen, page.width()))
    return 0


def _json(seen: Calibration) -> dict[str, Any]:
    table = [{"from": row.low, "to": row.high, **_plain(row)} for row in seen.table]
    habits = seen.habits
    return {
        **_plain(seen.total),
        "log_loss": _number(seen.log_loss),
        "brier": _number(seen.brier),
        "table": table,
        "kinds": [{"kind": kind.value, **_plain(row)} for kind, row in seen.kinds],
        "habits": {
            "walked": habits.walked,
            "above": habits.above,
            "below": habits.below,
            "failed": habits.failed,
            "hard": habits.hard,
        },
        "advice": seen.advice,
    }


def _plain(row: CalibrationRow) -> dict[str, Any]:
    asked = row.answers > 0
    return {
        "answers": row.answers,
        "predicted": row.predicted if asked else None,
        "recalled": row.recalled if asked else None,
        "low": row.interval[0],
        "high": row.interval[1],
        "desired": row.desired,
    }


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value
