"""`prep write`: code drills. Listing and checking a file create nothing."""

from __future__ import annotations

import random
import sys
from argparse import Namespace
from pathlib import Path

from prep.cli import page
from prep.drills import catalog, template
from prep.drills.drill import Drill
from prep.drills.result import Result, as_json
from prep.drills.running import outside, sync
from prep.drills.running.judge import Attempt
from prep.paths import paths
from prep.session.writing import work_file
from prep.session.writing.writing import Writing
from prep.system_clock import SystemClock
from prep.text.span import BLANK, Role


def run(args: Namespace) -> int:
    """List drills, judge a file, write one at the terminal; through a pipe, its task."""
    if args.new is not None:
        return _new(args.new)
    if args.list or not args.name:
        return _list(args.json)
    drill = outside.find(args.name, paths().drills)
    if args.check:
        return _check(drill, Path(args.check), args.json)
    if args.history:
        from prep.cli.plain_drill import history

        return history(drill)
    if not args.json and sys.stdout.isatty() and sys.stdin.isatty():
        from prep.cli.plain_drill import write

        return write(drill)
    _task(drill, args.json)
    return 0


def _task(drill: Drill, as_data: bool) -> None:
    """What to write; the file is the person's own."""
    if as_data:
        page.print_json(_entry(drill))
        return
    from prep.view.drill.task import task_rows

    page.show(task_rows(drill, page.width()))


def _new(name: str) -> int:
    """Where the file is, and what to do with it."""
    print(template.write(name, paths().drills))
    print(f"prep check --drills proves it, prep write {name} --check FILE judges a solution", file=sys.stderr)
    return 0


def _list(as_data: bool) -> int:
    drills = catalog.everything()
    if as_data:
        page.print_json([_entry(drill) for drill in drills])
        return 0
    for drill in drills:
        print(f"{drill.name:34} {drill.title}  ({drill.minutes} min)")
    return 0


def _entry(drill: Drill) -> dict[str, object]:
    return {
        "drill": drill.name,
        "title": drill.title,
        "level": int(drill.level),
        "minutes": drill.minutes,
        "checks": [check.name for check in drill.checks],
        "cards": list(drill.cards),
    }


def _check(drill: Drill, path: Path, as_data: bool) -> int:
    """{drill, passed, seed, checks, printed, miss}; exit 1 unless all pass."""
    clock = SystemClock()
    writing, seed = Writing(drill, path, clock.now().ms), random.randrange(2**31)
    number = writing.begin()

    def heard(result: Result) -> None:
        writing.hear(number, result, clock.now().ms)

    sync.judged(Attempt(drill.name, work_file.solution(path), path.name, seed, _folder(drill)), heard)
    if as_data:
        page.print_json(_plain(writing, seed))
    else:
        show(writing)
    return 0 if writing.passed else 1


def _folder(drill: Drill) -> str:
    """Where a drill of the person's own lies; empty for prep's."""
    return "" if drill.name in catalog.names() else str(paths().drills)


def show(writing: Writing) -> None:
    """What the newest run said, then how many passed."""
    from prep.view.drill.checks import outcome_rows

    page.show([*outcome_rows(writing, page.width()), BLANK])
    many = len(writing.drill.checks)
    page.say(f"{writing.passes} of {many} pass", Role.RIGHT if writing.passed else Role.DIM)


def _plain(writing: Writing, seed: int) -> dict[str, object]:
    checks = [{**as_json(each), "passed": each.miss is None} for each in writing.checked]
    judged = writing.judged
    miss = as_json(judged)["miss"] if judged else None
    return {
        "drill": writing.drill.name,
        "passed": writing.passed,
        "seed": seed,
        "checks": [{key: value for key, value in each.items() if key != "is"} for each in checks],
        "printed": list(judged.printed) if judged else [],
        "miss": miss,
    }
