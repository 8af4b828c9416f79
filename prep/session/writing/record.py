"""What the log says of drills (DESIGN §3: `written`). Numbers alone need it, so it knows nothing that draws."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from prep.core.event import Event
from prep.core.stopwatch import clock
from prep.session.library.library import Library
from prep.text.words import count


@dataclass(frozen=True, slots=True)
class DrillRecord:
    """How a drill went so far."""

    tries: int
    passes: int
    best: float | None
    """Seconds of the quickest pass."""

    @property
    def words(self) -> str:
        """For the gallery: "passed in 4:12", "tried 2 times"."""
        if self.best is not None:
            return f"passed in {clock(self.best)}"
        return f"tried {count(self.tries, 'time')}"


def attempts(library: Library, drill: str) -> list[Event]:
    """Every attempt at a drill, oldest first. Raises StoreError."""
    return [event for event in library.store.written() if event.body.get("drill") == drill]


def records(library: Library) -> dict[str, DrillRecord]:
    """By the name of a drill that was tried. Raises StoreError."""
    mine: dict[str, list[Mapping[str, Any]]] = {}
    for event in library.store.written():
        mine.setdefault(str(event.body.get("drill", "")), []).append(event.body)
    return {name: _record(bodies) for name, bodies in mine.items()}


def _record(bodies: Iterable[Mapping[str, Any]]) -> DrillRecord:
    bodies = list(bodies)
    passed = [body for body in bodies if body.get("passed") is True]
    seconds = [body["seconds"] for body in passed if isinstance(body.get("seconds"), int | float)]
    return DrillRecord(len(bodies), len(passed), min(seconds, default=None))


def attempt_words(body: Mapping[str, Any]) -> str:
    """An attempt as a line: "passed in 4:12, 5 runs, 1 hint"; a log from elsewhere may lack anything."""
    seconds, runs, hints = (body.get(key) for key in ("seconds", "runs", "hints"))
    time = f" in {clock(seconds)}" if isinstance(seconds, int | float) else ""
    words = [f"passed{time}" if body.get("passed") is True else f"not passed{time}"]
    words += [count(runs, "run")] if isinstance(runs, int) else []
    words += [count(hints, "hint")] if isinstance(hints, int) and hints else []
    if body.get("passed") is not True and body.get("failed"):
        words.append(f"failed {body['failed']}")
    return ", ".join(words)
