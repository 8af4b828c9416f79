"""What every child of ours is started with: its command, its environment, the folder it stands in."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

import prep

THREADS = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""One for every library: the interface keeps a core."""
MALLOC = {"MALLOC_MMAP_THRESHOLD_": str(2**25), "MALLOC_TRIM_THRESHOLD_": str(2**28)}
"""glibc keeps what a tensor frees, for the next one: quantisation.noise took 45 ms where it gave it back, now 18."""


def command(module: str) -> list[str]:
    """Run a module of prep; -P keeps files of the current folder from posing as library modules."""
    return [sys.executable, "-P", "-m", module]


def environment(further: Mapping[str, str] | None = None) -> dict[str, str]:
    """Ours, with this package found first."""
    home = str(Path(prep.__file__).parents[1])
    own = os.environ | THREADS | MALLOC | dict(further or {})
    return own | {"PYTHONPATH": os.pathsep.join(filter(None, [own.get("PYTHONPATH", ""), home]))}


def ground() -> str | None:
    """Where a child stands: with us or, where our folder was deleted, at the root (elsewhere MKL ends it)."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return os.path.abspath(os.sep)
    return None
