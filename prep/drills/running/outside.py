"""Drills of the person's own, from outside the process that imports them: their names, their texts, what is wrong."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from prep.child.answer import answer
from prep.core.kind import Level
from prep.drills import catalog
from prep.drills.drill import Check, Drill, file_of
from prep.errors import DeckError

PROVER = "prep.drills.running.prover"
NAMED = re.compile(r"""\bname\s*=\s*["']([a-z0-9-]+\.[a-z0-9-]+)["']""")
SEEDS = 20


def names(folder: Path) -> tuple[str, ...]:
    """What the files of the folder declare, read from their text; a file that says no name is called by its own."""
    files = sorted(path for path in folder.glob("*.py") if not path.name.startswith("_"))
    texts = ((path, path.read_text(encoding="utf-8", errors="replace")) for path in files)
    return tuple(said[1] if (said := NAMED.search(text)) else path.stem.replace("_", ".", 1) for path, text in texts)


def find(name: str, folder: Path) -> Drill:
    """A drill of prep's, else the person's, without its looks: they stay in the child.

    Raises UsageError, or DeckError with what is wrong with the file.
    """
    if name in catalog.names() or not (folder / file_of(name)).is_file():
        return catalog.find(name)
    told = _asked({"names": [name], "folder": str(folder), "describe": True})[name]
    if isinstance(told, str):
        raise DeckError(told, "mend the file; prep check --drills tells all")
    checks = tuple(Check(check["name"], _nowhere, check["note"]) for check in told.pop("checks"))
    texts: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in told.items()}
    rest: dict[str, Any] = {**texts, "level": Level(texts["level"]), "checks": checks, "wrongs": ()}
    return Drill(**rest)


def faults(named: Sequence[str], folder: Path) -> dict[str, list[str]]:
    """What is wrong with each of these drills; they are tried with twenty seeds."""
    return _asked({"names": list(named), "folder": str(folder), "seeds": SEEDS})


def _asked(request: dict[str, Any]) -> dict[str, Any]:
    found = asyncio.run(answer(PROVER, request))
    if found is None:
        raise DeckError(
            "the process that reads drills ended without an answer", "prep doctor tells whether torch loads"
        )
    return found


def _nowhere(bench: object) -> None:
    """Only the child looks."""
