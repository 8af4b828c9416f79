"""A law for any input, tried with made-up cases: few in the suite, an hour of them by `benchmarks/fuzz.py`.

A case is plain data. One that has broken a law is kept in `kept/`, as short as it could be made, and the suite tries
all of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import SearchStrategy

KEPT = Path(__file__).parent / "kept"


@dataclass(frozen=True, slots=True)
class Law:
    """What holds for every case."""

    name: str
    cases: SearchStrategy[Any]
    holds: Callable[[Any], None]
    """Raises where it doesn't."""
    few: int
    """Cases in the suite, the same each time."""


class Broken(Exception):
    """A law was broken; by which case is kept."""


def tried(law: Law, examples: int, *, seeded: bool = True, folder: Path = KEPT) -> None:
    """Try so many cases. Raises Broken. seeded: the same ones each time."""
    breaking: list[Any] = []

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=seeded,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(law.cases)
    def one(case: Any) -> None:
        try:
            law.holds(case)
        except Exception:
            breaking[:] = [case]  # the last one is the shortest
            raise

    try:
        one()
    except Exception as error:
        for case in breaking:
            keep(law.name, case, folder)
        raise Broken(f"{law.name}: {breaking!r}") from error


def keep(name: str, case: Any, folder: Path) -> None:
    """Add a case to those that the suite tries."""
    cases = kept(name, folder)
    if case not in cases:
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.json").write_text(json.dumps([*cases, case], indent=1) + "\n", "ascii")


def kept(name: str, folder: Path = KEPT) -> list[Any]:
    """The cases that once broke the law."""
    file = folder / f"{name}.json"
    return list(json.loads(file.read_text("ascii"))) if file.exists() else []
