"""`prep config`: the path and every key with its value and range."""

from __future__ import annotations

from argparse import Namespace

from prep.config import describe, load
from prep.paths import paths


def run(args: Namespace) -> int:
    """Print the settings in force."""
    path = paths().config
    print(describe(load(path), path))
    return 0
