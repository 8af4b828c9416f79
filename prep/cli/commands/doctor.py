"""`prep doctor`: does the database say what the log says, and is everything there that prep needs?"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from prep.cli.opened import library
from prep.cli.page import print_json
from prep.errors import StoreError
from prep.paths import paths
from prep.session.changes.misdated import bring_back, strays
from prep.session.changes.salvaging import Salvaged, salvage
from prep.store.doctor import examine, rebuild
from prep.store.salvage.salvage import Loss
from prep.system_clock import SystemClock
from prep.text.words import count

SHOWN = 20
"""Problems that are printed one by one."""


def run(args: Namespace) -> int:
    """{ok, problems:[…]}; exit 1 if not ok."""
    if args.salvage:
        return _salvage(args)
    try:
        return _examine(args)
    except StoreError as error:  # to say what is wrong is what it is for
        if args.json:
            print_json({"ok": False, "problems": [str(error)]})
        else:
            _tell([str(error), error.hint])
        return 1


def _examine(args: Namespace) -> int:
    with library() as opened:
        changed = rebuild(opened.store) if args.rebuild else None
        lost = strays(opened)
        if args.reschedule:
            bring_back(opened, lost)
        damage = examine(opened.store)
    problems = [*damage, *(stray.sentence for stray in lost if not args.reschedule)]
    if args.json:
        print_json({"ok": not problems, "problems": problems})
        return 1 if problems else 0
    if changed is not None:
        print(f"made again from the log; {count(changed, 'row')} said something else")
    if args.reschedule:
        print(f"{count(len(lost), 'card')} brought back; prep undo takes it back" if lost else "no card is years away")
    _tell(problems)
    if damage:
        print("prep doctor --rebuild makes all caches again from the log")
        print("if the log itself is damaged, prep doctor --salvage makes a new database from what is whole of it")
    if lost and not args.reschedule:
        print("if today's date is right, prep doctor --reschedule counts from the day on which they were answered")
    if not (_tell_torch() or problems):
        print("all is well")
    return 1 if problems else 0


def _salvage(args: Namespace) -> int:
    """{read, joined, lost:[{events,after,before}], kept}; exit 1 if anything is lost."""
    done = salvage(paths(), SystemClock())
    if done is None:
        print_json({"ok": True}) if args.json else print("the database is whole; nothing was changed")
        return 0
    if args.json:
        print_json(asdict(done) | {"kept": done.kept and str(done.kept)})
    else:
        _tell_salvaged(done)
    return 1 if done.lost else 0


def _tell_salvaged(done: Salvaged) -> None:
    print(f"{count(done.read, 'event')} saved from the file, {done.joined} more from copies and logs")
    for loss in done.lost:
        print(f"lost: {count(loss.events, 'event')} {_between(loss)}")
    if done.lost:
        print("prep merge takes in what an exported log or another machine still has of it")
    if done.kept is not None:
        print(f"what stood there is kept as {done.kept}")


def _between(loss: Loss) -> str:
    """When it was, by this machine's clock."""
    after, before = (None if ms is None else f"{_local(ms):%Y-%m-%d %H:%M:%S}" for ms in (loss.after, loss.before))
    if after and before:
        return f"of {after}" if after == before else f"between {after} and {before}"
    return f"after {after}" if after else f"before {before}" if before else "of unknown time"


def _local(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000).astimezone()


def _tell(problems: Sequence[str]) -> None:
    for problem in problems[:SHOWN]:
        print(problem)
    if len(problems) > SHOWN:
        print(f"and {len(problems) - SHOWN} more; --json lists all")


def _tell_torch() -> bool:
    """Whether demos can't run here: told, but no problem, for reviewing needs no torch. Takes 2 to 3 s."""
    from prep.cli.main import tell
    from prep.demos.running.sync import torch_trouble

    if trouble := torch_trouble():
        tell(trouble)
    return trouble is not None
