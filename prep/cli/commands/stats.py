"""`prep stats`: what you did in a year, what you remember, what comes."""

from __future__ import annotations

from argparse import Namespace

from prep.cli import page
from prep.cli.opened import library
from prep.session.statistics.statistics import json, statistics


def run(args: Namespace) -> int:
    """{day, answers, …, retention, days:[{day,answers,minutes}], forecast:[{day,cards}], topics, drills, points}"""
    with library() as opened:
        seen = statistics(opened)
    if args.json:
        page.print_json(json(seen))
        return 0
    from prep.view.statistics import statistics_rows

    page.show(statistics_rows(seen, page.width()))
    return 0
