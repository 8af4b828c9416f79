"""What every benchmark shares: one JSON line at the end, exit 1 beyond the bound."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def verdict(name: str, ratio: float, bound: float, n: int, **further: object) -> int:
    """Print {name, ratio, bound, n, …}; the exit code. A ratio at the bound still passes."""
    print(json.dumps({"name": name, "ratio": round(ratio, 3), "bound": bound, "n": n, **further}))
    return 0 if ratio <= bound else 1


@contextmanager
def home(name: str) -> Iterator[dict[str, str]]:
    """An environment with a home of its own, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix=f"prep-{name}-") as folder:
        inherited = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        # An installed prep has its bytecode; without it every start would compile prep, but not what it is compared to.
        yield {**inherited, "PREP_HOME": folder, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color"}


def prep(*words: str) -> list[str]:
    """The command line of prep as this interpreter runs it."""
    return [sys.executable, "-m", "prep", *words]


def count(default: int) -> int:
    """How many times: the first argument, else the default."""
    return int(sys.argv[1]) if len(sys.argv) > 1 else default
