"""Anki's side as a child process: its collection, made once, and its verbs."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scale.place import once

SIDE = Path(__file__).with_name("anki_side.py")
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}


def folder(python: Path, ours: Path) -> Path:
    """Holds `collection.anki2` with the cards and reviews of such a folder of prep's."""

    def make(place: Path) -> None:
        words = [str(word) for word in (python, SIDE, "make", ours / "prep.db", place / "collection.anki2")]
        subprocess.run(words, env=ENVIRONMENT, check=True)

    return once(f"{ours.name}-anki", make)


class Anki:
    """Ask it a verb; it says how many seconds that took."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.settings: Mapping[str, Any] = self._line()
        self.id = process.pid

    def __call__(self, verb: str) -> float:
        """Seconds."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{verb}\n")
        self._process.stdin.flush()
        return float(self._line()["seconds"])

    def _line(self) -> Any:
        assert self._process.stdout is not None
        if not (line := self._process.stdout.readline()):
            raise SystemExit("Anki's side ended early: what it said stands above")
        return json.loads(line)


@contextmanager
def served(python: Path, place: Path) -> Iterator[Anki]:
    """Anki's side over a collection that may be written to."""
    words = [str(word) for word in (python, SIDE, "serve", place / "collection.anki2")]
    with subprocess.Popen(words, env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Anki(process)
        finally:
            assert process.stdin is not None
            process.stdin.close()
