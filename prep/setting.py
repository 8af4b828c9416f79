"""What a setting may hold: kinds of value that read TOML, say what they expect, and write TOML."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, field
from datetime import time
from pathlib import Path
from typing import Any, Protocol

DAY = 24 * 60
"""Minutes."""


class ValueKind(Protocol):
    """A kind of value. `read` raises ValueError where the value isn't one that `expected` describes."""

    @property
    def expected(self) -> str:
        """What a person may write, in a few words: type and range."""

    def read(self, value: object, beside: Path) -> Any:
        """The setting's value from what TOML gave; relative paths count from `beside`."""

    def write(self, value: Any) -> str:
        """The value as TOML."""


def setting(default: Any, kind: ValueKind, meaning: str) -> Any:
    """A dataclass field that knows its kind and its meaning, so that a setting is declared once."""
    return field(default=default, metadata={"kind": kind, "meaning": meaning})


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `low` to `high`, both included."""

    low: int
    high: int

    @property
    def expected(self) -> str:
        return f"a whole number from {self.low:,} to {self.high:,}"

    def read(self, value: object, beside: Path) -> int:
        if type(value) is not int or not self.low <= value <= self.high:  # bool is an int, but no number
            raise ValueError
        return value

    def write(self, value: int) -> str:
        return str(value)


@dataclass(frozen=True, slots=True)
class Real:
    """A finite number from `low` to `high`, both included."""

    low: float
    high: float

    @property
    def expected(self) -> str:
        return f"a number from {self.low:.2f} to {self.high:.2f}"

    def read(self, value: object, beside: Path) -> float:
        if type(value) not in (int, float) or not self.low <= value <= self.high:  # type: ignore[operator]
            raise ValueError  # NaN is on neither side of a bound, so it ends here too
        return float(value)  # type: ignore[arg-type]

    def write(self, value: float) -> str:
        return repr(value)


@dataclass(frozen=True, slots=True)
class Flag:
    """true or false."""

    expected = "true or false"

    def read(self, value: object, beside: Path) -> bool:
        if not isinstance(value, bool):
            raise ValueError
        return value

    def write(self, value: bool) -> str:
        return str(value).lower()


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words, or of more that aren't all worth a sentence."""

    words: tuple[str, ...]
    more: tuple[str, ...] = ()

    @property
    def expected(self) -> str:
        others = f", or one of {len(self.more)} more like {json.dumps(self.more[0])}" if self.more else ""
        return " or ".join(f'"{word}"' for word in self.words) + others

    def read(self, value: object, beside: Path) -> str:
        if value not in self.words and value not in self.more:
            raise ValueError
        return str(value)

    def write(self, value: str) -> str:
        return json.dumps(value)


@dataclass(frozen=True, slots=True)
class FreeText:
    """One line of text."""

    expected = "one line of text in quotes"

    def read(self, value: object, beside: Path) -> str:
        if not isinstance(value, str) or not value.isprintable():
            raise ValueError
        return value

    def write(self, value: str) -> str:
        return json.dumps(value, ensure_ascii=False)  # TOML knows no surrogate pairs


@dataclass(frozen=True, slots=True)
class Hour:
    """A time of day to the minute; TOML's own local times are taken too."""

    expected = 'a time of day from "00:00" to "23:59"'

    def read(self, value: object, beside: Path) -> time:
        if isinstance(value, time):
            return value.replace(second=0, microsecond=0)
        if not isinstance(value, str) or not re.fullmatch(r"[0-9]{1,2}:[0-9]{2}", value):
            raise ValueError
        hour, minute = value.split(":")
        return time(int(hour), int(minute))

    def write(self, value: time) -> str:
        return f'"{value:%H:%M}"'


@dataclass(frozen=True, slots=True)
class Steps:
    """Learning steps in minutes, each shorter than a day: what is longer is an interval, not a step."""

    expected = "1 to 10 numbers of minutes, each above 0 and below 1,440, like [10]"

    def read(self, value: object, beside: Path) -> tuple[float, ...]:
        if not isinstance(value, list) or not 1 <= len(value) <= 10:
            raise ValueError
        if not all(type(step) in (int, float) and 0 < step < DAY for step in value):
            raise ValueError
        return tuple(float(step) for step in value)

    def write(self, value: tuple[float, ...]) -> str:
        return "[" + ", ".join(str(int(step)) if step.is_integer() else repr(step) for step in value) + "]"


@dataclass(frozen=True, slots=True)
class Folders:
    """Folders by path; ~ is the home folder and a relative path counts from the config's folder.

    Their Markdown is read whole, and cards without ids are given some: a whole disk is no deck.
    """

    expected = 'a list of folders, like ["~/cards"]; not a whole disk, a home folder or one that holds config.toml'

    def read(self, value: object, beside: Path) -> tuple[Path, ...]:
        if not isinstance(value, list):
            raise ValueError
        if not all(isinstance(path, str) and path and path.isprintable() for path in value):
            raise ValueError
        folders = tuple(beside / expanded(path) for path in value)
        if any(too_wide(folder, beside) for folder in folders):
            raise ValueError
        return folders

    def write(self, value: tuple[Path, ...]) -> str:
        return "[" + ", ".join(json.dumps(str(path), ensure_ascii=False) for path in value) + "]"


def too_wide(folder: Path, config: Path) -> bool:
    """Whether the folder is a whole disk, the home folder or a folder of homes, or holds the config's folder."""
    real, own = (Path(os.path.realpath(path)) for path in (folder, config))
    home = Path(os.path.realpath(expanded("~")))
    return real == real.parent or home.is_relative_to(real) or own.is_relative_to(real)


def expanded(path: str) -> Path:
    """The path with ~ replaced; as it stands where that user is unknown."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)
