"""A log from elsewhere, read as a stream: good events go on, everything else is told with its line."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from prep.core.event import Event
from prep.core.problem import Problem, Severity
from prep.errors import StoreError, UsageError
from prep.exchange.entry import UnknownKind, event_of

MARKERS = (b"<<<<<<<", b"|||||||", b"=======", b">>>>>>>")
"""How git marks a conflict; no event starts like that."""

LONGEST_NUMBER = 400
"""Digits of a whole number; Python itself refuses to read 4,301."""

PACKED = {b"\x1f\x8b": "gzip", b"PK\x03\x04": "zip", b"BZh": "bzip2", b"\xfd7zXZ": "xz", b"(\xb5/\xfd": "zstd"}
"""How a compressed file begins."""
WIDE = (b"\xff\xfe", b"\xfe\xff")
HEAD = 4_096

Entry = tuple[int, bytes | Mapping[str, Any]]
"""A line number, counted from 1, and what stands there."""


class Incoming:
    """One file's events. `problems` and the counts are complete once `events` is exhausted."""

    def __init__(self, file: str) -> None:
        self.file = file
        """As problems name it."""
        self.problems: list[Problem] = []
        self.read = 0
        """Different events that could be read."""
        self.twice = 0
        """Lines that say an event once more."""
        self.strange = 0
        """Events of kinds that this prep doesn't know."""
        self.lines: dict[str, int] = {}
        """Event id → where it stands first."""
        self._said: dict[str, int] = {}
        """Event id → hash of what was said of it."""

    def events(self, entries: Iterable[Entry]) -> Iterator[Event]:
        """The events in the order of their lines, each once."""
        for line, said in entries:
            if isinstance(said, bytes) and (not said or self._marker(line, said)):
                continue
            if (event := self._event(line, said)) is not None and self._first(line, event):
                self.read += 1
                yield event

    def tell(self, line: int, severity: Severity, message: str, hint: str = "") -> None:
        """One more problem."""
        self.problems.append(Problem(self.file, line, 0, severity, message, hint, "log"))

    def _marker(self, line: int, said: bytes) -> bool:
        if not said.startswith(MARKERS):
            return False
        if said.startswith(MARKERS[0]):
            hint = "both sides were read; take out the lines that start with <<<<<<<, ======= and >>>>>>>"
            self.tell(line, Severity.WARNING, "git left a conflict here", hint)
        return True

    def _event(self, line: int, said: bytes | Mapping[str, Any]) -> Event | None:
        try:
            return event_of(_object(said) if isinstance(said, bytes) else said)
        except UnknownKind as error:
            self.strange += 1
            self.tell(line, Severity.WARNING, f"left out: {error}", "update prep, then merge again")
        except ValueError as error:
            self.tell(line, Severity.ERROR, f"left out: {error}")
        return None

    def _first(self, line: int, event: Event) -> bool:
        """Whether this id was not met before in the file."""
        said = hash(repr(event))
        if (there := self.lines.setdefault(event.id, line)) == line and event.id not in self._said:
            self._said[event.id] = said
            return True
        if self._said[event.id] == said:
            self.twice += 1
            self.tell(line, Severity.NOTE, f"the same event as on line {there}")
        else:
            hint = f"an id is given once; line {there} was taken"
            self.tell(line, Severity.ERROR, f"left out: line {there} says something else of event {event.id}", hint)
        return False


def _object(text: bytes) -> dict[str, Any]:
    """The flat mapping of one line. Raises ValueError."""
    try:
        said = json.loads(text.decode(), object_pairs_hook=_once, **NUMBERS)
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start + 1} is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg.lower()} at column {error.colno}") from None
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(said, dict):
        raise ValueError("not a JSON object")
    return said


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A key that stands twice says two things, and JSON's readers differ in which they take."""
    said = dict(pairs)
    if len(said) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in said if keys.count(key) > 1)
        raise ValueError(f"it says {json.dumps(twice)} twice")
    return said


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _whole(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise ValueError(f"a number of {len(text):,} digits stands in it")
    return int(text)


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is no finite number")
    return value


NUMBERS: dict[str, Any] = {"parse_constant": _no_number, "parse_float": _finite, "parse_int": _whole}


def log_files(path: Path) -> list[Path]:
    """The file itself, or a folder's *.jsonl files, copies that a sync service left among them."""
    found = [path]
    if path.is_dir():
        found = sorted(file for file in path.iterdir() if file.suffix == ".jsonl" and not file.is_dir())
        if not found:
            raise UsageError(f"{path} has no .jsonl files", "`prep log --export DIR` writes them")
    for file in found:
        if not file.exists():
            what = "is a link that leads nowhere" if file.is_symlink() else "isn't there"
            raise UsageError(f"{file} {what}", "name a log file, a folder of log files, or another prep.db")
        if not file.is_file():
            raise UsageError(f"{file} is a device or a pipe, no file", "write it into a file, then merge that")
    return found


def no_text(file: Path) -> tuple[str, str] | None:
    """What a file is whose lines nobody can read, and what to do; None where they may be a log's. Raises StoreError."""
    with _readable(file) as opened:
        head = opened.read(HEAD)
    packed = next((name for start, name in PACKED.items() if head.startswith(start)), "")
    if packed:
        return f"left out: it is compressed by {packed}", "unpack it, then merge what was in it"
    if head.startswith(WIDE):
        return "left out: it is UTF-16, not UTF-8", "save it as UTF-8, then merge it"
    return ("left out: it is no text", "`prep log --export DIR` writes logs") if b"\0" in head else None


def entries(file: Path) -> Iterator[Entry]:
    """The lines of a log file. LF and CRLF end a line, nothing else does: a text may hold U+2028."""
    with _readable(file) as lines:
        for number, line in enumerate(lines, 1):
            yield number, (line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line).strip()


@contextmanager
def _readable(file: Path) -> Iterator[BinaryIO]:
    try:
        with file.open("rb") as opened:
            yield opened
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise StoreError(f"{file}: {reason}", "check the path and who owns it") from error
