"""`prep doctor`: does the database say what the log says, and is everything there that prep needs?"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from prep.cli.opened import library
from prep.cli.page import print_json
from prep.session.changes.misdated import bring_back, strays
from prep.store.doctor import examine, rebuild
from prep.text.safe import safe
from prep.text.words import count

SHOWN = 20
"""Problems that are printed one by one."""


def run(args: Namespace) -> int:
    """{ok, problems:[…]}; exit 1 if not ok."""
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
    if lost and not args.reschedule:
        print("if today's date is right, prep doctor --reschedule counts from the day on which they were answered")
    if not (_tell_torch() or problems):
        print("all is well")
    return 1 if problems else 0


def _tell(problems: Sequence[str]) -> None:
    for problem in problems[:SHOWN]:
        print(safe(problem))
    if len(problems) > SHOWN:
        print(f"and {len(problems) - SHOWN} more; --json lists all")


def _tell_torch() -> bool:
    """Whether demos can't run here: told, but no problem, for reviewing needs no torch. Takes 2 to 3 s."""
    from prep.cli.main import tell
    from prep.demos.running.sync import torch_trouble

    if trouble := torch_trouble():
        tell(trouble)
    return trouble is not None
