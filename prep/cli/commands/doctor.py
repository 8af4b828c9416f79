"""`prep doctor`: does the database say what the log says, and is everything there that prep needs?"""

from __future__ import annotations

from argparse import Namespace

from prep.cli.opened import library
from prep.cli.page import print_json
from prep.store.doctor import examine, rebuild
from prep.text.safe import safe
from prep.text.words import count


def run(args: Namespace) -> int:
    """{ok, problems:[…]}; exit 1 if not ok."""
    with library() as opened:
        changed = rebuild(opened.store) if args.rebuild else None
        problems = examine(opened.store)
    if args.json:
        print_json({"ok": not problems, "problems": problems})
        return 1 if problems else 0
    if changed is not None:
        print(f"made again from the log; {count(changed, 'row')} said something else")
    for problem in problems:
        print(safe(str(problem)))
    print(_torch())
    print("all is well" if not problems else "prep doctor --rebuild makes all caches again from the log")
    return 1 if problems else 0


def _torch() -> str:
    """Demos need torch; reviewing does not, so its absence is told and no problem."""
    from prep.demos.host import torch_state

    return torch_state()
