"""`prep check`: every problem of deck files, at once."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from prep.cli.page import print_json
from prep.config import absent_folders, load
from prep.core.card import Deck
from prep.core.problem import Problem, Severity
from prep.decks.problems.rules import RULES
from prep.decks.reading.read import Folder, read_decks
from prep.errors import UsageError
from prep.paths import Paths, paths
from prep.session.library.demo_names import known_demos
from prep.text.words import count


def run(args: Namespace) -> int:
    """[{file,line,column,level,message,hint}]; exit 1 on errors. Creates no files."""
    if args.rules:
        return _rules(args)
    if args.all and not (args.demos or args.drills):
        raise UsageError("--all says how much --demos or --drills runs", "prep check --demos --all")
    places = paths()
    in_use, absent = _in_use(places)
    if args.paths:
        folders = [Folder(_existing(path)) for path in args.paths]
        reading = read_decks(folders, known_demos(places.demos), beside=in_use)
        problems = reading.problems
    else:
        reading = read_decks(in_use, known_demos(places.demos))
        problems = (*absent, *reading.problems)
    if args.demos:
        problems = (*problems, *_demos(args, reading.deck, places))
    if args.drills:
        problems = (*problems, *_drills(args, places))
    if args.json:
        print_json([_row(problem) for problem in problems])
    else:
        for problem in problems:
            print(str(problem))
        print(f"{count(len(reading.deck.cards), 'card')}, {_verdict(problems)}")
    return 1 if any(problem.severity is Severity.ERROR for problem in problems) else 0


def _demos(args: Namespace, deck: Deck, places: Paths) -> tuple[Problem, ...]:
    """Minutes may pass: what runs is told on stderr."""
    from prep.session.experiment.demo_check import check_demos

    folder = places.demos if places.demos.is_dir() else None
    return check_demos(deck, folder, args.all, lambda case: print(f"  {case.sheet.span}", file=sys.stderr))


def _drills(args: Namespace, places: Paths) -> Iterator[Problem]:
    """Drills that don't tell right from wrong: the person's own, with --all prep's as well."""
    from prep.drills import catalog
    from prep.drills.drill import file_of
    from prep.drills.running import outside

    named = (*outside.names(places.drills), *(catalog.names() if args.all else ()))
    for name, faults in outside.faults(named, places.drills).items() if named else ():
        for fault in faults:
            file = str(places.drills / file_of(name)) if name not in catalog.names() else name
            yield Problem(file, 0, 0, Severity.ERROR, fault, "mend the drill", "drill-proof")


def _in_use(places: Paths) -> tuple[list[Folder], tuple[Problem, ...]]:
    """The starter deck and the person's folders, and which of them are absent."""
    config = load(places.config)
    own = [Folder(path) for path in (places.decks, *config.deck_folders) if path.exists()]
    return [Folder(places.starter, shipped=True), *own], absent_folders(config, places.config)


def _existing(path: str) -> Path:
    found = Path(path)
    if not found.exists():
        raise UsageError(f"there is no file or folder {path}")
    return found


def _row(problem: Problem) -> dict[str, object]:
    row = asdict(problem)
    row["level"] = row.pop("severity")
    return {key: row[key] for key in ("file", "line", "column", "level", "message", "hint", "rule")}


def _verdict(problems: tuple[Problem, ...]) -> str:
    numbers = [(severity, sum(p.severity is severity for p in problems)) for severity in Severity]
    return ", ".join(count(number, severity.value) for severity, number in numbers if number) or "no problems"


def _rules(args: Namespace) -> int:
    if args.json:
        print_json([{"rule": rule.name, "level": rule.severity, "meaning": rule.sentence} for rule in RULES.values()])
        return 0
    for rule in RULES.values():
        print(f"{rule.name:22} {rule.severity.value:8} {rule.sentence}")
    return 0
