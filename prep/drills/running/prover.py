"""The process that proves drills (`python -m`, one request of JSON as its word): {"names", "folder", "seeds"}.

It prints {name: [what is wrong with it]}, or, asked to "describe", {name: its texts}.
torch is imported once for all of them.
"""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stdout
from dataclasses import fields
from typing import Any

from prep.drills.running import own
from prep.errors import PrepError

CODE = ("checks", "wrongs")
"""Fields of a drill that aren't plain texts."""


def main() -> None:
    request = json.loads(sys.argv[1])
    with redirect_stdout(sys.stderr):
        found = proved(request)
    print(json.dumps(found))


def proved(request: dict[str, Any]) -> dict[str, Any]:
    """What is wrong with each of the drills that are named, or what they say."""
    if request.get("describe"):
        return {name: described(name, request["folder"]) for name in request["names"]}
    import torch

    torch.set_num_threads(1)
    return {name: _faults(name, request["folder"], request["seeds"]) for name in request["names"]}


def described(name: str, folder: str) -> dict[str, Any] | str:
    """The texts of a drill, or what is wrong with its file. Needs no torch."""
    try:
        drill = own.find(name, folder)
    except PrepError as error:
        return str(error)
    texts = {
        field.name: getattr(drill, field.name) for field in fields(drill) if field.name not in ("checks", "wrongs")
    }
    return texts | {"checks": [{"name": check.name, "note": check.note} for check in drill.checks]}


def _faults(name: str, folder: str, seeds: int) -> list[str]:
    from prep.drills.running.proving import faults

    try:
        return list(faults(own.find(name, folder), range(seeds)))
    except (PrepError, AssertionError) as error:
        return [str(error)]


if __name__ == "__main__":
    main()
